/** D8: Applying a plan: exactly what was shown, all of it or nothing. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startImports } from '#mock/areas/import/start.ts'
import type { Db } from '#mock/db/db.ts'
import type { ImportPackage } from '#src/contract/import/import.schema.ts'
import {
  apply,
  contents,
  dork,
  type Files,
  ghdb,
  holder,
  list,
  plan,
  planned,
  rowsOf,
  scanner,
  undo,
  upload,
  zipped,
} from './support/import.ts'
import { testServer, type TestServer } from './support/server.ts'

/** Breaks the database after so many more statements whose text matches. */
const breaks: { on: RegExp | undefined; after: number } = { on: undefined, after: 0 }
const breakable = (db: Db): Db => ({
  ...db,
  tx: (fn) =>
    db.tx((q) =>
      fn({
        ...q,
        query: (sql, params) => {
          if (breaks.on?.test(sql) && breaks.after-- <= 0) throw new Error('the database is gone')
          return q.query(sql, params)
        },
      }),
    ),
})

let s: TestServer
beforeAll(async () => {
  s = await testServer({ wrap: breakable })
})
afterAll(() => s.close())
beforeEach(async () => {
  breaks.on = undefined
  await s.db.script('truncate r_tool, r_tool_category, r_dork, import_row, import_package, upload cascade')
})

const bring = async (files: Files, on: 'ask' | 'skip' | 'overwrite' = 'ask'): Promise<ImportPackage> => {
  const r = await apply(s, await plan(s, zipped(files)), on)
  expect(r.status, JSON.stringify(r.problem)).toBe(200)
  return r.body
}
const look = (p: ImportPackage) => s.ok('GET /imports/:id', { params: { id: p.id } }, 'admin')
const choose = (p: ImportPackage, body: object) =>
  s.send('PUT /imports/:id/choice', { params: { id: p.id }, body: { version: p.version, ...body } }, 'admin')
const toolNamed = async (name: string) => {
  const [tool] = (await s.ok('GET /tools', { query: { q: name } }, 'admin')).items
  if (!tool) throw new Error(`no tool ${name}`)
  return tool
}
const rewrite = async (name: string, summary: string) => {
  const { id, version, category_id, website, ...rest } = await toolNamed(name)
  await s.ok(
    'PUT /tools/:id',
    { params: { id }, body: { version, name: rest.name, category_id, website, summary } },
    'admin',
  )
}
const summaries = async () =>
  (await s.ok('GET /tools', { query: { page_size: 200 } }, 'admin')).items.map((t) => `${t.name}: ${t.summary}`)
const two = { 'networking.json': list(scanner('Nmap'), scanner('Zmap')) }
const newer = {
  'networking.json': list(
    scanner('Nmap', { description: 'new' }),
    scanner('Zmap', { description: 'new' }),
    scanner('Masscan'),
  ),
}

describe('rows that stand already', () => {
  it('are asked about: nothing is overwritten without a word', async () => {
    await bring(two)
    const p = await plan(s, zipped(newer))
    const before = await contents(s.db)
    const r = await apply(s, p)
    expect([r.status, r.problem.code, r.problem.details]).toEqual([409, 'duplicate_data', { changed: 2 }])
    expect(await contents(s.db)).toBe(before)
    expect(await look(p)).toMatchObject({ state: 'planned', digest: p.digest })
    // a question is no refusal
    const { rows: log } = await s.db.query(
      `select 1 from audit where entity = 'import' and entity_id = $1 and result <> 'done'`,
      [p.id],
    )
    expect(log).toEqual([])
  })

  it('are skipped or overwritten as a whole, or one by one', async () => {
    await bring(two)
    expect(await bring(newer, 'skip')).toMatchObject({ details: { created: 1, overwritten: 0, skipped: 2 } })
    expect(await summaries()).toEqual(['Masscan: Masscan scans', 'Nmap: Nmap scans', 'Zmap: Zmap scans'])
    const p = await plan(s, zipped(newer))
    const [nmap] = await rowsOf(s, p.id, 'changed')
    const chosen = await choose(p, { rows: [nmap?.n], choice: 'skip' })
    expect((await apply(s, chosen.body as never, 'overwrite')).body.details).toEqual({
      created: 0,
      overwritten: 1,
      skipped: 1,
    })
    expect(await summaries()).toEqual(['Masscan: Masscan scans', 'Nmap: Nmap scans', 'Zmap: new'])
    await bring(newer, 'overwrite')
    expect(await summaries()).toEqual(['Masscan: Masscan scans', 'Nmap: new', 'Zmap: new'])
  })

  it('make a second run of the same package do nothing at all', async () => {
    await bring(newer)
    const before = await contents(s.db)
    const again = await plan(s, zipped(newer))
    expect(again.counts).toEqual({ new: 0, same: 4, changed: 0, duplicate: 0, refused: 0 })
    expect((await apply(s, again)).body).toMatchObject({
      state: 'applied',
      details: { created: 0, overwritten: 0, skipped: 0 },
    })
    expect(await contents(s.db)).toBe(before)
  })
})

