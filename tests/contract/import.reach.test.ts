/** Whom an import reaches: its audience by name, those of it who have no screen for it, and the sets that nobody practises yet. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportPackage, AudienceReach } from '#src/contract/import/import.schema.ts'
import { apply, holder, planned, undo, upload } from './support/import.ts'
import { roleId } from './support/people.ts'
import { type As, testServer, type TestServer, userId } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

async function plan(name: string, text: string, more: object = {}, as: As = 'admin'): Promise<ImportPackage> {
  const upload_id = await upload(s, Buffer.from(text), as, name)
  const { id } = await s.ok('POST /imports', { body: { upload_id, kind: 'questions', ...more } }, as)
  return planned(s, id, as)
}
const gift = (set: string, name: string) => `$CATEGORY: ${set}\n\n::${name}:: Is it? {TRUE}\n`
const reach = (p: ImportPackage, query: object = {}, as: As = 'admin'): Promise<AudienceReach> =>
  s.ok('GET /imports/:id/reach', { params: { id: p.id }, query }, as)
const practise = (p: ImportPackage, as: As = 'admin') =>
  s.call('PUT /imports/:id/practice', { params: { id: p.id }, body: { version: p.version, open: true } }, as)
const names = (all: readonly { name: string }[]) => all.map((t) => t.name)

it('names who is chosen, and says who of them has no screen with it, before and after it is chosen', async () => {
  const lost = await s.ok('POST /roles', { body: { name: 'Lost souls', permissions: ['dashboard'] } as never }, 'super')
  const p = await plan('a.gift', gift('Reached', 'a'))
  expect(await reach(p)).toMatchObject({ names: [], total: 0, blind: [] })
  const asked = await reach(p, { roles: [lost.id, roleId('student')], users: [userId('student')] })
  expect([names(asked.names).length, asked.total]).toEqual([3, 3])
  expect(names(asked.blind)).toEqual(['Lost souls'])
  const chosen = { all: false, orgs: [], roles: [lost.id], teams: [], users: [] }
  const kept = await s.ok(
    'PUT /imports/:id/audience',
    { params: { id: p.id }, body: { ...chosen, version: p.version } },
    'admin',
  )
  expect(names((await reach(kept)).blind)).toEqual(['Lost souls'])
  expect(await reach(kept, { orgs: ['org-root'] })).toMatchObject({ blind: [], total: 1 })
  // nobody else's import
  const stranger = await holder(s, 'exercise-bank')
  expect((await s.call('GET /imports/:id/reach', { params: { id: p.id }, query: {} }, stranger)).status).toBe(404)
})

it('makes its sets open for practice where that was said, and opens those of a written one', async () => {
  const set = async (name: string) =>
    (await s.ok('GET /theory-sets', { query: { q: name } }, 'admin')).items.find((x) => x.name === name)
  const first = await plan('b.gift', gift('Closed', 'b'))
  expect(names((await reach(first)).closed)).toEqual(['Closed'])
  const written = (await apply(s, first)).body
  expect(await set('Closed')).toMatchObject({ practice: false })
  expect(names((await reach(written)).closed)).toEqual(['Closed'])
  const opened = await practise(written)
  expect(opened.status, JSON.stringify(opened.problem)).toBe(200)
  expect(await set('Closed')).toMatchObject({ practice: true })
  expect((await reach(written)).closed).toEqual([])
  // and is taken back as if it had never been there
  expect((await undo(s, opened.body)).body.details).toMatchObject({ removed: 2 })

  const second = await practise(await plan('c.gift', gift('Open', 'c')))
  expect(second.body).toMatchObject({ practice: true, digest: expect.any(String) })
  expect((await reach(second.body)).closed).toEqual([])
  expect((await apply(s, second.body)).status).toBe(200)
  expect(await set('Open')).toMatchObject({ practice: true })
})

it('is for those who keep the sets', async () => {
  const p = await plan('d.gift', gift('Kept', 'd'))
  const reader = await holder(s, 'theory-bank:read')
  expect((await practise(p, reader)).problem.code).toBe('read_only_right')
  expect((await s.call('GET /imports/:id', { params: { id: p.id } }, reader)).body.can ?? []).not.toContain('practice')
})
