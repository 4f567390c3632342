/**
 * B1: Every route × every kind of caller. `permissions.oracle.json` is the matrix as it was agreed; a route that is missing from it, or a cell
 * that changed, fails here until somebody writes it anew (`UPDATE_ORACLE=1 npx vitest run tests/contract/permissions.test.ts`) and the
 * change is seen in review.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { unknownParams } from '#tests/support/unknownParams.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { startSession } from '#mock/areas/session/sessions.ts'
import { api } from '#src/contract/api.ts'
import type { Route } from '#src/contract/lib/route.ts'
import { license } from './support/licence.ts'
import { type Caller, callers, cell, oracle } from './support/oracle.ts'
import { type As, testServer, type TestServer, userId } from './support/server.ts'

const file = new URL('./permissions.oracle.json', import.meta.url)
if (process.env.UPDATE_ORACLE === '1') writeFileSync(file, `${JSON.stringify(oracle(), null, 1)}\n`)

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
/** A session of its own per call: one of the routes ends them. */
async function as(caller: Caller): Promise<As> {
  if (caller === 'anonymous') return undefined
  return s.db.tx(async (q) => ({ token: (await startSession(q, s.platform, userId(caller), meta)).token }))
}
const routes = Object.entries(api as Record<string, Route>)

describe('permissions', () => {
  it('are what was agreed', () => {
    expect(oracle()).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  })

  // every fifth route, and all of those that anybody may call, unless the whole is asked for
  const asked = routes.filter(([, r], n) => env.whole || n % 5 === 0 || r.screens === 'public')
  it.each(asked)('%s answers each caller as the matrix says', async (key, route) => {
    const found: Record<string, string> = {}
    const wanted: Record<string, string> = {}
    for (const caller of callers) {
      const args = { params: unknownParams(key), ...(key.startsWith('GET') ? {} : { body: {} }) }
      const r = await s.send(key, args, await as(caller))
      const refused = [
        'unauthenticated',
        'change_password_first',
        'no_operation_permission',
        'read_only_right',
        'module_not_licensed',
      ].includes(r.problem?.code)
      found[caller] = refused ? r.problem.code : 'served'
      wanted[caller] = cell(key, route, caller)
      expect(r.status, `${caller} ${r.raw.body}`).toBeLessThan(500)
      if (refused) expect(r.status).toBe(r.problem.code === 'unauthenticated' ? 401 : 403)
    }
    expect(found).toEqual(wanted)
  })

  it('are looked at before anything else: a caller without them learns nothing about the arguments', async () => {
    for (const [key, route] of routes) {
      if (cell(key, route, 'normal') !== 'no_operation_permission') continue
      const r = await s.send(key, { params: unknownParams(key), query: { nonsense: '1' }, body: undefined }, 'normal', {
        payload: '{"broken',
      })
      expect([r.status, r.problem.code], key).toEqual([403, 'no_operation_permission'])
    }
  })

  it('follow a role from one call to the next', async () => {
    const { rows } = await s.db.query<{ data: { permissions: string[] } }>(
      `select data from r_role where id = 'role-normal'`,
    )
    expect((await s.call('GET /roles', {}, 'normal')).status).toBe(403)
    const put = (permissions: string[]) =>
      s.db.query(`update r_role set data = $1::jsonb, version = version + 1 where id = 'role-normal'`, [
        JSON.stringify({ ...rows[0]?.data, permissions }),
      ])
    await put(['role-manage'])
    expect((await s.call('GET /roles', {}, 'normal')).status).toBe(200)
    await put(rows[0]?.data.permissions ?? [])
    expect((await s.call('GET /roles', {}, 'normal')).status).toBe(403)
  })

  it('say so when a licence, not a right, is missing', async () => {
    await license(s, { modules: ['course'] })
    const r = await s.call('GET /tools', {}, 'admin')
    expect([r.status, r.problem.code]).toEqual([403, 'module_not_licensed'])
    expect((await s.ok('GET /session/permissions', {}, 'admin')).modules).toEqual(['course'])
    expect((await s.call('GET /users', {}, 'admin')).status).toBe(200)
    await license(s, { modules: ['course', 'library'] })
    expect((await s.call('GET /tools', {}, 'admin')).status).toBe(200)
  })
})