describe('a choice', () => {
  it('changes the digest, and an older digest is not taken', async () => {
    const p = await plan(s, zipped(two))
    const { body: chosen } = (await choose(p, { rows: [3], choice: 'skip' })) as unknown as { body: ImportPackage }
    expect(chosen.digest).not.toBe(p.digest)
    const r = await apply(s, p)
    expect([r.status, r.problem.code]).toEqual([409, 'plan_changed'])
    expect(((await choose(chosen, { verdict: 'new', choice: 'take' })).body as never as ImportPackage).digest).toBe(
      p.digest,
    )
    expect((await apply(s, p)).status).toBe(200)
  })

  it('names rows that are there and leave it, of the version that was read', async () => {
    await bring(two)
    const p = await plan(s, zipped({ 'networking.json': list(scanner('Nmap'), scanner('Masscan'), { name: 'Bad' }) }))
    const refusal = async (body: object) => {
      const { status, problem } = await choose(p, body)
      return [status, problem.code, problem.details?.fields?.map((f) => `${f.path} ${f.rule}`)]
    }
    expect(await refusal({ choice: 'take' })).toEqual([422, 'validation', ['rows required']])
    expect(await refusal({ choice: 'take', rows: [3, 4, 2, 99, -1] })).toEqual([
      422,
      'validation',
      ['rows.1 choice_of_verdict', 'rows.2 choice_of_verdict', 'rows.3 unknown_row', 'rows.4 unknown_row'],
    ])
    expect(await refusal({ choice: 'ask', verdict: 'new' })).toEqual([422, 'validation', ['choice choice_of_verdict']])
    expect((await refusal({ choice: 'skip', rows: [3], version: 1 })).slice(0, 2)).toEqual([409, 'stale_version'])
    expect((await look(p)).digest).toBe(p.digest)
    const applied = await apply(s, p)
    expect((await choose(applied.body, { choice: 'skip', rows: [3] })).problem.code).toBe('not_allowed_in_state')
  })
})

