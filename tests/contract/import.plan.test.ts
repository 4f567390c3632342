import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { apply, dork, type Files, ghdb, holder, list, plan, rowsOf, scanner, zipped } from './support/import.ts'
import { testServer, type TestServer } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())
beforeEach(() => s.db.script('truncate r_tool, r_tool_category, r_dork, import_row, import_package, upload cascade'))

const brief = async (id: string) =>
  (await rowsOf(s, id)).map((r) => `${r.resource} ${r.label} ${r.verdict} ${r.choice}`)
const bring = async (files: Files, on: 'ask' | 'overwrite' = 'ask') => {
  const r = await apply(s, await plan(s, zipped(files)), on)
  expect(r.status, JSON.stringify(r.problem)).toBe(200)
  return r.body
}
const toolNamed = async (name: string) => {
  const { items } = await s.ok('GET /tools', { query: { q: name } }, 'admin')
  const [tool] = items
  if (!tool) throw new Error(`no tool ${name}`)
  return tool
}

describe('the verdict of a row', () => {
  it('is new, same, changed or refused, with what differs and why', async () => {
    await bring({ 'networking.json': list(scanner('Nmap'), scanner('Masscan')) })
    const p = await plan(
      s,
      zipped({
        'networking.json': list(scanner('Nmap'), scanner('Masscan', { description: 'Faster' }), scanner('Zmap'), {
          name: 'Bad',
        }),
      }),
    )
    expect(p).toMatchObject({
      state: 'planned',
      progress: 1,
      counts: { new: 1, same: 2, changed: 1, duplicate: 0, refused: 1 },
    })
    expect(p.resources.map((r) => r.resource)).toEqual(['tool-category', 'tool'])
    expect(p.files).toEqual([
      { name: 'networking.json', size: expect.any(Number), format: 'rawsec-tools', rows: 4, problem: null },
    ])
    expect(await brief(p.id)).toEqual([
      'tool-category Networking same skip',
      'tool Nmap same skip',
      'tool Masscan changed ask',
      'tool Zmap new take',
      'tool Bad refused skip',
    ])
    const [changed] = await rowsOf(s, p.id, 'changed')
    expect(changed?.difference).toEqual([{ field: 'summary', before: 'Masscan scans', after: 'Faster' }])
    const [refused] = await rowsOf(s, p.id, 'refused')
    expect(refused?.reasons).toEqual([{ path: 'summary', rule: 'required' }])
    expect(refused?.place).toMatchObject({ file: 'networking.json', index: 4, path: 'tools' })
  })

  it('is a duplicate of what the package said before, and names the place', async () => {
    const p = await plan(
      s,
      zipped({ 'a.json': list(scanner('Nmap'), scanner('nmap')), 'x/a.json': list(scanner('NMAP')) }),
    )
    expect(await brief(p.id)).toEqual([
      'tool-category A tools new take',
      'tool Nmap new take',
      'tool nmap duplicate skip',
      'tool NMAP duplicate skip',
    ])
    expect(p.counts).toMatchObject({ duplicate: 2, refused: 0 })
    for (const r of await rowsOf(s, p.id, 'duplicate'))
      expect(r.reasons).toMatchObject([
        { rule: 'duplicate_in_package', params: { file: 'a.json', index: 1, path: 'tools', place: 'a.json:1 #1' } },
      ])
  })

  it('prefers the full export to the bare list that repeats it', async () => {
    const p = await plan(
      s,
      zipped({
        'files_containing_juicy_info.dorks': 'intitle:"index of"\nonly  here\n\nonly here\n',
        'ghdb.json': ghdb(dork(5, 'intitle:&quot;index of&quot;'), dork(6, 'intitle:&quot;index of&quot;')),
      }),
    )
    expect(await brief(p.id)).toEqual([
      'dork intitle:"index of" new take',
      'dork intitle:"index of" new take',
      'dork intitle:"index of" duplicate skip',
      'dork only here new take',
      'dork only here duplicate skip',
    ])
    await apply(s, p)
    const again = await plan(s, zipped({ 'files_containing_juicy_info.dorks': 'intitle:"index of"\nonly here' }))
    expect(again.counts).toEqual({ new: 0, same: 2, changed: 0, duplicate: 0, refused: 0 })
  })

  it('leaves alone what the package does not speak of', async () => {
    await bring({ 'networking.json': list(scanner('Nmap')) })
    const nmap = await toolNamed('Nmap')
    const { version, name, category_id, summary, website } = nmap
    await s.ok(
      'PUT /tools/:id',
      {
        params: { id: nmap.id },
        body: { version, name, category_id, summary, website, language: 'C', attack_ids: ['T1046'] },
      },
      'admin',
    )
    expect((await plan(s, zipped({ 'networking.json': list(scanner('Nmap')) }))).counts.same).toBe(2)
    await bring({ 'networking.json': list(scanner('Nmap', { description: 'Newer' })) }, 'overwrite')
    expect(await toolNamed('Nmap')).toMatchObject({
      summary: 'Newer',
      language: 'C',
      attack_ids: ['T1046'],
      origin: 'rawsec',
    })
  })
})

