import { z } from 'zod'
import { Id, Timestamp } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { backupFits, backupLimits, backupOrigins, backupStates, restoreStages } from './backup.ts'

const Passphrase = z.string().min(backupLimits.passphrase.min).max(backupLimits.passphrase.max)

export const Backup = z.object({
  id: Id,
  state: z.enum(backupStates),
  origin: z.enum(backupOrigins),
  /** 0 to 1 while it is made or checked. */
  progress: z.number(),
  name: z.string(),
  note: z.string(),
  /** The moment its content stands for; null while nobody knows. */
  taken_at: Timestamp.nullable(),
  created_at: Timestamp,
  created_by_name: z.string(),
  size: z.number().int(),
  rows: z.number().int(),
  files: z.number().int(),
  /** SHA-256 of the file in hex. */
  sha256: z.string(),
  /** Of the product that made it. */
  version: z.string(),
  encrypted: z.boolean(),
  /** Why it failed, as a code of the catalogue. */
  problem: z.string().nullable(),
  can: z.array(z.string()),
})
export type Backup = z.output<typeof Backup>

export const BackupList = z.object({
  items: z.array(Backup),
  /** Bytes of the disk the backups lie on; `keep` stays free whatever happens. */
  room: z.object({ free: z.number(), total: z.number(), used: z.number(), keep: z.number() }),
  /** Seconds between two automatic backups, 0 for none; how many of them are kept; when the next is due. */
  automatic: z.object({ every: z.number().int(), keep: z.number().int(), next_at: Timestamp.nullable() }),
})
export type BackupList = z.output<typeof BackupList>

export const NewBackup = z.strictObject({
  note: sized(z.string(), 0, backupLimits.note).default(''),
  passphrase: Passphrase.optional(),
})

export const ReceiveBackup = z.strictObject({ upload_id: Id })
export const InspectBackup = z.strictObject({ passphrase: z.string().max(backupLimits.passphrase.max).optional() })

/** What is in a backup, beside what is there now. */
export const BackupPreview = z.object({
  taken_at: Timestamp,
  version: z.string(),
  schema: z.string(),
  engine: z.string(),
  fit: z.enum(backupFits),
  tables: z.array(z.object({ name: z.string(), was: z.number().int(), now: z.number().int() })),
  rows: z.object({ was: z.number().int(), now: z.number().int() }),
  files: z.object({ was: z.number().int(), now: z.number().int() }),
  /** What a restore would interrupt at this moment. */
  under_way: z.object({ exams: z.number().int(), scenes: z.number().int(), people: z.number().int() }),
})
export type BackupPreview = z.output<typeof BackupPreview>

export const CheckPassword = z.strictObject({ password: z.string().min(1).max(200) })
export const RestoreBackup = CheckPassword.extend({
  word: z.string().max(40),
  passphrase: z.string().max(backupLimits.passphrase.max).optional(),
})

/** How a restore stands, for everybody: who waits in front of a closed door is told why and how far it is. */
export const RestoreStatus = z.object({
  /** The platform answers nothing else meanwhile. */
  running: z.boolean(),
  stage: z.enum(restoreStages).nullable(),
  progress: z.number(),
  started_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  /** The moment the platform goes back to. */
  taken_at: Timestamp.nullable(),
  problem: z.string().nullable(),
})
export type RestoreStatus = z.output<typeof RestoreStatus>