describe('a plan that no longer holds', () => {
  /** Applies what was previewed after something happened; what is previewed then is what is applied. */
  async function after(
    files: Files,
    happens: () => Promise<unknown>,
  ): Promise<{ now: ImportPackage; verdicts: string[] }> {
    const p = await plan(s, zipped(files))
    await happens()
    const before = await contents(s.db)
    const r = await apply(s, p, 'overwrite')
    expect([r.status, r.problem.code]).toEqual([409, 'plan_changed'])
    expect(await contents(s.db)).toBe(before)
    const now = await look(p)
    expect(now.digest).not.toBe(p.digest)
    // who asked is told what came out otherwise, and so is whoever looks at the plan from now on
    expect(r.problem.details?.['since']).toEqual(now.since)
    expect((await apply(s, p, 'overwrite')).problem.code).toBe('plan_changed')
    const verdicts = (await rowsOf(s, p.id)).map((row) => `${row.label} ${row.verdict} ${row.choice}`)
    return { now, verdicts }
  }

  it('because a row it would overwrite was changed', async () => {
    await bring(two)
    const { now, verdicts } = await after(newer, () => rewrite('Nmap', 'by hand'))
    expect(verdicts).toEqual(['Networking same skip', 'Nmap changed ask', 'Zmap changed ask', 'Masscan new take'])
    expect(now.since).toEqual({
      at: s.clock.now().toISOString(),
      rows: 1,
      moves: [{ before: 'changed', now: 'changed', rows: 1 }],
      first: [{ n: 2, resource: 'tool', label: 'Nmap', before: 'changed', now: 'changed' }],
    })
    expect((await rowsOf(s, now.id, 'changed'))[0]?.difference).toEqual([
      { field: 'summary', before: 'by hand', after: 'new' },
    ])
    expect((await apply(s, now, 'overwrite')).status).toBe(200)
  })

  it('asks again about what somebody agreed to overwrite, and leaves skipped what was skipped', async () => {
    await bring(two)
    const p = await plan(s, zipped(newer))
    const [nmap, zmap] = await rowsOf(s, p.id, 'changed')
    const taken = (await choose(p, { rows: [nmap?.n], choice: 'take' })).body as never as ImportPackage
    const chosen = (await choose(taken, { rows: [zmap?.n], choice: 'skip' })).body as never as ImportPackage
    await rewrite('Nmap', 'by hand')
    await rewrite('Zmap', 'by hand')
    expect((await apply(s, chosen)).problem.code).toBe('plan_changed')
    expect((await rowsOf(s, p.id, 'changed')).map((r) => `${r.label} ${r.choice}`)).toEqual(['Nmap ask', 'Zmap skip'])
    expect((await apply(s, await look(p))).problem).toMatchObject({ code: 'duplicate_data', details: { changed: 1 } })
  })

  it('because a row that was the same was changed', async () => {
    await bring(two)
    const { verdicts } = await after(two, () => rewrite('Nmap', 'by hand'))
    expect(verdicts).toEqual(['Networking same skip', 'Nmap changed ask', 'Zmap same skip'])
  })

  it('because a row it would make was made', async () => {
    await bring({ 'networking.json': list(scanner('Nmap')) })
    const { category_id } = await toolNamed('Nmap')
    const { now, verdicts } = await after(two, () =>
      s.ok(
        'POST /tools',
        { body: { name: 'ZMAP', category_id, summary: 'Zmap scans', website: 'https://a.example' } },
        'admin',
      ),
    )
    expect(verdicts).toEqual(['Networking same skip', 'Nmap same skip', 'Zmap changed ask'])
    expect(now.since?.moves).toEqual([{ before: 'new', now: 'changed', rows: 1 }])
    const applied = await apply(s, now, 'skip')
    expect([applied.status, applied.body.since]).toEqual([200, undefined])
    expect((await s.ok('GET /tools', {}, 'admin')).total).toBe(2)
  })

  it('because rows it knew were removed, their category with them', async () => {
    await bring(two)
    const { now, verdicts } = await after(two, async () => {
      const { items } = await s.ok('GET /tools', {}, 'admin')
      await s.ok('POST /tools/remove', { body: { ids: items.map((t) => t.id) } }, 'admin')
      const { items: categories } = await s.ok('GET /tool-categories', {}, 'admin')
      await s.ok('DELETE /tool-categories/:id', { params: { id: categories[0]?.id ?? '' } }, 'admin')
    })
    expect(verdicts).toEqual(['Networking new take', 'Nmap new take', 'Zmap new take'])
    expect((await apply(s, now)).status).toBe(200)
    expect(await toolNamed('Zmap')).toMatchObject({ category_name: 'Networking' })
  })

  it('because the category it would make was made', async () => {
    const { now, verdicts } = await after(two, () =>
      s.ok('POST /tool-categories', { body: { name: 'NETWORKING' } }, 'admin'),
    )
    expect(verdicts).toEqual(['Networking same skip', 'Nmap new take', 'Zmap new take'])
    expect((await apply(s, now)).status).toBe(200)
    expect(await toolNamed('Zmap')).toMatchObject({ category_name: 'NETWORKING' })
  })

  it('says nothing of rows that only were saved again as they are, and names no more than it can show', async () => {
    await bring(two)
    const p = await plan(s, zipped(two))
    await rewrite('Nmap', 'Nmap scans')
    const r = await apply(s, p)
    expect([r.problem.code, r.problem.details?.['since']]).toMatchObject(['plan_changed', { rows: 0, first: [] }])
    expect((await look(p)).since).toBeUndefined()
    const many = await plan(
      s,
      zipped({ 'networking.json': list(...Array.from({ length: 30 }, (_, i) => scanner(`T ${i}`))) }),
    )
    await bring({ 'networking.json': list(...Array.from({ length: 30 }, (_, i) => scanner(`T ${i}`))) })
    expect((await apply(s, many)).problem.code).toBe('plan_changed')
    const { since } = await look(many)
    expect([since?.rows, since?.moves, since?.first.length]).toEqual([
      30,
      [{ before: 'new', now: 'same', rows: 30 }],
      20,
    ])
  })

  it('because its rows are not what was previewed', async () => {
    const p = await plan(s, zipped(two))
    await s.db.query(`update import_row set data = jsonb_set(data, '{summary}', '"slipped in"') where n = 3`)
    expect((await apply(s, p)).problem.code).toBe('plan_changed')
    expect((await s.ok('GET /tools', {}, 'admin')).total).toBe(0)
  })
})

