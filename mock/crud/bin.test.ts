/** What was removed comes back under its id with its audience and what went along, for whoever removed it, while nothing stands in its place. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#src/contract/limits.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { bodyOf, editable, makeRow } from '#tests/support/rows.ts'
import { lan, node } from '#tests/support/scene.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const made = async (name: string) => {
  const category = await s.ok('POST /tool-categories', { body: { name: `Of ${name}` } }, 'admin')
  const { id } = await s.ok(
    'POST /tools',
    { body: { name, category_id: category.id, summary: 'what it does', keywords: ['a'] } },
    'teacher',
  )
  return { id, category: category.id }
}

it('comes back with its id, its words, who made it and who may see it', async () => {
  const { id } = await made('Restored')
  const chosen = { all: false, orgs: [], roles: ['role-student'], users: ['user-referee'] }
  await s.ok('PUT /tools/:id/audience', { params: { id }, body: { ...chosen, version: 1 } }, 'teacher')
  const before = await s.ok('GET /tools/:id', { params: { id } }, 'teacher')
  expect(await s.ok('POST /tools/remove', { body: { ids: [id] } }, 'teacher')).toMatchObject({ done: [id] })
  expect((await s.call('GET /tools/:id', { params: { id } }, 'teacher')).status).toBe(404)
  expect(await s.ok('POST /tools/restore', { body: { ids: [id] } }, 'teacher')).toEqual({ done: [id], failed: [] })
  const after = await s.ok('GET /tools/:id', { params: { id } }, 'teacher')
  expect(after).toMatchObject({ ...before, version: before.version + 1, updated_at: expect.any(String) as string })
  expect(await s.ok('GET /tools/:id/audience', { params: { id } }, 'teacher')).toMatchObject(chosen)
  // once is once
  expect((await s.ok('POST /tools/restore', { body: { ids: [id] } }, 'teacher')).failed[0]?.code).toBe('not_found')
})

it('comes back to its owner, shared as it was, whoever removed it', async () => {
  const { id } = await made('Shared')
  const shared = { scope: 'named', level: 'read', people: [{ id: 'user-second-admin', level: 'use' }] }
  await s.ok('PUT /tools/:id/sharing', { params: { id }, body: { ...shared, version: 1 } as never }, 'teacher')
  const before = await s.ok('GET /tools/:id/sharing', { params: { id } }, 'teacher')
  await s.ok('DELETE /tools/:id', { params: { id } }, 'admin')
  expect((await s.ok('POST /tools/restore', { body: { ids: [id] } }, 'admin')).done).toEqual([id])
  const { version: _, ...sharing } = await s.ok('GET /tools/:id/sharing', { params: { id } }, 'teacher')
  expect(before).toMatchObject(sharing)
  expect((await s.ok('GET /tools/:id', { params: { id } }, 'teacher')).owner_id).toBe('user-teacher')
})

it('is only for whoever removed it and for administrators, and not for ever', async () => {
  const { id } = await made('Of another')
  await s.ok('DELETE /tools/:id', { params: { id } }, 'admin')
  const refused = await s.ok('POST /tools/restore', { body: { ids: [id] } }, 'teacher')
  expect(refused.failed[0]?.code).toBe('no_operation_permission')
  // a refusal leaves it where it was
  expect((await s.ok('POST /tools/restore', { body: { ids: [id] } }, 'second-admin')).done).toEqual([id])
  await s.ok('DELETE /tools/:id', { params: { id } }, 'admin')
  s.clock.advance(limits.binHours * 3600 + 1)
  const { token } = (await s.signIn('admin')).body
  expect((await s.ok('POST /tools/restore', { body: { ids: [id] } }, { token })).failed[0]?.code).toBe('not_found')
  s.clock.set('2026-11-05T08:00:00Z')
})

it('says what stands in its place, or what it needs and is gone', async () => {
  const { id, category } = await made('Doubled')
  await s.ok('POST /tools/remove', { body: { ids: [id] } }, 'teacher')
  await s.ok('POST /tools', { body: { name: 'Doubled', category_id: category, summary: 'another' } }, 'teacher')
  const r = await s.ok('POST /tools/restore', { body: { ids: [id] } }, 'teacher')
  expect(r.failed[0]).toMatchObject({ id, code: 'name_taken' })
  const lone = await made('Alone')
  await s.ok('POST /tools/remove', { body: { ids: [lone.id] } }, 'teacher')
  await s.ok('DELETE /tool-categories/:id', { params: { id: lone.category } }, 'admin')
  const gone = await s.ok('POST /tools/restore', { body: { ids: [lone.id] } }, 'teacher')
  expect(gone.failed[0]?.code).toBe('validation')
})

it('brings a question back with its versions and its figures', async () => {
  const options = ['22', '80'].map((text, n) => ({ id: `o${n}`, text, correct: n === 0, feedback: '' }))
  const set = await s.ok('POST /theory-sets', { body: { name: 'Ports set' } }, 'teacher')
  const body = { type: 'single' as const, title: 'SSH', stem: 'Which port has SSH?', options, score: 5, set_id: set.id }
  const q = await s.ok('POST /theory-questions', { body } as never, 'teacher')
  const versions = async () =>
    (await s.db.query('select version from question_version where question_id = $1 order by version', [q.id])).rows
  const before = await versions()
  expect(before).toHaveLength(1)
  await s.ok('POST /theory-questions/remove', { body: { ids: [q.id] } }, 'teacher')
  expect(await versions()).toEqual([])
  expect(await s.ok('POST /theory-questions/restore', { body: { ids: [q.id] } }, 'teacher')).toMatchObject({
    done: [q.id],
  })
  expect((await versions()).slice(0, before.length)).toEqual(before)
  expect(await s.ok('GET /theory-questions/:id', { params: { id: q.id } }, 'teacher')).toMatchObject({ title: 'SSH' })
})

/** What is removed for good, and why. */
const forGood: Partial<Record<ResourceName, string>> = {
  image: 'its file goes with it',
  service: 'its file goes with it',
  'usb-device': 'its file goes with it',
  alarm: 'is closed, not removed',
  'compute-node': 'the installation',
}
type Row = Record<string, unknown> & { id: string; version: number }
const removable = (Object.keys(resources) as ResourceName[]).filter((name) =>
  (resources[name].line.verbs as readonly string[]).includes('remove'),
)

