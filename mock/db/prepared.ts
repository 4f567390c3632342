/**
 * The database every installation begins with: migrated, with the tables of all documents, and empty. A build makes it once (`initdb.ts`), a
 * first start unpacks it, which takes a tenth of making it. It belongs to the engine that made it: its files are that engine's.
 */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { syncAll } from './fsync.ts'
import type { DatabaseImage } from './memory.ts'
import { tarEntries } from './tar.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

export function engineVersion(): string {
  const main = createRequire(import.meta.url).resolve('@electric-sql/pglite')
  const text = fs.readFileSync(path.join(path.dirname(main), '../package.json'), 'utf8')
  return ownJson<{ version: string }>(text).version
}

/** Its name beside the bundle. */
export const preparedName = (): string => `database-${engineVersion()}.tar.gz`

/** Where a build has it; nothing in development, and where the engine is another than the build's. */
export function preparedFile(): string | undefined {
  const file = path.join(path.dirname(fileURLToPath(import.meta.url)), preparedName())
  return fs.existsSync(file) ? file : undefined
}

export const readPrepared = (file: string): DatabaseImage => gunzipSync(fs.readFileSync(file))

/** Writes the files of a database into a new directory, for its owner only, and puts them on the disk. */
export function unpackDatabase(image: DatabaseImage, dir: string): void {
  fs.mkdirSync(dir, { mode: 0o700 })
  for (const { path: name, body } of tarEntries(image)) {
    const at = path.join(dir, name)
    if (body) fs.writeFileSync(at, body, { mode: 0o600 })
    else if (name !== '') fs.mkdirSync(at, { mode: 0o700 })
  }
  syncAll(dir)
}
