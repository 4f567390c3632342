import fs from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '#mock/db/db.ts'
import type { LivePlatform } from '#mock/platform.ts'
import { uploadsIn } from '#mock/import/plan/parts.ts'
import { list, plan, planned, scanner, upload, zipped } from './support/import.ts'
import { testServer, type TestServer } from './support/server.ts'

/** Statements that match fail. */
let broken: RegExp | undefined
/** Statements that match wait while it is shut, so that a planning can be met at any place; `came` counts them also afterwards. */
const gate: { on: RegExp | undefined; shut: boolean; waiting: (() => void)[]; came: number } = {
  on: undefined,
  shut: false,
  waiting: [],
  came: 0,
}
const gated = (db: Db): Db => ({
  ...db,
  async query(sql, params) {
    if (broken?.test(sql)) throw new Error('the disk is gone')
    if (gate.on?.test(sql)) {
      gate.came++
      if (gate.shut) await new Promise<void>((pass) => gate.waiting.push(pass))
    }
    return db.query(sql, params)
  },
})
const shut = (on: RegExp) => Object.assign(gate, { on, shut: true, came: 0 })
const open = () => {
  gate.shut = false
  for (const pass of gate.waiting.splice(0)) pass()
}

let s: TestServer
const settled = () => (s.platform as LivePlatform).settled()
const errors: unknown[] = []
beforeAll(async () => {
  const log = { info() {}, warn() {}, error: (fields: object) => void errors.push(fields) }
  s = await testServer({ wrap: gated, log })
})
afterAll(() => s.close())
beforeEach(async () => {
  errors.length = 0
  await s.db.script('truncate import_row, import_package, upload cascade')
  fs.rmSync(uploadsIn(s.platform.files), { recursive: true, force: true })
})

/** More rows than one statement holds. */
const tools = list(...Array.from({ length: 1200 }, (_, i) => scanner(`Tool ${i}`)))
/** A planning that stands still before a statement. */
async function standing(on: RegExp): Promise<string> {
  const upload_id = await upload(s, zipped({ 'networking.json': tools }))
  shut(on)
  const { id } = await s.ok('POST /imports', { body: { upload_id } }, 'admin')
  // its thread has to start first
  await expect.poll(() => gate.waiting.length).toBe(1)
  return id
}
const left = async () => ({
  rows: (await s.db.query('select 1 from import_row')).count,
  uploads: (await s.db.query('select 1 from upload')).count,
  folders: fs.existsSync(uploadsIn(s.platform.files)) ? fs.readdirSync(uploadsIn(s.platform.files)) : [],
})
const nothing = { rows: 0, uploads: 0, folders: [] }

describe('a planning that is given up', () => {
  it.each([
    ['as its archive is put together', /^update import_package set progress/],
    ['before its first rows', /insert into import_row/],
    ['as it ends', /^update import_package set sha256/],
  ])('%s: it ends, and nothing of it is left', async (_, on) => {
    const id = await standing(on)
    const p = await s.ok('GET /imports/:id', { params: { id } }, 'admin')
    expect([p.state, p.can]).toEqual(['planning', ['remove']])
    await s.ok('DELETE /imports/:id', { params: { id } }, 'admin')
    expect((await s.call('GET /imports/:id', { params: { id } }, 'admin')).status).toBe(404)
    open()
    await settled()
    expect(await left()).toEqual(nothing)
    // it read no further than the statement it stood before, and nothing failed on the way
    expect([gate.came, errors]).toEqual([1, []])
  })

  it('makes room for another at once', async () => {
    const ids: string[] = []
    for (let i = 0; i < 4; i++) {
      const as = i < 2 ? 'admin' : 'second-admin'
      const upload_id = await upload(s, zipped({ [`${i}.json`]: tools }), as, `${i}.zip`)
      if (i === 0) shut(/insert into import_row/)
      ids.push((await s.ok('POST /imports', { body: { upload_id } }, as)).id)
    }
    await expect.poll(() => gate.waiting.length).toBe(4)
    const upload_id = await upload(s, zipped({ 'networking.json': list(scanner('Nmap')) }), 'super')
    const begin = () => s.call('POST /imports', { body: { upload_id } }, 'super')
    expect((await begin()).problem.code).toBe('busy')
    await s.ok('DELETE /imports/:id', { params: { id: ids[0] ?? '' } }, 'admin')
    const r = await begin()
    expect(r.status).toBe(200)
    open()
    expect(await planned(s, r.body.id)).toMatchObject({ state: 'planned' })
    for (const id of ids.slice(1)) expect(await planned(s, id)).toMatchObject({ state: 'planned' })
    await settled()
    expect((await left()).folders).toEqual([])
  })

  it('is one step of the audit trail', async () => {
    const id = await standing(/insert into import_row/)
    await s.ok('DELETE /imports/:id', { params: { id } }, 'admin')
    open()
    await settled()
    const { rows } = await s.db.query<{ action: string; result: string }>(
      `select action, result from audit where entity = 'import' and entity_id = $1 order by at, seq`,
      [id],
    )
    expect(rows.map((r) => `${r.action} ${r.result}`).sort()).toEqual(['import.plan done', 'import.remove done'])
  })

  it('leaves a plan that was ready before to be discarded as ever', async () => {
    const p = await plan(s, zipped({ 'networking.json': list(scanner('Nmap')) }))
    expect(p.can).toContain('remove')
    await s.ok('DELETE /imports/:id', { params: { id: p.id } }, 'admin')
    await settled()
    expect(await left()).toEqual(nothing)
  })
})

describe('a planning that fails', () => {
  it('says at which file, and the log says why', async () => {
    broken = /insert into import_row/
    const p = await plan(s, zipped({ 'good.json': list(scanner('Nmap')), 'networking.json': tools })).finally(
      () => (broken = undefined),
    )
    expect(p).toMatchObject({
      state: 'failed',
      problem: 'archive_refused',
      details: { code: 'reading_failed', entry: 'networking.json' },
    })
    expect(errors).toMatchObject([{ event: 'import-failed', error: { message: 'the disk is gone' } }])
  })
})