describe('applying', () => {
  it('is all or nothing: a failure in the middle leaves what was', async () => {
    await bring(two)
    const tools = Array.from({ length: 250 }, (_, i) => scanner(`Tool ${i}`))
    const p = await plan(
      s,
      zipped({
        'networking.json': list(...tools, scanner('Nmap', { description: 'new' })),
        'g.json': ghdb(dork(1, 'a')),
      }),
    )
    const before = await contents(s.db)
    for (const [on, ...nth] of [
      [/^insert into r_/, 0, 1],
      [/^update (r_|import_)/, 0, 2, 3],
      [/^insert into audit|added as/, 0],
    ] as const)
      for (const n of nth) {
        breaks.on = on
        breaks.after = n
        expect((await apply(s, p, 'overwrite')).status, `${on} ${n}`).toBe(503)
        breaks.on = undefined
        expect(await contents(s.db), `${on} ${n}`).toBe(before)
        expect(await look(p)).toMatchObject({ state: 'planned', digest: p.digest })
      }
    expect((await apply(s, p, 'overwrite')).body.details).toEqual({ created: 251, overwritten: 1, skipped: 0 })
  })

  it('happens once, however often it is asked for', async () => {
    const p = await plan(s, zipped(two))
    const all = await Promise.all([1, 2, 3].map(() => apply(s, p)))
    expect(all.map((r) => [r.status, r.body.state])).toEqual([1, 2, 3].map(() => [200, 'applied']))
    expect((await s.ok('GET /tools', {}, 'admin')).total).toBe(2)
    expect((await s.db.query(`select 1 from r_tool where version <> 1`)).count).toBe(0)
  })

  it('shows the tools to everybody, as those made by hand are', async () => {
    await bring(two)
    expect((await s.ok('GET /tools', {}, 'student')).items.map((t) => t.name)).toEqual(['Nmap', 'Zmap'])
  })

  it('asks for the right to write again', async () => {
    const who = await holder(s, 'resource-import', 'tool-manage', 'tool-category')
    const p = await plan(s, zipped(two), who)
    expect((await apply(s, p, 'ask', who)).status).toBe(200)
    const less = await holder(s, 'resource-import')
    expect((await undo(s, await look(p), less)).problem.code).toBe('no_operation_permission')
  })
})

