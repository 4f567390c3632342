/** J6: an import of many rows is written and put back in steps: others have their turn meanwhile, and at rest it is whole or not there. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startImports } from '#mock/areas/import/start.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Db } from '#mock/db/db.ts'
import type { ImportPackage } from '#src/contract/import/import.schema.ts'
import type { LivePlatform } from '#mock/platform.ts'
import {
  apply,
  beginApply,
  contents,
  dork,
  ghdb,
  holder,
  plan,
  rowsOf,
  undo,
  upload,
  zipped,
} from './support/import.ts'
import { type As, testServer, type TestServer } from './support/server.ts'

/** Breaks statements whose text matches, from the one after so many on, as often as said. */
const breaks: { on: RegExp | undefined; after: number; times: number } = { on: undefined, after: 0, times: 0 }
/** Most rows that one transaction has made. */
let most = 0
/** Pieces of long work that have begun: steps that write, batches of a plan, blocks of its digest. */
let pieces = 0
const piece = /^\s*(?:insert into r_dork|delete from r_dork|with mine as|with i as materialized)/
const watched = (db: Db): Db => ({
  ...db,
  query: async (sql, params) => {
    if (piece.test(sql)) pieces++
    return db.query(sql, params)
  },
  tx: (fn) => {
    let rows = 0
    return db.tx((q) =>
      fn({
        ...q,
        query: async (sql, params) => {
          if (piece.test(sql)) pieces++
          if (breaks.on?.test(sql) && breaks.after-- <= 0 && breaks.times-- > 0) throw new Error('the database is gone')
          const r = await q.query(sql, params as unknown[])
          if (/^\s*insert into r_dork/.test(sql))
            most = Math.max(most, (rows += JSON.parse(String(params?.[0])).length))
          return r as never
        },
      }),
    )
  },
})

let s: TestServer
beforeAll(async () => {
  s = await testServer({ wrap: watched })
})
afterAll(() => s.close())
beforeEach(async () => {
  Object.assign(breaks, { on: undefined, after: 0, times: 0 })
  most = 0
  await s.db.script('truncate r_tool, r_tool_category, r_dork, import_row, import_package, upload cascade')
})

const many = 700
const standing = zipped({ 'g.json': ghdb(dork(1, 'stands'), dork(2, 'stands too')) })
const package_ = zipped({
  'g.json': ghdb(dork(1, 'is rewritten'), ...Array.from({ length: many }, (_, i) => dork(i + 10, `query ${i}`))),
})
const look = (p: ImportPackage) => s.ok('GET /imports/:id', { params: { id: p.id } }, 'admin')
const rest = async (p: ImportPackage) => {
  await expect.poll(async () => (await look(p)).state).not.toMatch(/ing$/)
  return look(p)
}
const trail = async () =>
  (
    await s.db.query<{ action: string; result: string; code: string | null; details: Record<string, unknown> }>(
      `select action, result, code, details from audit where entity = 'import' order by seq`,
    )
  ).rows

/** Of ten, on a machine that is so slow that a call takes longer than work gives way. */
const few = 5
/** A call whose statements follow each other, as one after another is answered by another thread. */
async function longCall(): Promise<number> {
  const before = pieces
  for (let n = 0; n < 10; n++) {
    await s.db.query('select 1')
    await new Promise((next) => setImmediate(next))
  }
  return pieces - before
}
/** Most pieces of long work that went between the statements of one call, until the import is at rest. */
async function mostBetween(p: ImportPackage): Promise<number> {
  let between = 0
  const from = pieces
  for (let now = p; now.state.endsWith('ing'); now = await look(p)) {
    between = Math.max(between, await longCall())
    await new Promise((next) => setTimeout(next, 2))
  }
  expect(pieces - from).toBeGreaterThan(5)
  return between
}

