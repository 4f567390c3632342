import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '#src/contract/topology/check.ts'
import { emptyDocument, type TopologyDocument } from '#src/contract/topology/document.ts'
import { imageEntries } from '#mock/seed/images.ts'
import { documentOf, topologies } from '#mock/seed/topologies/lay.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const flat = topologies.find((t) => t.key === 'flat')
if (!flat) throw new Error('the demonstration has no flat lab')
const drawing = documentOf(flat)
let n = 0
const made = (document: TopologyDocument = drawing, as: 'admin' | 'teacher' = 'teacher') =>
  s.ok('POST /topologies/import', { body: { name: `Topology ${++n}`, document } }, as)
const read = (id: string, as: 'admin' | 'teacher' = 'teacher') =>
  s.ok('GET /topologies/:id/document', { params: { id } }, as)
const lock = (id: string, tab: string, as: 'admin' | 'teacher' = 'teacher', take_over = false) =>
  s.call('POST /topologies/:id/lock', { params: { id }, body: { tab, take_over } }, as)
const save = (id: string, tab: string, version: number, document = drawing, as: 'admin' | 'teacher' = 'teacher') =>
  s.call('PUT /topologies/:id/document', { params: { id }, body: { version, tab, document } }, as)

describe('a topology', () => {
  it('begins as an empty drawing, and its row shows what it becomes', async () => {
    const row = await s.ok('POST /topologies', { body: { name: 'New one' } }, 'teacher')
    expect(row).toMatchObject({
      nodes: 0,
      creator_id: 'user-teacher',
      editing: null,
      outline: { nodes: [] },
    })
    expect((await read(row.id)).document).toEqual(emptyDocument())
    await lock(row.id, 'tab-number-1')
    expect((await save(row.id, 'tab-number-1', 1)).body).toMatchObject({
      version: 2,
      nodes: 5,
    })
    const after = await s.ok('GET /topologies/:id', { params: { id: row.id } }, 'teacher')
    expect(after).toMatchObject({
      nodes: 5,
      links: 4,
      networks: 1,
      version: row.version,
    })
    expect(after.outline.nodes).toHaveLength(15)
    // whoever chooses one for a lab sees how many flags it leaves open
    const offered = async () => {
      const { items } = await s.ok('GET /topologies/options', { query: { ids: [row.id] } }, 'teacher')
      return items[0]?.open_flags
    }
    expect(await offered()).toBe(0)
    const [first, ...others] = drawing.nodes
    if (!first) throw new Error('nothing is drawn')
    const flags = ['', '', 'flag{set}'].map((value, n) => ({
      id: `f${n}`,
      name: `F${n}`,
      path: `/root/${n}`,
      value,
      points: 10,
    }))
    await save(row.id, 'tab-number-1', 2, { ...drawing, nodes: [{ ...first, flags }, ...others] } as typeof drawing)
    expect(await offered()).toBe(2)
    await save(row.id, 'tab-number-1', 3)
    expect((await read(row.id)).document).toEqual(drawing)
  })

  it('says which questions use it', async () => {
    const { id } = await made()
    expect((await read(id)).used_by).toBeNull()
    const set = await s.ok('POST /exercise-sets', { body: { name: 'Labs of it', practice: true } }, 'teacher')
    await s.ok('POST /exercises', { body: { set_id: set.id, title: 'Harden it', topology_id: id } as never }, 'teacher')
    expect((await read(id)).used_by).toEqual({ n: 1, names: ['Harden it'] })
    const challenges = await s.ok('POST /flag-sets', { body: { name: 'Flags of it', practice: true } }, 'admin')
    const flag = { kind: 'static', value: 'flag{x-1-2-3}' }
    const challenge = { set_id: challenges.id, title: 'Find it', topology_id: id, flag }
    await s.ok('POST /flag-challenges', { body: challenge as never }, 'admin')
    expect((await read(id)).used_by).toEqual({ n: 2, names: ['Harden it', 'Find it'] })
  })

  it('keeps the text people wrote of it, gives it to copies and files, and leaves it where a save says none', async () => {
    const row = await made()
    await lock(row.id, 'tab-number-1')
    const save = (version: number, more: { text?: string }) =>
      s.call(
        'PUT /topologies/:id/document',
        { params: { id: row.id }, body: { version, tab: 'tab-number-1', document: drawing, ...more } },
        'teacher',
      )
    const text = '# by Li\nisolation: isolated\n'
    expect((await read(row.id)).text).toBe('')
    await save(1, { text })
    await save(2, {})
    expect((await read(row.id)).text).toBe(text)
    const copy = await s.ok('POST /topologies/:id/copy', { params: { id: row.id }, body: {} }, 'teacher')
    expect((await read(copy.id)).text).toBe(text)
    const file = await s.call(
      'GET /topologies/:id/export',
      { params: { id: copy.id }, query: { format: 'text' } },
      'teacher',
    )
    expect(file.raw.payload).toMatch(/^# by Li\n/)
    expect((await save(3, { text: 'x'.repeat(1024 * 1024 + 1) })).status).toBe(422)
  })

  it('is copied with its drawing under a name nobody has', async () => {
    const row = await made()
    const names = []
    for (let i = 0; i < 2; i++)
      names.push((await s.ok('POST /topologies/:id/copy', { params: { id: row.id }, body: {} }, 'teacher')).name)
    expect(names).toEqual([`${row.name} 2`, `${row.name} 3`])
    const taken = await s.call(
      'POST /topologies/:id/copy',
      { params: { id: row.id }, body: { name: row.name } },
      'teacher',
    )
    expect(taken.problem.code).toBe('name_taken')
  })

  it('goes with its drawing, but not from under somebody who draws', async () => {
    const row = await made()
    await lock(row.id, 'tab-number-1')
    const refused = await s.call('DELETE /topologies/:id', { params: { id: row.id } }, 'admin')
    expect([refused.status, refused.problem.code]).toEqual([423, 'locked'])
    await s.ok(
      'POST /topologies/:id/lock/release',
      { params: { id: row.id }, body: { tab: 'tab-number-1' } },
      'teacher',
    )
    await s.ok('DELETE /topologies/:id', { params: { id: row.id } }, 'admin')
    const { rows } = await s.db.query('select 1 from topology_drawing where topology_id = $1', [row.id])
    expect(rows).toEqual([])
  })

  it('does not keep its own editor from removing it: a closed tab still counts as open for a while', async () => {
    const row = await made()
    await lock(row.id, 'tab-number-2')
    const seen = async (as: 'teacher' | 'admin') => s.ok('GET /topologies/:id', { params: { id: row.id } }, as)
    expect(await seen('teacher')).toMatchObject({
      editing: { mine: true },
      can: expect.arrayContaining(['remove']) as string[],
    })
    expect(await seen('admin')).toMatchObject({ editing: { mine: false } })
    await s.ok('DELETE /topologies/:id', { params: { id: row.id } }, 'teacher')
  })
})

describe('a topology that scenes were made of', () => {
  it('stays, and the refusal names the scenes; gone ones hold nothing', async () => {
    const row = await made()
    const body = { name: 'First lab, group 3', topology_id: row.id, minutes: 30 }
    const scene = await s.ok('POST /scenes', { body }, 'admin')
    expect((await s.ok('GET /topologies/:id', { params: { id: row.id } }, 'admin')).can).toContain('remove')
    const refused = await s.call('DELETE /topologies/:id', { params: { id: row.id } }, 'admin')
    expect([refused.status, refused.problem.code, refused.problem.details]).toEqual([
      409,
      'in_use',
      { by: { scene: 1 }, names: ['First lab, group 3'], n: 1 },
    ])
    const unseen = await s.call('DELETE /topologies/:id', { params: { id: row.id } }, 'teacher')
    expect(unseen.problem.details).toEqual({ by: { scene: 1 }, names: [], n: 1 })
    await s.db.query(`update scene set status = 'deleted' where id = $1`, [scene.id])
    expect((await s.call('DELETE /topologies/:id', { params: { id: row.id } }, 'admin')).status).toBe(200)
  })
})

describe('the lock of a drawing', () => {
  it('is told to the trail once an hour of somebody who comes back, and again after somebody else', async () => {
    const row = await made()
    const tab = 'tab-number-1'
    const visit = async (as: 'admin' | 'teacher' = 'teacher') => {
      expect((await lock(row.id, tab, as)).status).toBe(200)
      await s.ok('POST /topologies/:id/lock/release', { params: { id: row.id }, body: { tab } }, as)
    }
    const told = async () =>
      (
        await s.db.query<{ action: string }>(
          `select action from audit where entity_id = $1 and action like 'topology.%lock' order by seq`,
          [row.id],
        )
      ).rows.map((r) => r.action.replace('topology.', ''))
    await visit()
    await visit()
    s.clock.advance(600)
    await visit()
    expect(await told()).toEqual(['lock', 'unlock'])
    await visit('admin')
    await visit()
    expect(await told()).toEqual(['lock', 'unlock', 'lock', 'unlock', 'lock', 'unlock'])
    s.clock.advance(3700)
    await visit()
    expect(await told()).toHaveLength(8)
  })

  it('lets one tab save, and tells the others who has it', async () => {
    const row = await made()
    const none = await save(row.id, 'tab-number-1', 1)
    expect([none.status, none.problem.details]).toMatchObject([423, { reason: 'not_held' }])
    expect((await lock(row.id, 'tab-number-1')).status).toBe(200)
    for (const [tab, as] of [
      ['tab-number-2', 'teacher'],
      ['tab-number-1', 'admin'],
    ] as const) {
      const other = await lock(row.id, tab, as)
      expect([other.status, other.problem.details]).toMatchObject([423, { reason: 'held', mine: as === 'teacher' }])
      expect((await save(row.id, tab, 1, drawing, as)).status).toBe(423)
    }
    expect((await read(row.id, 'admin')).lock).toMatchObject({
      mine: false,
      by: { id: 'user-teacher' },
    })
    expect((await save(row.id, 'tab-number-1', 1)).status).toBe(200)
  })

  it('passes on after a minute of silence, not while somebody gives signs of life', async () => {
    const row = await made()
    await lock(row.id, 'tab-number-1')
    const keep = (tab: string) =>
      s.call('POST /topologies/:id/lock/keep', { params: { id: row.id }, body: { tab } }, 'teacher')
    for (let i = 0; i < 5; i++) {
      s.clock.advance(50)
      expect((await keep('tab-number-1')).status).toBe(200)
    }
    expect((await lock(row.id, 'tab-number-2', 'admin')).status).toBe(423)
    s.clock.advance(61)
    expect((await read(row.id)).lock).toBeNull()
    // nobody took it meanwhile: what was drawn in the silence is saved
    expect((await save(row.id, 'tab-number-1', 1)).status).toBe(200)
    s.clock.advance(61)
    expect((await lock(row.id, 'tab-number-2', 'admin')).status).toBe(200)
    expect((await keep('tab-number-1')).status).toBe(423)
    expect((await save(row.id, 'tab-number-1', 2)).status).toBe(423)
  })

  it('can be taken over by saying so', async () => {
    const row = await made()
    await lock(row.id, 'tab-number-1')
    expect((await lock(row.id, 'tab-number-2', 'admin', true)).status).toBe(200)
    expect((await save(row.id, 'tab-number-1', 1)).problem.details).toMatchObject({ reason: 'held', mine: false })
  })

  it('is taken by one of many', async () => {
    const row = await made()
    const all = await Promise.all(Array.from({ length: 10 }, (_, i) => lock(row.id, `tab-number-${i}`)))
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
  })
})

describe('saving a drawing', () => {
  it('loses nothing that was saved meanwhile', async () => {
    const row = await made()
    await lock(row.id, 'tab-number-1')
    expect((await save(row.id, 'tab-number-1', 1)).status).toBe(200)
    const stale = await save(row.id, 'tab-number-1', 1)
    expect([stale.status, stale.problem.code, stale.problem.details?.['version']]).toEqual([409, 'stale_version', 2])
  })

  it('keeps an unfinished drawing and says what is wrong with it', async () => {
    const row = await made()
    await lock(row.id, 'tab-number-1')
    const unfinished = {
      ...drawing,
      nodes: drawing.nodes.map((node, i) => (i === 1 ? { ...node, name: '' } : node)),
    }
    const saved = await save(row.id, 'tab-number-1', 1, unfinished)
    expect(saved.body.findings).toContainEqual({
      level: 'error',
      code: 'name_missing',
      at: { kind: 'node', id: 'n2', field: 'name' },
    })
  })

  it('refuses parts that cannot be told apart', async () => {
    const row = await made()
    await lock(row.id, 'tab-number-1')
    const twice = {
      ...drawing,
      nodes: [...drawing.nodes, ...drawing.nodes.slice(0, 1)],
    }
    const refused = await save(row.id, 'tab-number-1', 1, twice)
    expect([refused.status, refused.problem.details]).toMatchObject([
      422,
      { reason: 'drawing', findings: [{ code: 'id_taken' }] },
    ])
  })

  it('keeps locked nodes from everybody but the owner of the topology and administrators', async () => {
    const locked = {
      ...drawing,
      nodes: drawing.nodes.map((node) => ({ ...node, locked: true })),
    }
    const changed = {
      ...locked,
      nodes: locked.nodes.map((node) => ({ ...node, cpu: 8 })),
    }
    const row = await made(locked, 'admin')
    expect((await read(row.id)).can).toEqual({ save: false, unlock: false, start: true })
    await s.ok(
      'PUT /topologies/:id/sharing',
      { params: { id: row.id }, body: { scope: 'everybody', level: 'change', people: [], version: row.version } },
      'admin',
    )
    expect((await read(row.id)).can).toEqual({ save: true, unlock: false, start: true })
    await lock(row.id, 'tab-number-1')
    const refused = await save(row.id, 'tab-number-1', 1, changed)
    expect([refused.status, refused.problem.details]).toMatchObject([
      422,
      { findings: [{ code: 'node_locked' }, {}, {}, {}, {}] },
    ])
    await lock(row.id, 'tab-number-2', 'admin', true)
    expect((await save(row.id, 'tab-number-2', 1, changed, 'admin')).status).toBe(200)
  })
})

describe('the topologies of the demonstration', () => {
  it.each(topologies.map((t) => [t.name, t] as const))('%s has no mistakes', (_name, entry) => {
    const images = new Map(imageEntries.map((i) => [i.name, i.name]))
    const devices = new Map([['水处理 PLC-2', 'plc-2']])
    expect(check(documentOf(entry, images, devices))).toEqual([])
  })
})
