/** The app in this process, over a database that is filled by SQL: once embedded, once on PostgreSQL where there is one. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildApp } from '#mock/app.ts'
import type { Db } from '#mock/db/db.ts'
import { migrate } from '#mock/db/migrate.ts'
import { openDb } from '#mock/db/open.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { silentLog } from '#mock/http/log.ts'
import { seed } from '#mock/seed/seed.ts'
import { noLimits } from '#tests/contract/support/rates.ts'
import { accountOf } from '#tests/support/demo.ts'
import { withPostgres } from '../support/postgres.ts'

export interface Opened {
  db: Db
  platform: Platform
  /** Appended to what is measured: nothing, or ` on PostgreSQL`. */
  where: string
  /** A call as the super administrator. @throws on any answer but a good one */
  call: <T>(method: 'GET' | 'POST' | 'PATCH', at: string, body?: object) => Promise<T>
}

async function opened<T>(db: Db, files: string, where: string, fn: (o: Opened) => Promise<T>): Promise<T> {
  await migrate(db)
  const { app, platform, close } = await buildApp({
    db,
    now: () => new Date(),
    random: randomBytes,
    files,
    log: silentLog,
    config: { rates: noLimits },
  })
  try {
    await seed(platform, { demo: true })
    let token = ''
    const call: Opened['call'] = async (method, at, body) => {
      const bytes = body instanceof Uint8Array
      const r = await app.inject({
        method,
        url: `/api/mg/api${at}`,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(bytes ? { 'content-type': 'application/octet-stream' } : {}),
        },
        ...(body ? { payload: bytes ? Buffer.from(body) : body } : {}),
      })
      if (r.statusCode >= 300) throw new Error(`${method} ${at}: ${r.statusCode} ${r.body}`)
      // a file is only waited for
      return String(r.headers['content-type']).includes('json') ? r.json() : (undefined as never)
    }
    const { username, password } = accountOf('super')
    token = (await call<{ token: string }>('POST', '/session', { username, password })).token
    return await fn({ db, platform, where, call })
  } finally {
    await close()
    await db.close()
  }
}

export async function onBothEngines<T>(fn: (o: Opened) => Promise<readonly T[]>): Promise<T[]> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'range-bench-'))
  try {
    const out = [...(await opened(await openDb({ dir }), path.join(dir, 'files'), '', fn))]
    const server = await withPostgres(['fsync=on', 'full_page_writes=on']).catch((e: unknown) =>
      String(e instanceof Error ? e.message : e),
    )
    if (typeof server === 'string') console.error(`PostgreSQL was not measured: ${server}`)
    else
      try {
        out.push(...(await opened(await openDb({ url: server.url }), path.join(dir, 'pg'), ' on PostgreSQL', fn)))
      } finally {
        await server.stop()
      }
    return out
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