describe('undo', () => {
  it('puts back exactly what stood before', async () => {
    await bring({ ...two, 'ghdb.json': ghdb(dork(1, 'a'), dork(2, 'b')) })
    await rewrite('Nmap', 'by hand')
    const before = await contents(s.db)
    const applied = await bring(
      {
        ...newer,
        'cloud.json': list(scanner('Pacu')),
        'ghdb.json': ghdb(dork(1, 'a', { date: '2021-01-01' }), dork(3, 'c')),
      },
      'overwrite',
    )
    expect(applied.details).toEqual({ created: 4, overwritten: 3, skipped: 0 })
    expect(await contents(s.db)).not.toBe(before)
    const r = await undo(s, applied)
    expect(r.body).toMatchObject({ state: 'undone', details: { removed: 4, restored: 3, kept: {} }, can: [] })
    expect(await contents(s.db)).toBe(before)
    expect(await toolNamed('Nmap')).toMatchObject({ summary: 'by hand' })
    expect((await undo(s, r.body)).problem.code).toBe('not_allowed_in_state')
  })

  it('does what its preview showed, and nothing where that is something else by now', async () => {
    const applied = await bring({ 'pair.json': list(scanner('Seen One'), scanner('Seen Two')) })
    const params = { id: applied.id }
    const look = () => s.ok('GET /imports/:id/undo', { params }, 'admin')
    const agreed = (digest: string) =>
      s.call('POST /imports/:id/undo', { params, body: { version: applied.version, digest } }, 'admin')
    const seen = await look()
    expect((await look()).digest).toBe(seen.digest)
    await rewrite('Seen One', 'by hand')
    expect((await agreed(seen.digest)).problem.code).toBe('undo_changed')
    expect(await toolNamed('Seen Two')).toBeTruthy()
    const now = await look()
    expect([seen.removed - now.removed, now.kept]).toEqual([2, { changed_since: 1, in_use: 1 }])
    expect((await agreed(now.digest)).body).toMatchObject({ state: 'undone', details: { kept: { changed_since: 1 } } })
  })

  it('that would undo nothing says so, and the import stays', async () => {
    const applied = await bring({ 'lonely.json': list(scanner('Lonely')) })
    await rewrite('Lonely', 'somebody else')
    const refused = await undo(s, applied)
    expect(refused.status).toBe(409)
    expect(refused.problem).toMatchObject({ code: 'nothing_undone', details: { kept: { changed_since: 1 } } })
    expect((await s.ok('GET /imports/:id', { params: { id: applied.id } }, 'admin')).state).toBe('applied')
    expect(await toolNamed('Lonely')).toMatchObject({ summary: 'somebody else' })
  })

  it('finds what it put back: lists and searches see the old text', async () => {
    await bring(two)
    const applied = await bring({ 'networking.json': list(scanner('Nmap', { description: 'quokka' })) }, 'overwrite')
    const found = async (q: string) => (await s.ok('GET /tools', { query: { q } }, 'admin')).total
    expect(await found('quokka')).toBe(1)
    await undo(s, applied)
    expect([await found('quokka'), await found('nmap scans')]).toEqual([0, 1])
  })

  it('keeps rows that somebody changed, removed or began to use since, and says so at each', async () => {
    await bring(two)
    const applied = await bring({ ...newer, 'cloud.json': list(scanner('Pacu'), scanner('Prowler')) }, 'overwrite')
    await rewrite('Nmap', 'by hand')
    await rewrite('Pacu', 'by hand')
    const zmap = await toolNamed('Zmap')
    await s.ok('DELETE /tools/:id', { params: { id: zmap.id } }, 'admin')
    const r = await undo(s, applied)
    expect(r.body.details).toMatchObject({
      removed: 2,
      restored: 0,
      kept: { changed_since: 2, removed_since: 1, in_use: 1 },
    })
    expect(await summaries()).toEqual(['Nmap: by hand', 'Pacu: by hand'])
    expect((await toolNamed('Pacu')).category_name).toBe('Cloud')
    const kept = (await rowsOf(s, applied.id))
      .filter((row) => row.reasons.length)
      .map((row) => `${row.label} ${row.reasons[0]?.rule}`)
    expect(kept.sort()).toEqual(['Cloud in_use_by', 'Nmap changed_since', 'Pacu changed_since', 'Zmap removed_since'])
  })

  it('names what uses a row that stays, and is finished when nothing does any more', async () => {
    const applied = await bring({ 'radio.json': list(scanner('Kismet')) })
    const by = await s.ok(
      'POST /tools',
      { body: { name: 'Sniffer', category_id: (await toolNamed('Kismet')).category_id, summary: '' } },
      'admin',
    )
    const first = (await undo(s, applied)).body
    expect(first).toMatchObject({ state: 'undone', can: ['undo'], details: { removed: 1, kept: { in_use: 1 } } })
    const stayed = async () =>
      (await s.ok('GET /imports/:id/rows', { params: { id: applied.id }, query: { stayed: 'yes' } }, 'admin')).items
    const said = { path: '', rule: 'in_use_by', params: { names: '“Sniffer”', n: 1, more: 0 } }
    expect((await stayed()).map((r) => [r.label, r.reasons])).toEqual([['Radio', [said]]])
    const again = await undo(s, first)
    expect(again.problem).toMatchObject({
      code: 'nothing_undone',
      details: { n: 1, kept: { in_use: 1 }, first: [{ label: 'Radio', why: 'in_use' }] },
    })
    await s.ok('DELETE /tools/:id', { params: { id: by.id } }, 'admin')
    const last = (await undo(s, first)).body
    expect(last).toMatchObject({ state: 'undone', can: [], details: { removed: 1, kept: {} } })
    expect(await stayed()).toEqual([])
    expect((await undo(s, last)).problem.code).toBe('not_allowed_in_state')
  })

  it('says of a second apply that it wrote nothing', async () => {
    const p = await plan(s, zipped(two))
    const first = (await apply(s, p)).body
    expect([first.state, first.repeated]).toEqual(['applied', undefined])
    expect((await apply(s, p)).body).toMatchObject({ state: 'applied', repeated: true })
  })

  it('never gives a version out twice: a form that is open on the imported text does not pass for up to date', async () => {
    await bring(two)
    const applied = await bring(newer, 'overwrite')
    const open = await toolNamed('Nmap')
    await undo(s, applied)
    await rewrite('Nmap', 'by hand')
    const { id, version, name, category_id } = open
    const r = await s.call(
      'PUT /tools/:id',
      { params: { id }, body: { version, name, category_id, summary: 'from the open form' } },
      'admin',
    )
    expect(r.problem.code).toBe('stale_version')
  })

  it('is all or nothing', async () => {
    await bring(two)
    const applied = await bring(newer, 'overwrite')
    const before = await contents(s.db)
    for (const on of [/^delete from r_/, /^update r_/, /^update import_package/, /^insert into audit|added as/]) {
      breaks.on = on
      breaks.after = 0
      expect((await undo(s, applied)).status, String(on)).toBe(503)
      breaks.on = undefined
      expect(await contents(s.db)).toBe(before)
    }
    expect((await undo(s, applied)).status).toBe(200)
  })

  it('takes the audience of a tool away with it', async () => {
    const applied = await bring(two)
    const { id } = await toolNamed('Nmap')
    await s.db.query(
      `insert into audience (resource, entity_id, kind, target) values ('tool', $1, 'role', 'role-student')`,
      [id],
    )
    await undo(s, applied)
    expect((await s.db.query('select 1 from audience')).count).toBe(0)
  })
})