describe('the category of a tool', () => {
  it('is made once, before the tools that need it, with a name that fits', async () => {
    const p = await plan(
      s,
      zipped({
        'intentionally_vulnerable_applications.json': list(scanner('DVWA')),
        'deep_packet_inspection_engines.json': list(scanner('A'), scanner('B')),
      }),
    )
    expect(await brief(p.id)).toEqual([
      'tool-category Vulnerable apps new take',
      'tool-category Deep packet new take',
      'tool DVWA new take',
      'tool A new take',
      'tool B new take',
    ])
    await apply(s, p)
    expect(await toolNamed('DVWA')).toMatchObject({ category_name: 'Vulnerable apps' })
  })

  it('is found again under its key when somebody renamed it', async () => {
    await bring({ 'networking.json': list(scanner('Nmap')) })
    const [c] = (await s.ok('GET /tool-categories', {}, 'admin')).items
    if (!c) throw new Error('no category')
    await s.ok(
      'PUT /tool-categories/:id',
      { params: { id: c.id }, body: { version: c.version, name: 'Network tools' } },
      'admin',
    )
    const p = await plan(s, zipped({ 'networking.json': list(scanner('Nmap'), scanner('Zmap')) }))
    expect(p.counts).toEqual({ new: 1, same: 2, changed: 0, duplicate: 0, refused: 0 })
    await apply(s, p)
    expect(await toolNamed('Zmap')).toMatchObject({ category_name: 'Network tools' })
  })

  it('that is skipped takes its tools with it, and comes back with one of them', async () => {
    const p = await plan(s, zipped({ 'networking.json': list(scanner('Nmap'), scanner('Zmap')) }))
    const skipped = await s.ok(
      'PUT /imports/:id/choice',
      { params: { id: p.id }, body: { version: p.version, choice: 'skip', rows: [1] } },
      'admin',
    )
    expect(await brief(p.id)).toEqual(['tool-category Networking new skip', 'tool Nmap new skip', 'tool Zmap new skip'])
    await s.ok(
      'PUT /imports/:id/choice',
      { params: { id: p.id }, body: { version: skipped.version, choice: 'take', rows: [3] } },
      'admin',
    )
    expect(await brief(p.id)).toEqual(['tool-category Networking new take', 'tool Nmap new skip', 'tool Zmap new take'])
  })
})

describe('who imports', () => {
  const files = { 'networking.json': list(scanner('Nmap')), 'ghdb.json': ghdb(dork(1, 'inurl:x')) }

  it('brings in only what he could add by hand, and dorks, which nobody adds by hand', async () => {
    const p = await plan(s, zipped(files), await holder(s, 'resource-import'))
    expect(await brief(p.id)).toEqual(['dork inurl:x new take', 'tool Nmap refused skip'])
    expect((await rowsOf(s, p.id, 'refused'))[0]?.reasons).toEqual([{ path: '', rule: 'no_operation_permission' }])
  })

  it('does not write the plan of somebody who may more, and is not offered it', async () => {
    const p = await plan(s, zipped(files))
    expect(p.can).toEqual(['choose', 'apply', 'audience', 'remove'])
    const who = await holder(s, 'resource-import')
    expect((await s.ok('GET /imports/:id', { params: { id: p.id } }, who)).can).toEqual(['choose', 'remove'])
    const r = await apply(s, p, 'ask', who)
    expect([r.status, r.problem.code, r.problem.details]).toEqual([
      403,
      'no_operation_permission',
      { resources: ['tool-category', 'tool'], screens: ['tool-category'] },
    ])
    expect((await s.ok('GET /tools', {}, 'admin')).total).toBe(0)
  })

  it('holds resource-import, or is told nothing', async () => {
    const p = await plan(s, zipped(files))
    // to a teacher, who keeps a bank, this package is one that is not there
    for (const [who, code] of [
      ['student', 'no_operation_permission'],
      ['teacher', 'not_found'],
    ] as const)
      for (const r of [await s.call('GET /imports/:id', { params: { id: p.id } }, who), await apply(s, p, 'ask', who)])
        expect(r.problem.code).toBe(code)
    expect((await s.call('GET /imports', {}, 'student')).problem.code).toBe('no_operation_permission')
    expect((await s.ok('GET /imports', {}, 'teacher')).items).toEqual([])
  })
})

