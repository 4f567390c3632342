/** Whether the folder of the data can be made and written and its database opened, said so that the reader can mend it. */
import fs from 'node:fs'
import path from 'node:path'
import { Plain, type StartOptions } from './commandLine.ts'
import { type Db, DbError } from './db/db.ts'
import { DirectoryInUse } from './db/lock.ts'
import { openDb } from './db/open.ts'
import { codeOf } from '#src/contract/lib/typed.ts'

const reasons: Record<string, string> = {
  EACCES: 'cannot be written by this user',
  EPERM: 'cannot be written by this user',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'is on a disk that is full',
  ENOTDIR: 'is no folder, or is below something that is none',
}

/** One folder at a time: Node's own `recursive` never comes back where the system denies a folder that is there, as in /proc. */
function make(dir: string): void {
  if (fs.existsSync(dir)) return
  make(path.dirname(dir))
  try {
    fs.mkdirSync(dir)
  } catch (e) {
    // another start was quicker
    if (codeOf(e) !== 'EEXIST') throw e
  }
}

/** Before anything is opened. @throws Plain */
export function prepareFolder({ data }: Pick<StartOptions, 'data'>): void {
  try {
    make(data)
    // what may be written according to its mode may still be a place like /proc
    fs.rmdirSync(fs.mkdtempSync(path.join(data, '.try-')))
  } catch (e) {
    const code = codeOf(e) ?? ''
    const why = reasons[code] ?? `cannot be used: no folder can be made there (${code})`
    throw new Plain(`${data} ${why}. Choose another folder with --data.`)
  }
}

/** Why the embedded database does not open, and the way out. What is there stays as it is: somebody may yet get something out of it. */
function cannotOpen({ data }: Pick<StartOptions, 'data'>, { message }: DbError): Plain {
  const db = path.join(data, 'db')
  if (!fs.existsSync(db)) return new Plain(`The database could not be made in ${data}: ${firstLine(message)}`)
  const what = fs.existsSync(path.join(db, 'PG_VERSION'))
    ? `The database in ${db} is damaged, or was made by another version${said(message)}`
    : `${db} is no database, or a damaged one: its file PG_VERSION is missing`
  return new Plain(
    `${what}. Nothing was changed.\nMove that folder away and start again, which makes a new database; then give it its first password with “range setup” and bring a backup back with “range backup restore”. See docs/operations.md, A damaged database.`,
  )
}

/** What the engine says of it, but for its last breath, which nobody can use. */
const said = (message: string): string => (/^Aborted|^RuntimeError/.test(message) ? '' : ` (${firstLine(message)})`)
const firstLine = (text: string): string => (text.split('\n')[0] ?? '').replace(/\.$/, '').slice(0, 200)

/** @param url where the server listens, for whoever else wants the folder @throws Plain */
export async function openData(start: Pick<StartOptions, 'data' | 'databaseUrl'>, url: () => string): Promise<Db> {
  try {
    return await openDb(start.databaseUrl === undefined ? { dir: start.data } : { url: start.databaseUrl }, url)
  } catch (e) {
    if (e instanceof DirectoryInUse)
      throw new Plain(`${e.message}. Stop that one, or choose another folder with --data.`)
    if (!(e instanceof DbError)) throw e
    if (start.databaseUrl === undefined) throw cannotOpen(start, e)
    throw new Plain(`The database of DATABASE_URL does not answer: ${e.code ?? e.message}.`)
  }
}
