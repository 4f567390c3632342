/** Where the page of an image that is worked on stands, from the image alone. */
import { workable } from '../../../contract/image/bench.ts'
import type { Image } from '../../../contract/image/image.schema.ts'
import type { SceneStatus } from '../../../contract/scene/status.ts'

export type ConnectPhase =
  /** The viewer's own machine is there. */
  | 'working'
  /** Its disk is being kept, or the image is looked through. */
  | 'saving'
  /** Somebody else works on it. */
  | 'taken'
  /** A machine can be started. */
  | 'ready'
  /** It cannot be worked on: a disc, or nothing has come yet. */
  | 'unfit'
  /** The viewer may look at it and no more. */
  | 'barred'

export function phaseOf(row: Pick<Image, 'bench' | 'status' | 'type' | 'can'>, me: string | undefined): ConnectPhase {
  if (row.status === 'saving' || row.bench?.state === 'saving') return 'saving'
  if (row.bench) return row.bench.by_id === me ? 'working' : 'taken'
  if (row.can.includes('connect') && workable(row)) return 'ready'
  // using it elsewhere is not working on it
  return row.can.some((word) => word !== 'use') ? 'unfit' : 'barred'
}

/** Whether what was done can be kept now: the machine runs, or stands still with its disk. */
export const mayKeep = (status: SceneStatus | undefined): boolean => status === 'running' || status === 'not-running'
