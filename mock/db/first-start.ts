import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { DbError } from './db.ts'
import { syncPath } from './fsync.ts'
import type { DatabaseImage } from './memory.ts'
import { initdbChild } from './own-code.ts'
import { preparedFile, readPrepared, unpackDatabase } from './prepared.ts'

const unfinished = 'db.new-'

/**
 * Makes `<dir>/db` unless it is there. It is made under another name and renamed when whole, so a start that was killed half-way leaves
 * nothing that could be taken for a database. The caller holds the directory's lock.
 * @returns the cluster's directory
 */
export async function clusterIn(dir: string): Promise<string> {
  forgetUnfinished(dir)
  const cluster = path.join(dir, 'db')
  if (fs.existsSync(path.join(cluster, 'PG_VERSION'))) return cluster
  // over a directory without its version PGlite would make a new database
  if (fs.existsSync(cluster))
    throw new DbError(`${cluster} is not a database, and it is not empty`, undefined, undefined)
  const made = path.join(dir, unfinished + randomBytes(4).toString('hex'))
  unpackDatabase(await prepared(`${made}.tar.gz`), made)
  fs.renameSync(made, cluster)
  syncPath(dir)
  // by now an initdb that outlived its server has ended
  forgetUnfinished(dir)
  return cluster
}

function forgetUnfinished(dir: string): void {
  for (const name of fs.readdirSync(dir).filter((n) => n.startsWith(unfinished)))
    try {
      fs.rmSync(path.join(dir, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    } catch {
      // an initdb that outlives its server for a moment still writes there
    }
}

/** @param file where one is made when the build has none */
async function prepared(file: string): Promise<DatabaseImage> {
  const built = preparedFile()
  if (built === undefined) await initdb(file)
  return readPrepared(built ?? file)
}

function initdb(target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = initdbChild(target)
    let said = ''
    child.stderr?.on('data', (text: Buffer) => {
      said = (said + text).slice(-2000)
    })
    child.once('error', reject)
    child.once('close', (code, signal) =>
      code === 0
        ? resolve()
        : reject(new DbError(`initdb ended with ${signal ?? code}: ${said}`, undefined, undefined)),
    )
  })
}
