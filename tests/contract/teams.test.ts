/** Teams: their members, who leads, and what happens when somebody is removed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccountName, testServer, type TestServer, userId } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

let n = 0
const make = (names: readonly AccountName[], more: object = {}) =>
  s.ok('POST /teams', { body: { name: `Crew ${++n}`, member_ids: names.map(userId), ...more } }, 'admin')

describe('a team', () => {
  it('is led by its first member, and shows who is in it', async () => {
    const team = await make(['student', 'teacher', 'normal'], { org_id: 'org-red' })
    expect(team).toMatchObject({
      leader_id: userId('student'),
      leader_name: 'User student',
      member_count: 3,
      org_name: 'Red class',
    })
    expect(team.faces.map((f) => f.id)).toEqual(['student', 'teacher', 'normal'].map((x) => userId(x as AccountName)))
    const { id, version, name } = team
    const body = { name, version, member_ids: [userId('normal'), userId('student')] }
    expect(await s.ok('PUT /teams/:id', { params: { id }, body }, 'admin')).toMatchObject({
      leader_id: userId('normal'),
      member_count: 2,
    })
    expect(await make([])).toMatchObject({ leader_id: null, leader_name: '', member_count: 0 })
  })

  it('has a name of its own, of 4 to 40, and members that exist, each once', async () => {
    const post = async (body: object) => {
      const r = await s.call('POST /teams', { body: body as { name: string } }, 'admin')
      return r.problem.details?.fields?.map((f) => `${f.path} ${f.rule}`) ?? r.problem.code
    }
    await make([], { name: 'Harbour crew' })
    expect(await post({ name: 'harbour CREW' })).toContain('name taken')
    expect(await post({ name: 'abc' })).toEqual(['name length'])
    expect(await post({ name: 'x'.repeat(41) })).toEqual(['name length'])
    expect(await post({ name: 'Twice', member_ids: ['user-student', 'user-student'] })).toContain(
      'member_ids.1 repeated',
    )
    expect(await post({ name: 'Ghosts', member_ids: ['user-student', 'nobody'] })).toEqual([
      'member_ids.1 unknown_reference',
    ])
  })

  it('is found by one of its members', async () => {
    const team = await make(['referee'])
    const { items } = await s.ok('GET /teams', { query: { member_ids: userId('referee') } }, 'admin')
    expect(items.map((t) => t.id)).toEqual([team.id])
  })

  it('is left by whoever is removed, and the next one leads', async () => {
    const person = await s.ok(
      'POST /users',
      {
        body: { username: 'leaving_one', name: 'Leaving One', role_id: 'role-normal', org_id: null, expires_on: null },
      },
      'super',
    )
    const led = await make([], { member_ids: [person.id, userId('student')] })
    const alone = await make([], { member_ids: [person.id] })
    await s.ok('DELETE /users/:id', { params: { id: person.id } }, 'super')
    const now = (id: string) => s.ok('GET /teams/:id', { params: { id } }, 'admin')
    expect(await now(led.id)).toMatchObject({ leader_id: userId('student'), member_count: 1, version: 2 })
    expect(await now(alone.id)).toMatchObject({ leader_id: null, member_count: 0 })
  })
})

describe('people to choose from', () => {
  it('are found by name, by organisation and by id, and never by their numbers', async () => {
    const look = (query: object) => s.ok('GET /people', { query: { page_size: 200, ...query } }, 'admin')
    expect((await look({ org_id: 'org-red' })).items.map((p) => p.id)).toEqual([userId('student')])
    expect((await look({ q: 'second_stu' })).items.map((p) => p.name)).toEqual(['User second student'])
    const open = await look({})
    expect(open.items.map((p) => p.id)).not.toContain(userId('disabled'))
    expect((await look({ ids: [userId('disabled')] })).items).toMatchObject([{ name: 'User disabled' }])
    await s.db.query(`update r_user set find = find || '13800001111' where id = 'user-normal'`)
    expect((await look({ q: '13800001111' })).total).toBe(0)
  })
})
