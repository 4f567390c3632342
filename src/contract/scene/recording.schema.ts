import { z } from 'zod'
import { Base, Timestamp } from '../lib/crud.ts'
import { recordingKinds } from './recording.ts'

export const Recording = z.object({
  ...Base,
  kind: z.enum(recordingKinds),
  scene_id: z.string(),
  scene_name: z.string(),
  node_id: z.string(),
  node_name: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  started_at: Timestamp,
  seconds: z.number(),
  bytes: z.number().int(),
  /** Columns and rows of a terminal, pixels of a desktop or a picture. */
  width: z.number().int(),
  height: z.number().int(),
  /** Clearing leaves it alone. */
  keep: z.boolean(),
  /** It still grows. */
  recording: z.boolean(),
})
export type Recording = z.output<typeof Recording>
