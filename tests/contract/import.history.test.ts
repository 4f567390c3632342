/** The imports there were: narrowed, reported, and cleared away when nobody wants them. */
import fs from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uploadsIn } from '#mock/import/plan/parts.ts'
import type { LivePlatform } from '#mock/platform.ts'
import { list, part, plan, scanner, zipped } from './support/import.ts'
import { testServer, type TestServer, userId } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())
const pack = (...names: string[]) => zipped({ 'networking.json': list(...names.map((n) => scanner(n))) })
const history = async (query: object) =>
  (await s.ok('GET /imports', { query: query as { page?: number } }, 'admin')).items.map((p) => p.id)

it('narrows the imports by who, when, state and name', async () => {
  const mine = await plan(s, pack('Alpha'), 'admin')
  s.clock.advance(86_400)
  const theirs = await plan(s, pack('Beta'), 'super')
  expect(await history({ created_by: userId('admin') })).toEqual([mine.id])
  expect(await history({ created_by: [userId('admin'), userId('super')] })).toEqual([theirs.id, mine.id])
  expect(await history({ created_at_from: '2026-11-06' })).toEqual([theirs.id])
  expect(await history({ created_at_to: '2026-11-05' })).toEqual([mine.id])
  expect(await history({ state: ['applied', 'undone'] })).toEqual([])
  expect(await history({ q: 'PACKAGE' })).toHaveLength(2)
})

it('reports every row with its verdict and reasons, safe to open', async () => {
  const p = await plan(s, pack('Gamma', '=cmd()', ''), 'admin')
  const r = await s.send('GET /imports/:id/report', { params: { id: p.id } }, 'admin')
  const lines = r.raw.body.split('\r\n')
  expect(lines[0]).toContain('n,resource,label,verdict')
  expect(lines.filter((l) => /,tool,/.test(l))).toHaveLength(p.counts.new + p.counts.refused + p.counts.changed - 1)
  expect(r.raw.body).toContain("'=cmd()")
  expect(r.raw.body).toContain('refused')
  const { rows } = await s.db.query(`select 1 from audit where action = 'import.report' and entity_id = $1`, [p.id])
  expect(rows).toHaveLength(1)
})

it('throws the parts of an upload away as soon as it is given up, and only for its owner', async () => {
  const { id } = await s.ok('POST /uploads', { body: { name: 'big.zip', size: 1000 } }, 'admin')
  await part(s, id, 0, Buffer.alloc(400), 'admin')
  const folder = () => fs.readdirSync(uploadsIn(s.platform.files)).filter((name) => name.includes(id))
  expect(folder()).toHaveLength(1)
  const other = await s.call('DELETE /uploads/:id', { params: { id } }, 'super')
  expect([other.status, folder().length]).toEqual([404, 1])
  await s.ok('DELETE /uploads/:id', { params: { id } }, 'admin')
  await (s.platform as LivePlatform).settled()
  expect(folder()).toHaveLength(0)
})

it('discards a plan nobody applied for a week, and keeps its line', async () => {
  const p = await plan(s, pack('Delta'), 'admin')
  const state = async () => (await s.ok('GET /imports/:id', { params: { id: p.id } }, 'admin')).state
  s.clock.advance(6 * 86_400)
  await s.ok(
    'PUT /imports/:id/choice',
    { params: { id: p.id }, body: { version: p.version, choice: 'skip', verdict: 'new' } },
    'admin',
  )
  s.clock.advance(6 * 86_400)
  await new Promise((r) => setTimeout(r, 700))
  expect(await state()).toBe('planned')
  s.clock.advance(2 * 86_400)
  await expect.poll(state).toBe('discarded')
  const { rows } = await s.db.query('select 1 from import_row where package_id = $1', [p.id])
  expect(rows).toEqual([])
  expect((await s.ok('GET /imports/:id', { params: { id: p.id } }, 'admin')).can).toEqual([])
})
