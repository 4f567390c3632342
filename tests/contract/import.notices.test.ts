/** What people are told of their imports: only what took so long that they do something else by now, and only as long as it is news. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { importDue } from '#mock/areas/import/discard.ts'
import type { Db } from '#mock/db/db.ts'
import type { LivePlatform } from '#mock/platform.ts'
import { apply, beginApply, list, planned, scanner, undo, upload, zipped } from './support/import.ts'
import { testServer, type TestServer } from './support/server.ts'

/** Seconds of the clock that pass before a statement that matches, once. */
let passing: { on: RegExp; seconds: number } | undefined
const slow = (db: Db): Db => ({
  ...db,
  async query(sql, params) {
    if (passing?.on.test(sql)) {
      s.clock.advance(passing.seconds)
      passing = undefined
    }
    return db.query(sql, params)
  },
})
let s: TestServer
beforeAll(async () => {
  s = await testServer({ wrap: slow })
})
afterAll(() => s.close())
beforeEach(async () => {
  passing = undefined
  await s.db.script('truncate import_row, import_package, upload, message cascade')
})

const tools = (n: number, name: string) =>
  zipped({ [`${name}.json`]: list(...Array.from({ length: n }, (_, i) => scanner(`${name} ${i}`))) })
const reading = /update import_package set sha256/
const writing = /set work = jsonb_set\(work, '\{before\}'/
async function planFor(seconds: number, bytes: Buffer) {
  const upload_id = await upload(s, bytes)
  passing = { on: reading, seconds }
  const { id } = await s.ok('POST /imports', { body: { upload_id } }, 'admin')
  return planned(s, id)
}
const told = async () =>
  (await s.ok('GET /messages', {}, 'admin')).items.map(({ kind, params, link }) => ({ kind, params, link }))
const unread = async () => (await s.ok('GET /messages', { query: { unread: true } }, 'admin')).total
const linkTo = (id: string) => ({ screen: 'resource-import', query: { import: id } })

it('tells nothing of a plan that was there before anybody looked away, nor of a file that could not be read as fast', async () => {
  expect((await planFor(14, tools(1, 'Quick'))).state).toBe('planned')
  expect((await planFor(14, Buffer.from('no zip'))).state).toBe('failed')
  expect(await told()).toEqual([])
})

it('tells of a plan that took long until it is applied, and leads to it', async () => {
  const p = await planFor(16, tools(1, 'Slow'))
  expect(await told()).toEqual([{ kind: 'import_ready', params: { name: 'package.zip', rows: 2 }, link: linkTo(p.id) }])
  expect(await unread()).toBe(1)
  expect((await apply(s, p)).body.state).toBe('applied')
  expect([await told(), await unread()]).toEqual([[], 0])
})

it('forgets what it told of a plan that is discarded, by somebody or after its week', async () => {
  const p = await planFor(16, tools(1, 'Thrown'))
  expect(await told()).toHaveLength(1)
  await s.ok('DELETE /imports/:id', { params: { id: p.id } }, 'admin')
  expect(await told()).toEqual([])
  const old = await planFor(16, tools(1, 'Old'))
  expect(await told()).toHaveLength(1)
  s.clock.advance(8 * 86_400)
  await s.db.tx((q) => importDue(s.platform)['import.discard']?.(q, old.id) ?? Promise.resolve())
  expect((await s.ok('GET /imports/:id', { params: { id: old.id } }, 'admin')).state).toBe('discarded')
  expect(await told()).toEqual([])
})

it('tells of a file that could not be read after a long while', async () => {
  const p = await planFor(16, Buffer.from('still no zip'))
  expect(await told()).toEqual([{ kind: 'import_failed', params: { name: 'package.zip' }, link: linkTo(p.id) }])
})

it('tells that a long import was written, until it is undone', async () => {
  const p = await planFor(1, tools(600, 'Many'))
  passing = { on: writing, seconds: 16 }
  await beginApply(s, p)
  await (s.platform as LivePlatform).settled()
  expect(await told()).toEqual([
    { kind: 'import_applied', params: { name: 'package.zip', created: 601, overwritten: 0 }, link: linkTo(p.id) },
  ])
  const applied = await planned(s, p.id)
  expect((await undo(s, applied)).body.state).toBe('undone')
  expect(await told()).toEqual([])
})
