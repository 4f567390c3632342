import type { Db } from './db.ts'

/** A PostgreSQL server's address, a data directory of the embedded database, or nothing kept at all; exactly one. */
export interface Target {
  url?: string
  dir?: string
  memory?: true
}

/**
 * @param address answers where this server listens; who finds the data directory in use is told
 * @throws InUse when another process owns the directory; DbError when no database answers
 */
export async function openDb(target: Target, address?: () => string | undefined): Promise<Db> {
  const { url, dir, memory } = target
  if ([url, dir, memory].filter((t) => t !== undefined).length !== 1)
    throw new Error('a database is a url, a dir or memory: name exactly one')
  if (url !== undefined) return (await import('./pg.ts')).openPg(url)
  if (dir !== undefined) return (await import('./pglite.ts')).openPglite(dir, address)
  return (await import('./memory.ts')).openMemory()
}