describe('an import of many rows', () => {
  it('is written in steps while others are answered, and put back in steps to what was', async () => {
    await apply(s, await plan(s, standing))
    const before = await contents(s.db)
    const p = await plan(s, package_)
    most = 0
    const begun = await beginApply(s, p, 'overwrite')
    expect([begun.status, begun.body.state, begun.body.can]).toEqual([200, 'applying', ['cancel']])
    // the same consent again is the same apply, and nothing else is done to it meanwhile
    expect((await beginApply(s, p, 'overwrite')).body.state).toMatch(/^appl/)
    const seen = new Set<number>()
    for (let now = begun.body; now.state === 'applying'; now = await look(p)) {
      seen.add(now.progress)
      // calls of this process leave no turn to anything else
      await new Promise((next) => setTimeout(next, 5))
    }
    expect(seen.size).toBeGreaterThan(2)
    expect(most).toBeLessThanOrEqual(100)
    const applied = await look(p)
    expect(applied).toMatchObject({
      state: 'applied',
      progress: 1,
      details: { created: many, overwritten: 1, skipped: 0 },
    })
    expect((await trail()).at(-1)).toMatchObject({ action: 'import.applied', result: 'done', code: null })
    expect((await plan(s, package_)).counts).toEqual({ new: 0, same: many + 1, changed: 0, duplicate: 0, refused: 0 })

    const undone = (await undo(s, applied)).body
    expect(undone).toMatchObject({ state: 'undone', details: { removed: many, restored: 1, kept: {} } })
    expect(await contents(s.db)).toBe(before)
    const [end] = (await trail()).slice(-1)
    expect(end).toMatchObject({ action: 'import.undone', result: 'done' })
    const written = (await trail()).find((t) => t.action === 'import.applied')?.details
    expect(end?.details['content']).toEqual({
      before: (written?.['content'] as { after: string } | undefined)?.after,
      after: (written?.['content'] as { before: string } | undefined)?.before,
    })
  })

  it('goes back to the plan when what it was compared with changes meanwhile', async () => {
    await apply(s, await plan(s, standing))
    const p = await plan(s, package_)
    const steps = 3
    Object.assign(breaks, { on: /^insert into r_dork/, after: steps, times: 1 })
    const begun = await beginApply(s, p, 'overwrite')
    expect(begun.body.state).toBe('applying')
    // the last one of the file is there by now
    const { rows: some } = await s.db.query<{ data: Record<string, unknown> }>('select data from r_dork limit 1')
    const data = { ...some[0]?.data, query: `query ${many - 1}`, ghdb_id: many + 9 }
    const hand = { at: s.platform.now(), by: 'user-admin' }
    await s.db.tx((q) => documents('dork').insert(q, { id: s.platform.newId(), data: data as never }, hand))
    const back = await rest(p)
    expect(back).toMatchObject({
      state: 'planned',
      problem: 'plan_changed',
      progress: 0,
      can: ['choose', 'apply', 'remove'],
    })
    expect((await s.db.query('select 1 from r_dork')).count).toBe(3)
    await expect.poll(async () => (await look(p)).since?.rows).toBeGreaterThan(0)
    expect((await trail()).at(-1)).toMatchObject({ action: 'import.applied', result: 'refused', code: 'plan_changed' })
    // what it says now can be applied
    expect((await apply(s, await look(p), 'overwrite')).body).toMatchObject({ state: 'applied', problem: null })
    expect((await s.db.query('select 1 from r_dork')).count).toBe(many + 2)
  })

  it('tries a step that failed again, and puts everything back when it cannot be done', async () => {
    await apply(s, await plan(s, standing))
    const before = await contents(s.db)
    const p = await plan(s, package_)
    Object.assign(breaks, { on: /^insert into r_dork/, after: 4, times: 2 })
    expect((await apply(s, p, 'overwrite')).body).toMatchObject({ state: 'applied', details: { created: many } })
    const undone = (await undo(s, await look(p))).body
    expect(undone.state).toBe('undone')

    const again = await plan(s, package_)
    Object.assign(breaks, { on: /^insert into r_dork/, after: 4, times: 1000 })
    expect((await apply(s, again, 'overwrite')).body).toMatchObject({ state: 'planned', problem: 'busy' })
    expect(await contents(s.db)).toBe(before)
  })

  it('goes on where it was when its server died, forwards and back', async () => {
    const p = await plan(s, package_)
    // what a server leaves that died after some steps: the journal and its rows, and nobody at work
    Object.assign(breaks, { on: /^insert into r_dork/, after: 5, times: 1 })
    const { body: end } = await apply(s, p)
    expect(end.details).toMatchObject({ created: many + 1 })
    await s.db.query(
      `update import_package set state = 'undoing', tries = 0, work = jsonb_build_object('what', 'undo', 'at', $2::text, 'by', created_by,
         'phase', 0, 'after', 0, 'done', 0, 'all', $3::integer, 'created', 0, 'overwritten', 0, 'before', null,
         'undone', '{"removed":0,"restored":0,"kept":{}}'::jsonb) where id = $1`,
      [p.id, s.platform.now().toISOString(), many + 1],
    )
    await startImports(s.platform)
    expect(await rest(p)).toMatchObject({ state: 'undone', details: { removed: many + 1 } })
    expect((await s.db.query('select 1 from r_dork')).count).toBe(0)
  })

  it('that is changed since by others undoes nothing, says so and stays', async () => {
    const { body: applied } = await apply(s, await plan(s, package_))
    await s.db.query('update r_dork set version = version + 1')
    const { body: stays } = await undo(s, applied)
    expect(stays).toMatchObject({
      state: 'applied',
      problem: 'nothing_undone',
      details: { created: many + 1, kept: { changed_since: many + 1 } },
    })
    expect((await rowsOf(s, applied.id, 'new'))[0]?.reasons[0]?.rule).toBe('changed_since')
    expect((await look(applied)).can).toContain('undo')
  })

  /** Whatever is put back fails, until it does not any more. */
  const stuck = { on: /^delete from r_dork/, after: 3, times: 1000 }
  /** A server that is behind asks to be asked again. */
  const told = async (act: 'resume' | 'cancel' | 'undo', { id }: ImportPackage, version: number, as: As = 'admin') => {
    for (let n = 0; ; n++) {
      const r = await s.call(`POST /imports/:id/${act}`, { params: { id }, body: { version } }, as)
      if (r.problem?.code !== 'busy' || n > 200) return r
      await new Promise((next) => setTimeout(next, 20))
    }
  }
  const resume = (p: ImportPackage) => told('resume', p, p.version)
  const dorks = async () => (await s.db.query('select 1 from r_dork')).count

  it('that cannot be put back rests, says what is left and why, and goes on where it stopped', async () => {
    await apply(s, await plan(s, standing))
    const before = await contents(s.db)
    const { body: applied } = await apply(s, await plan(s, package_), 'overwrite')
    Object.assign(breaks, stuck)
    const { body: stopped } = await undo(s, applied)
    const left = (await dorks()) - 2
    expect(stopped).toMatchObject({
      state: 'interrupted',
      interrupted: { to: 'undone', done: many + 1 - left, left, cause: 'internal' },
      can: ['resume'],
    })
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(many)
    expect((await trail()).at(-1)).toMatchObject({ action: 'import.interrupted', result: 'refused', code: 'internal' })

    // servers that start leave it alone
    await startImports(s.platform)
    await (s.platform as LivePlatform).settled()
    expect((await look(applied)).state).toBe('interrupted')
    expect((await told('undo', applied, stopped.version)).problem.code).toBe('not_allowed_in_state')

    // the same again, and then it can be done
    expect((await resume({ ...stopped, version: 1 })).problem.code).toBe('stale_version')
    breaks.times = 1000
    expect((await resume(stopped)).body).toMatchObject({ state: 'undoing' })
    const again = await rest(applied)
    expect(again).toMatchObject({ state: 'interrupted', interrupted: stopped.interrupted })
    breaks.times = 0
    await resume(again)
    const undone = await rest(applied)
    expect(undone).toMatchObject({ state: 'undone', problem: null, details: { removed: many, restored: 1 } })
    expect(undone.interrupted).toBeUndefined()
    expect(await contents(s.db)).toBe(before)
  })

  it('that can neither be written nor put back rests in between, and becomes a plan again', async () => {
    await apply(s, await plan(s, standing))
    const before = await contents(s.db)
    const p = await plan(s, package_)
    Object.assign(breaks, { on: /^insert into r_dork|^delete from r_dork/, after: 4, times: 1000 })
    const { body: stopped } = await apply(s, p, 'overwrite')
    expect(stopped).toMatchObject({ state: 'interrupted', interrupted: { to: 'planned', done: 0 } })
    expect(stopped.interrupted?.left).toBeGreaterThan(0)
    expect(stopped.interrupted?.left).toBeLessThan(many)
    breaks.times = 0
    expect((await resume(stopped)).status).toBe(200)
    expect(await rest(p)).toMatchObject({ state: 'planned', problem: 'busy' })
    expect(await contents(s.db)).toBe(before)
  })

  it('that servers die at again and again is given up by the one that comes next', async () => {
    const { body: applied } = await apply(s, await plan(s, package_))
    Object.assign(breaks, stuck)
    const { body: stopped } = await undo(s, applied)
    // what servers leave that died at this step
    const dying = (state: string, what: string, tries: number) =>
      s.db.query(
        `update import_package set state = $2, tries = $4, work = jsonb_set(work, '{what}', to_jsonb($3::text)) where id = $1`,
        [applied.id, state, what, tries],
      )
    breaks.times = 0
    await dying('undoing', 'undo', 3)
    await startImports(s.platform)
    expect(await rest(applied)).toMatchObject({
      state: 'interrupted',
      interrupted: { ...stopped.interrupted, cause: 'restarts' },
    })
    // one that died less often goes on
    await dying('undoing', 'undo', 2)
    await startImports(s.platform)
    expect(await rest(applied)).toMatchObject({ state: 'undone' })
    expect(await dorks()).toBe(0)
  })

  it('is cancelled by whoever applies it, and is the plan it was', async () => {
    await apply(s, await plan(s, standing))
    const before = await contents(s.db)
    const p = await plan(s, package_)
    const cancel = (version: number, as?: As) => told('cancel', p, version, as)
    const other = await holder(s, 'resource-import', 'resource-import-screen', 'ghdb', 'tool')
    expect((await cancel(p.version)).problem.code).toBe('not_allowed_in_state')
    const begun = (await beginApply(s, p, 'overwrite')).body
    await expect.poll(dorks, { interval: 1 }).toBeGreaterThan(0)
    expect((await cancel(begun.version, other)).problem.code).toBe('no_operation_permission')
    expect((await s.ok('GET /imports/:id', { params: { id: p.id } }, other)).can).toEqual([])
    expect((await cancel(begun.version - 1)).problem.code).toBe('stale_version')
    const turned = await cancel(begun.version)
    expect(turned.body).toMatchObject({ state: 'undoing', can: [] })
    expect((await cancel(turned.body.version)).problem.code).toBe('not_allowed_in_state')
    const back = await rest(p)
    expect(back).toMatchObject({
      state: 'planned',
      problem: null,
      progress: 0,
      counts: p.counts,
      can: ['choose', 'apply', 'remove'],
    })
    expect(back.cancelled_by).toBeTruthy()
    // nothing stands otherwise than the plan said
    expect((await look(p)).since).toBeUndefined()
    expect(await contents(s.db)).toBe(before)
    expect((await trail()).map((t) => t.action).slice(-2)).toEqual(['import.cancel', 'import.cancelled'])
    const { body: applied } = await apply(s, await look(p), 'overwrite')
    expect(applied).toMatchObject({ state: 'applied', details: { created: many, overwritten: 1 } })
    expect(applied.cancelled_by).toBeUndefined()
  })

  it('that is cancelled as its last row is written is put back all the same', async () => {
    const p = await plan(s, package_)
    const begun = (await beginApply(s, p)).body
    await expect.poll(dorks, { interval: 1 }).toBe(many + 1)
    const r = await told('cancel', p, begun.version)
    const end = await rest(p)
    expect([r.status, end.state, await dorks()]).toEqual(
      r.status === 200 ? [200, 'planned', 0] : [409, 'applied', many + 1],
    )
  })

  it('gives way to calls: pieces of it go between calls, and not between the statements of one', async () => {
    const upload_id = await upload(s, package_)
    const begun = await s.ok('POST /imports', { body: { upload_id } }, 'admin')
    expect(await mostBetween(begun)).toBeLessThan(few)
    const p = await look(begun)
    expect(await mostBetween((await beginApply(s, p)).body)).toBeLessThan(few)
    const applied = await look(p)
    const undoing = await s.ok(
      'POST /imports/:id/undo',
      { params: applied, body: { version: applied.version } },
      'admin',
    )
    expect(await mostBetween(undoing)).toBeLessThan(few)
  })
})