it('is offered for everything that people make, and the rest is named here', () => {
  const restorable = removable.filter((name) => (resources[name].line as { restorable?: true }).restorable)
  expect([...restorable, ...Object.keys(forGood)].toSorted()).toEqual(
    [...new Set([...removable, ...Object.keys(forGood)])].toSorted(),
  )
})

it.each(removable.filter((name) => editable.includes(name) && !(name in forGood) && name !== 'user'))(
  'brings %s back as it was',
  async (name) => {
    const { path } = resources[name].line
    const call = (key: string, args: object) => s.send(key, args as never, 'super')
    const { id } = (await makeRow(call, name, { seed: 90 })) as Row
    const look = async () => (await call(`GET ${path}/:id`, { params: { id } })).body as Row
    const before = await look()
    expect((await call(`POST ${path}/remove`, { body: { ids: [id] } })).body).toMatchObject({ done: [id] })
    expect((await call(`POST ${path}/restore`, { body: { ids: [id] } })).body).toEqual({ done: [id], failed: [] })
    expect(bodyOf(name, await look())).toEqual(bodyOf(name, before))
  },
)

it('brings a drawing back with its topology, and tells nobody anew that he is in a team', async () => {
  const { id } = await s.ok('POST /topologies', { body: { name: 'Drawn' } }, 'teacher')
  const tab = 'tab-of-the-test'
  await s.ok('POST /topologies/:id/lock', { params: { id }, body: { tab, take_over: false } }, 'teacher')
  const body = { version: 1, tab, document: lan(node('a'), node('b')) }
  await s.ok('PUT /topologies/:id/document', { params: { id }, body } as never, 'teacher')
  await s.ok('POST /topologies/remove', { body: { ids: [id] } }, 'teacher')
  expect(await s.ok('POST /topologies/restore', { body: { ids: [id] } }, 'teacher')).toMatchObject({ done: [id] })
  const { document } = await s.ok('GET /topologies/:id/document', { params: { id } }, 'teacher')
  expect(document.nodes.map((n) => n.name)).toEqual(['a', 'b', 'sw'])
  expect((await s.ok('GET /topologies/:id', { params: { id } }, 'teacher')).nodes).toBe(3)

  const members = { name: 'Red ones', member_ids: ['user-student'] }
  const team = await s.ok('POST /teams', { body: members as never }, 'admin')
  const told = async () =>
    (await s.ok('GET /messages', {}, 'student')).items.filter((m) => m.kind === 'team_added').length
  const once = await told()
  await s.ok('POST /teams/remove', { body: { ids: [team.id] } }, 'admin')
  await s.ok('POST /teams/restore', { body: { ids: [team.id] } }, 'admin')
  expect((await s.ok('GET /teams/:id', { params: { id: team.id } }, 'admin')).member_count).toBe(1)
  expect(await told()).toBe(once)
})

it('brings an announcement back with its readers and what was said of it, a comment with its answers', async () => {
  const words = { title: 'An announcement', type: 'notice', content: 'Text', target: 'all', published_at: 'now' }
  const { id } = await s.ok('POST /announcements', { body: words as never }, 'admin')
  await s.ok('POST /announcements/received/read', { body: { ids: [id] } }, 'student')
  const about = { entity: 'announcement', entity_id: id } as const
  const said = await s.ok('POST /comments', { body: { ...about, text: 'Good' } }, 'student')
  await s.ok('POST /comments', { body: { ...about, text: 'Thank you', parent_id: said.id } }, 'admin')
  const look = async () => ({
    read: (await s.ok('GET /announcements/:id', { params: { id } }, 'admin')).read,
    thread: (await s.ok('GET /comments/thread', { query: about }, 'student')).items.map((c) => [
      c.text,
      ...c.replies.map((r) => r.text),
    ]),
  })
  const before = await look()
  expect(before).toEqual({ read: 1, thread: [['Good', 'Thank you']] })
  await s.ok('DELETE /comments/:id', { params: { id: said.id } }, 'admin')
  expect((await look()).thread).toEqual([])
  await s.ok('POST /comments/restore', { body: { ids: [said.id] } }, 'admin')
  expect(await look()).toEqual(before)
  await s.ok('POST /announcements/remove', { body: { ids: [id] } }, 'admin')
  await s.ok('POST /announcements/restore', { body: { ids: [id] } }, 'admin')
  expect(await look()).toEqual(before)
})

it('puts back no role that opens more than whoever puts it back', async () => {
  const big = await s.ok(
    'POST /roles',
    { body: { name: 'Settings too', permissions: ['system-config'] } as never },
    'super',
  )
  await s.ok('DELETE /roles/:id', { params: { id: big.id } }, 'super')
  const refused = await s.ok('POST /roles/restore', { body: { ids: [big.id] } }, 'admin')
  expect(refused.failed[0]?.code).toBe('no_operation_permission')
  expect((await s.ok('POST /roles/restore', { body: { ids: [big.id] } }, 'super')).done).toEqual([big.id])
})