describe('a package without a plan', () => {
  it('was refused by the gate, with its word for it', async () => {
    const evil = zipped({ 'networking.json': list(scanner('Nmap')), aa: 'x' })
    const at = evil.indexOf('aa', evil.length - 100)
    evil.write('..', at)
    evil.write('..', evil.indexOf('aa'))
    const p = await plan(s, evil)
    expect(p).toMatchObject({
      state: 'failed',
      problem: 'archive_refused',
      details: { code: 'zip_traversal' },
      can: ['remove'],
    })
    expect(await rowsOf(s, p.id)).toEqual([])
    expect(await plan(s, Buffer.from('no zip at all, whatever its name says'))).toMatchObject({
      state: 'failed',
      problem: 'archive_refused',
    })
  })

  it('turned out to be broken while it was read, after rows of it had been planned', async () => {
    const zip = zipped(
      { 'a.json': list(...Array.from({ length: 900 }, (_, i) => scanner(`Tool ${i}`))), 'b.json': list(scanner('B')) },
      0,
    )
    zip[zip.lastIndexOf('B scans')] = 67
    const p = await plan(s, zip)
    expect(p).toMatchObject({
      state: 'failed',
      problem: 'archive_refused',
      details: { code: 'zip_crc', entry: 'b.json' },
    })
    expect((await s.db.query('select 1 from import_row')).count).toBe(0)
  })

  it('holds nothing we know', async () => {
    const p = await plan(s, zipped({ 'readme.txt': 'hello', 'letter.txt': 'hello', 'footholds.dorks': '\n' }))
    expect(p).toMatchObject({ state: 'failed', problem: 'archive_refused', details: { code: 'nothing_found' } })
    expect(p.files.map((f) => f.problem).toSorted()).toEqual(['format_unknown', 'left_aside', 'no_records'])
  })

  it('holds nothing that could be read', async () => {
    const p = await plan(s, zipped({ 'letter.txt': 'hello', 'ghdb.xml': '<ghdb><entry><id>1</id>' }))
    expect(p).toMatchObject({ state: 'failed', details: { code: 'nothing_readable' } })
    expect(p.files.map((f) => f.problem)).toEqual(['format_unknown', 'xml_syntax'])
  })

  it('keeps the good files beside a file that cannot be read', async () => {
    const p = await plan(s, zipped({ 'a.json': list(scanner('Nmap')).slice(0, -3), 'b.json': list(scanner('Zmap')) }))
    expect(p.counts).toEqual({ new: 2, same: 0, changed: 0, duplicate: 0, refused: 0 })
    expect(p.files.map((f) => [f.name, f.rows, f.problem])).toEqual([
      ['a.json', 0, 'json_end'],
      ['b.json', 1, null],
    ])
  })
})

describe('the list of imports', () => {
  it('shows the newest first, by state and by name, and forgets plans that were never applied', async () => {
    const one = await plan(s, zipped({ 'a.json': list(scanner('Nmap')) }))
    const two = await plan(s, Buffer.from('nothing'))
    const ids = async (query: object) =>
      (await s.send('GET /imports', { query }, 'admin')).body as unknown as { items: { id: string }[] }
    expect((await ids({})).items.map((p) => p.id)).toEqual([two.id, one.id])
    expect((await ids({ state: 'planned' })).items.map((p) => p.id)).toEqual([one.id])
    expect((await ids({ q: 'PACKAGE' })).items).toHaveLength(2)
    expect((await ids({ q: 'pack_ge' })).items).toHaveLength(0)
    await apply(s, one)
    expect((await s.call('DELETE /imports/:id', { params: { id: one.id } }, 'admin')).problem).toMatchObject({
      code: 'not_allowed_in_state',
    })
    await s.ok('DELETE /imports/:id', { params: { id: two.id } }, 'admin')
    expect((await ids({})).items.map((p) => p.id)).toEqual([one.id])
  })

  it('shows rows by verdict, resource and name', async () => {
    const p = await plan(s, zipped({ 'a.json': list(scanner('Nmap'), scanner('Zmap'), { name: 'Bad' }) }))
    const rows = async (query: object) =>
      (await s.send('GET /imports/:id/rows', { params: { id: p.id }, query }, 'admin')).body as unknown as {
        items: { n: number }[]
        total: number
      }
    expect((await rows({ resource: 'tool' })).total).toBe(3)
    expect((await rows({ q: 'map', verdict: 'new' })).items.map((r) => r.n)).toEqual([2, 3])
    expect(await rows({ page: 2, page_size: 3 })).toMatchObject({ items: [{ n: 4 }], total: 4 })
    expect((await s.call('GET /imports/:id/rows', { params: { id: 'no' } }, 'admin')).status).toBe(404)
  })
})
