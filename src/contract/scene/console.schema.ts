import { z } from 'zod'
import { Id, Timestamp } from '../lib/crud.ts'
import { consoleLimits as most } from './console.ts'
import { consoleKinds } from './node.ts'

const Columns = z.number().int().min(most.columns.min).max(most.columns.max)
const Rows = z.number().int().min(most.rows.min).max(most.rows.max)

export const ConsoleAsked = z.strictObject({
  node: Id,
  kind: z.enum(consoleKinds),
  columns: Columns.default(most.columns.default),
  rows: Rows.default(most.rows.default),
  /** Console of one's own to come back to. */
  resume: Id.optional(),
  /** Write a terminal down as it goes; a desktop is recorded by the page. */
  record: z.boolean().default(true),
})
export const ConsoleTicket = z.object({
  ticket: z.string(),
  expires_at: Timestamp,
})
export const ConsoleGiven = ConsoleTicket.extend({
  /** What is done there is written down, asked for or not: a candidate's terminal always is. */
  recorded: z.boolean(),
})
export const ConsoleMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('resize'), columns: Columns, rows: Rows }),
  z.strictObject({ type: z.literal('ping'), at: z.number() }),
])
/** A console that is open, for those who may look over the shoulder. */
export const OpenConsole = z.object({
  id: Id,
  scene_id: z.string(),
  node_id: z.string(),
  node_name: z.string(),
  kind: z.enum(consoleKinds),
  user_id: z.string(),
  user_name: z.string(),
  opened_at: Timestamp,
  /** When somebody was last at it, or looked on. */
  seen_at: Timestamp,
  /** Names of those who look on. */
  watched_by: z.array(z.string()),
  /** `shadow` */
  can: z.array(z.string()),
})
export type OpenConsole = z.output<typeof OpenConsole>
