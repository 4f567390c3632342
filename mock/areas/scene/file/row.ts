import type { z } from 'zod'
import {
  fileMachine,
  finalFileReasons,
  type FileReason,
  type FileStatus,
  sceneLimits,
} from '#src/contract/scene/node.ts'
import type { SceneFile } from '#src/contract/scene/scene.schema.ts'

export interface FileRow {
  id: string
  scene_id: string
  node_id: string
  path: string
  name: string
  mode: string
  bytes: number
  sha256: string
  status: FileStatus
  reason: FileReason | null
  tries: number
  tried_at: string
  at: string
  by_id: string
  by_name: string
}
export const fileColumns =
  'id, scene_id, node_id, path, name, mode, bytes, sha256, status, reason, tries, tried_at, at, by_id, by_name'

/** Bytes a second below which a file hangs. */
const slowest = 256 * 1024

/** A try that takes too long hangs, whether or not somebody has written that down. @param seconds that the smallest file may take */
export const fileStatusOf = (
  f: Pick<FileRow, 'status' | 'tried_at' | 'bytes'>,
  now: Date,
  seconds: number,
): FileStatus =>
  f.status === 'injecting' && now.getTime() - Date.parse(f.tried_at) > (seconds + Number(f.bytes) / slowest) * 1000
    ? 'hang'
    : f.status

/** Whether its bytes are kept for another try: one that could end otherwise, for a while after the last. */
export const isFileRetryable = (
  f: Pick<FileRow, 'status' | 'reason' | 'tried_at' | 'bytes'>,
  now: Date,
  seconds: number,
): boolean =>
  fileMachine[fileStatusOf(f, now, seconds)].retry !== undefined &&
  !(f.reason !== null && finalFileReasons.has(f.reason)) &&
  now.getTime() - Date.parse(f.tried_at) < sceneLimits.waiting.seconds * 1000

export function shownFile(
  f: FileRow,
  node_name: string,
  may: boolean,
  now: Date,
  hangs: number,
): z.input<typeof SceneFile> {
  const status = fileStatusOf(f, now, hangs)
  return {
    id: f.id,
    node_id: f.node_id,
    node_name,
    path: f.path,
    name: f.name,
    mode: f.mode,
    bytes: f.bytes,
    sha256: f.sha256,
    status,
    reason: f.reason,
    tries: f.tries,
    at: f.at,
    by_name: f.by_name,
    can: may && isFileRetryable(f, now, hangs) ? ['retry'] : [],
  }
}