describe('the audit trail of an import', () => {
  it('has a row per step with its counts, and the content is the same before it and after its undo', async () => {
    await bring(two)
    const p = await plan(s, zipped(newer))
    const applied = (await apply(s, p, 'overwrite')).body
    await undo(s, applied)
    const { rows } = await s.db.query<{
      action: string
      result: string
      before_hash: string
      after_hash: string
      details: Record<string, never>
    }>(
      // several chains run side by side on PostgreSQL: their numbers say nothing about time
      `select action, result, before_hash, after_hash, details from audit where entity = 'import' and entity_id = $1
       order by array_position(array['import.plan', 'import.planned', 'import.apply', 'import.undo'], action)`,
      [p.id],
    )
    expect(rows.map((r) => [r.action, r.result])).toEqual([
      ['import.plan', 'done'],
      ['import.planned', 'done'],
      ['import.apply', 'done'],
      ['import.undo', 'done'],
    ])
    const [, ready, done, undone] = rows.map((r) => r.details as Record<string, unknown>)
    expect(ready).toMatchObject({ counts: { new: 1, same: 1, changed: 2, refused: 0 }, digest: p.digest })
    expect(done).toMatchObject({ created: 1, overwritten: 2, skipped: 0, digest: p.digest })
    expect(undone).toMatchObject({ removed: 1, restored: 2, kept: {} })
    const content = (d: Record<string, unknown> | undefined) => d?.['content'] as { before: string; after: string }
    expect(content(done).before).not.toBe(content(done).after)
    expect(content(undone)).toEqual({ before: content(done).after, after: content(done).before })
    for (const r of rows.slice(2)) expect(r.before_hash && r.after_hash && r.before_hash !== r.after_hash).toBe(true)
  })
})

