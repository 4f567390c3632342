/**
 * Our own package: `manifest.json` beside or above the files it names. Each resource file holds records of one resource with the fields of
 * the contract (for a tool `category` by name instead of `category_id`), as a JSON list or one record per line. `files` are what records
 * refer to. Names are relative to the manifest's folder; every file is listed with its checksum, and nothing else may lie there.
 */
import { z } from 'zod'

export const importPackageFormat = 'range-package'
export const importPackageVersion = 1

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const File = z.string().min(1).max(255)

export const PackageManifest = z.object({
  format: z.literal(importPackageFormat),
  version: z.literal(importPackageVersion),
  name: z.string().min(1).max(120),
  created: z.iso.datetime({ offset: true }),
  resources: z
    .array(
      z.object({ resource: z.string().min(1).max(64), file: File, sha256: Sha256, count: z.number().int().min(0) }),
    )
    .min(1)
    .max(500),
  files: z
    .array(z.object({ file: File, sha256: Sha256, size: z.number().int().min(0) }))
    .max(20_000)
    .default([]),
})
export type PackageManifest = z.output<typeof PackageManifest>
