/** The first thing a backup says: what it is, of which moment, of which schema, and what every part of it has to be. */
import { z } from 'zod'

/** Raise it when an older server could not read what is written. */
export const formatVersion = 1
export const manifestName = 'manifest.json'

const Sha256 = z.stringFormat('sha256', /^[0-9a-f]{64}$/)
const Name = z.stringFormat('identifier', /^[a-z][a-z0-9_]{0,62}$/)
const Count = z.number().int().min(0)

export const BackupManifest = z.strictObject({
  format: z.literal(formatVersion),
  product: z.string().max(40),
  engine: z.enum(['pglite', 'postgres']),
  taken_at: z.iso.datetime({ offset: true }),
  /** In the order they ran. */
  migrations: z
    .array(z.strictObject({ name: z.string().max(100), sum: Sha256 }))
    .min(1)
    .max(1000),
  /** Of each table its columns in the order of every line, and of a table of documents the mark its keys were made with. */
  tables: z
    .array(
      z.strictObject({
        name: Name,
        entry: z.string().max(100),
        columns: z.array(Name).min(1).max(200),
        mark: z.string().max(64).nullable(),
        rows: Count,
        size: Count,
        sha256: Sha256,
      }),
    )
    .max(1000),
  /** Files of the data folder: path below it, and the entry that holds it. */
  files: z
    .array(
      z.strictObject({ path: z.string().min(1).max(1024), entry: z.string().max(100), size: Count, sha256: Sha256 }),
    )
    .max(65_000),
})
export type BackupManifest = z.output<typeof BackupManifest>
export type TableOf = BackupManifest['tables'][number]
export type ManifestFile = BackupManifest['files'][number]

/** An entry's name says nothing but its number: what a file is called stands in the manifest. */
export const tableEntry = (name: string): string => `tables/${name}.ndjson`
export const fileEntry = (n: number): string => `files/${String(n + 1).padStart(5, '0')}`