describe('a server that starts after one that died', () => {
  /** Long ago: another server on the same database counts as dead when it has been silent for some minutes. */
  const ago = () => new Date(s.clock.now().getTime() - 600_000).toISOString()
  const state = (p: ImportPackage, to: string) =>
    s.db.query('update import_package set state = $2, beat_at = $3 where id = $1', [p.id, to, ago()])

  it('takes back what was being applied or undone, for nothing of it was written', async () => {
    const p = await plan(s, zipped(two))
    await state(p, 'applying')
    await startImports(s.platform)
    const back = await look(p)
    expect(back).toMatchObject({ state: 'planned', digest: p.digest })
    const applied = (await apply(s, back)).body
    await state(applied, 'undoing')
    await startImports(s.platform)
    expect(await look(p)).toMatchObject({ state: 'applied' })
  })

  /** An import whose server died while it was planned, by somebody who may write these resources. */
  async function halfPlanned(files: Files, may: readonly string[], tries = 1): Promise<string> {
    const upload_id = await upload(s, zipped(files))
    const id = s.platform.newId()
    await s.db.query(
      `insert into import_package (id, state, upload_id, file_name, size, may, tries, beat_at, created_at, created_by, created_by_name,
         updated_at, updated_by)
       select $1, 'planning', id, name, size, $3::text[], $5::integer, $4, $4, owner, 'Admin', $4, owner from upload where id = $2`,
      [id, upload_id, may, ago(), tries],
    )
    await s.db.query('update upload set package_id = $2 where id = $1', [upload_id, id])
    await s.db.query(
      `insert into import_row (package_id, n, resource, place, label, verdict, choice) values ($1, 1, 'tool', '{"file":"x"}', 'half', 'new', 'take')`,
      [id],
    )
    await startImports(s.platform)
    return id
  }

  it('plans again what was being planned, from the archive', async () => {
    const p = await planned(s, await halfPlanned(two, ['tool', 'tool-category']))
    expect(p).toMatchObject({ state: 'planned', counts: { new: 3, same: 0, changed: 0, refused: 0 } })
  })

  it('plans with the rights of whoever began it: a category that is there may be named by who may not make it', async () => {
    const none = await halfPlanned(two, ['tool'])
    await planned(s, none)
    expect((await rowsOf(s, none)).map((r) => `${r.verdict} ${r.reasons.map((b) => `${b.path} ${b.rule}`)}`)).toEqual([
      'refused  no_operation_permission',
      'refused category_id needed_row_refused,category_id no_operation_permission',
      'refused category_id needed_row_refused,category_id no_operation_permission',
    ])
    await bring({ 'networking.json': list(scanner('Nmap')) })
    expect((await planned(s, await halfPlanned(two, ['tool']))).counts).toEqual({
      new: 1,
      same: 2,
      changed: 0,
      duplicate: 0,
      refused: 0,
    })
  })

  it('gives a package up that has outlived three of them, or whose archive is gone', async () => {
    const third = await halfPlanned(two, ['tool', 'tool-category'], 3)
    expect(await planned(s, third)).toMatchObject({ state: 'failed', problem: 'busy' })
    const p = await plan(s, zipped(two))
    await state(p, 'planning')
    await startImports(s.platform)
    expect(await planned(s, p.id)).toMatchObject({ state: 'failed', problem: 'busy' })
    expect((await s.db.query('select 1 from import_row')).count).toBe(0)
  })

  it('is not waited for: whoever looks at a package that has been silent for long settles it', async () => {
    const p = await plan(s, zipped(two))
    await state(p, 'applying')
    expect((await look(p)).state).toBe('applying')
    await expect.poll(async () => (await look(p)).state).toBe('planned')
  })
})

it('tells the planner of many new rows at once, which it would take for none until the next maintenance', async () => {
  const known = async () =>
    Number((await s.db.query<{ n: number }>(`select reltuples as n from pg_class where relname = 'r_tool'`)).rows[0]?.n)
  await s.db.script('analyze r_tool')
  expect(await known()).toBe(0)
  await bring({ 'networking.json': list(...Array.from({ length: 520 }, (_, i) => scanner(`Tool ${i}`))) })
  await expect.poll(known).toBe(520)
})
