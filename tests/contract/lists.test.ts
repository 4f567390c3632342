/**
 * What lists ask of the database: as many statements for fifty rows as for one, whoever calls, and what is remembered of them is forgotten
 * with every table it was read from.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerApp, buildApp } from '#mock/app.ts'
import { startSession } from '#mock/areas/session/sessions.ts'
import type { Db, Queryable } from '#mock/db/db.ts'
import { tablesReadBy } from '#mock/db/remember.ts'
import { silentLog } from '#mock/http/log.ts'
import { seed } from '#mock/seed/seed.ts'
import type { ApiRoute } from '#src/contract/api.ts'
import { fillPath, splitKey } from '#src/contract/lib/route.ts'
import { memoryDb } from '#tests/support/database.ts'
import { accountOf } from '#tests/support/demo.ts'
import { layLists, type ListGround, listRoutes } from '#tests/support/listGround.ts'
import { noLimits } from './support/rates.ts'

/** Rows of every list: more than a page of fifty. */
const rows = 120
/** Statements of one answer. */
const most = 16
/** Names of several kinds are asked for where rows of several kinds are shown: one row is of one of them. */
const kinds = 5

interface Said {
  sql: string
  params: readonly unknown[]
}
const roles = ['admin', 'teacher', 'super'] as const
type Role = (typeof roles)[number]

const files = mkdtempSync(path.join(os.tmpdir(), 'range-lists-'))
let db: Db
let app: ServerApp
let ground: ListGround
const tokens = new Map<Role, string>()
let said: Said[] = []

const heard = (q: Queryable): Queryable['query'] => {
  return (sql, params = []) => {
    said.push({ sql, params: [...params] })
    return q.query(sql, params)
  }
}

beforeAll(async () => {
  db = await memoryDb()
  app = await buildApp({
    db: { ...db, query: heard(db) },
    now: () => new Date(),
    random: randomBytes,
    files,
    log: silentLog,
    config: { rates: noLimits, shed: { delay: 1e9, inFlight: 1e9 } },
  })
  await seed(app.platform, { demo: true })
  const people: string[] = []
  for (const role of roles) {
    const { rows: found } = await db.query<{ id: string }>(`select id from r_user where data->>'username' = $1`, [
      accountOf(role).username,
    ])
    const user = found[0]?.id ?? ''
    people.push(user)
    const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
    tokens.set(role, (await db.tx((q) => startSession(q, app.platform, user, meta))).token)
  }
  ground = await layLists(db, app.platform, rows, people.slice(0, 2))
}, 600_000)
afterAll(async () => {
  await app.close()
  await db.close()
  rmSync(files, { recursive: true, force: true })
})

async function call(route: ApiRoute, role: Role, size: number) {
  const { params = {}, query = {} } = ground.asked[route] ?? {}
  said = []
  const asked = new URLSearchParams({ ...query, page_size: String(size) })
  const { statusCode: status, body } = await app.app.inject({
    url: `/api/mg/api${fillPath(splitKey(route)[1], params)}?${asked}`,
    headers: { authorization: `Bearer ${tokens.get(role)}` },
  })
  return { status, body, said: [...said] }
}
/** What the server does by itself now and then. */
const ofItself = /\b(?:from|update|into) (?:due|system_log|scene set fence|live_\w+)\b|pg_notify/
const ofCall = (all: readonly Said[]): Said[] => all.filter(({ sql }) => !ofItself.test(sql))

/** Tables that a plan reads. */
function tablesIn(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(tablesIn)
  if (typeof plan !== 'object' || plan === null) return []
  const { 'Relation Name': name, ...rest } = plan as Record<string, unknown>
  return [...(typeof name === 'string' ? [name] : []), ...Object.values(rest).flatMap(tablesIn)]
}

describe.each(['admin', 'teacher'] as const)('for a caller who is %s', (role) => {
  it.each(listRoutes)('%s', async (route) => {
    const by = (await call(route, role, 1)).status === 403 ? 'super' : role
    const one = await call(route, by, 1)
    if (role === 'teacher' && by === 'super') return
    expect(one.status, one.body).toBe(200)
    const fifty = await call(route, by, 50)
    expect(fifty.status, fifty.body).toBe(200)
    const asked = ofCall(fifty.said)
    const texts = asked.map(({ sql }) => sql.replace(/\s+/g, ' ')).join('\n')
    expect(asked.length, texts).toBeLessThanOrEqual(most)
    expect(asked.length, texts).toBeLessThanOrEqual(ofCall(one.said).length + kinds)
    for (const { sql, params } of [...one.said, ...fifty.said]) {
      const told = tablesReadBy(sql)
      if (!told || !/^\s*(?:with|select)\b/i.test(sql)) continue
      const { rows: plan } = await db.query(`explain (format json) ${sql}`, params)
      expect(told, sql).toEqual(expect.arrayContaining([...new Set(tablesIn(plan))]))
    }
  })
})
