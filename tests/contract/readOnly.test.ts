/**
 * Reading apart from changing, on every screen of the contract that has both: a role of `name:read` reads all of it and changes none of it, by
 * any call, bulk calls among them; and what its holder sees says so.
 */
import { viewToken } from '#src/contract/session/view.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, type ApiRoute } from '#src/contract/api.ts'
import { openers, readPermissionOf } from '#src/contract/access.ts'
import type { Route } from '#src/contract/lib/route.ts'
import { screens } from '#src/contract/screens/index.ts'
import { isPermission } from '#src/contract/system/permissions.ts'
import { roleId, userId } from './support/people.ts'
import { testServer, type TestServer } from './support/server.ts'
import { env } from '../../config/env.ts'
import { layExam, layPaper } from '../support/exam.ts'
import { sampled } from '../support/some.ts'

let s: TestServer
let role: { id: string; version: number }
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  role = await s.ok('POST /roles', { body: { name: 'Readers', description: '', permissions: [] } }, 'super')
  await s.ok('POST /roles/:id/members', { params: { id: role.id }, body: { ids: [userId('second-student')] } }, 'super')
})
afterAll(() => s.close())
const reader = 'second-student'

async function give(...permissions: string[]): Promise<void> {
  const { version } = await s.ok('GET /roles/:id', { params: { id: role.id } }, 'super')
  const body = { name: 'Readers', description: '', permissions, version }
  role = await s.ok('PUT /roles/:id', { params: { id: role.id }, body }, 'super')
}

const routes = Object.entries(api) as [ApiRoute, Route][]
const byName = new Map(screens.map((x) => [x.name as string, x]))
/** Screens that a name opens for reading, read anew: those it is the name, the folder or a parent of, and that are no forms. */
const read = (name: string): Set<string> =>
  new Set(screens.filter((x) => !x.form && openers(x, (n) => byName.get(n)).has(name)).map((x) => x.name))
/** Read anew too: any method but GET, unless the contract says that it changes nothing, or only what is the caller's own; and what gives away more than its page shows. */
const changes = (key: string, r: Route): boolean =>
  r.guarded === true || (!key.startsWith('GET ') && !r.safe && !r.personal)

async function answer(key: string): Promise<{ status: number; code: string; details?: { screen?: string } }> {
  const [method = '', path = ''] = key.split(' ')
  const r = await s.app.inject({
    method: method as 'GET',
    url: `/api/mg/api${path.replaceAll(/:\w+/g, 'x')}`,
    headers: { authorization: `Bearer ${await s.token(reader)}` },
    ...(method === 'GET' ? {} : { payload: {} }),
  })
  const body = r.statusCode === 200 ? {} : r.json<{ code: string; details?: { screen?: string } }>()
  return { status: r.statusCode, code: '', ...body }
}
const closed = new Set(['read_only_right', 'no_operation_permission', 'module_not_licensed', 'license_read_only'])

async function broken(name: string, all: boolean): Promise<string[]> {
  const opened = read(name)
  const out: string[] = []
  for (const [key, route] of routes) {
    if (typeof route.screens === 'string' || route.stream === 'events') continue
    const serves = route.screens.some((x) => opened.has(x))
    if (!serves && !all) continue
    const { status, code, details } = await answer(key)
    const said = `${name}:read ${key}: ${status} ${code}`
    if (!serves) {
      if (code !== 'no_operation_permission') out.push(said)
    } else if (!changes(key, route)) {
      if (closed.has(code)) out.push(said)
    } else if (status !== 403 || code !== 'read_only_right' || !opened.has(details?.screen ?? '')) out.push(said)
  }
  return out
}

/** Screens on which the contract has calls that read and calls that change what is everybody's. */
const both = screens.filter(
  (x) => x.layout !== 'learner' && routes.some(([k, r]) => r.screens.includes(x.name) && changes(k, r)),
)

describe('a right to read', () => {
  it('is there for every screen that has something to change, and for no form', () => {
    expect(both.length).toBeGreaterThan(60)
    expect(both.filter((x) => isPermission(readPermissionOf(x.name)) === x.form).map((x) => x.name)).toEqual([])
    expect(both.filter((x) => x.apart === x.form).map((x) => x.name)).toEqual([])
    // what has only changes is a form
    const reads = (name: string) => routes.some(([k, r]) => r.screens.includes(name as never) && !changes(k, r))
    expect(both.filter((x) => !x.form && !reads(x.name)).map((x) => x.name)).toEqual([])
    expect(screens.filter((x) => x.layout === 'learner' && (x.apart || x.form)).map((x) => x.name)).toEqual([])
  })

  it.each(sampled(both.filter((x) => x.apart)).map((x) => x.name))(
    'reads all of %s and changes none of it',
    async (name) => {
      await give(readPermissionOf(name))
      expect(await broken(name, false)).toEqual([])
    },
  )

  it.each(env.whole ? ['question-banks', 'system-management'] : ['question-banks'])(
    'of the folder %s opens nothing else, whatever is called',
    async (name) => {
      await give(readPermissionOf(name))
      expect(await broken(name, true)).toEqual([])
    },
    60_000,
  )

  it('shows rows that say so, until more is given; the very session sees it', async () => {
    await s.ok('POST /roles', { body: { name: 'Somebody else', description: '', permissions: ['personal'] } }, 'super')
    await give('role-manage:read', 'personal')
    const cans = async () => (await s.ok('GET /roles', {}, reader)).items.map((r) => r.can)
    expect((await cans()).flat()).not.toContain('update')
    expect((await cans()).flat()).not.toContain('remove')
    await give('role-manage', 'personal')
    expect((await cans()).flat()).toContain('update')
  })

  it('of exams is offered no marking and no invigilating, and may look on', async () => {
    const id = await layExam(s, await layPaper(s, 1), { anonymous: false })
    const { version } = await s.ok('GET /exams/:id/sharing', { params: { id } }, 'super')
    const share = { scope: 'everybody' as const, level: 'change' as const, people: [], version }
    await s.ok('PUT /exams/:id/sharing', { params: { id }, body: share }, 'super')
    const can = async () => (await s.ok('GET /exams/:id', { params: { id } }, reader)).can
    await give('exam-manage:read', 'personal')
    expect(await can()).toEqual(expect.arrayContaining(['watch', 'mark']))
    for (const word of ['give', 'run', 'start', 'end', 'publish', 'update']) expect(await can()).not.toContain(word)
    await give('exam-manage:read', 'exam-scoring', 'personal')
    expect(await can()).toContain('give')
    expect(await can()).not.toContain('run')
  })

  it('lends what it has and no more', async () => {
    await give('role-manage', 'tool-manage:read', 'personal')
    const make = (...permissions: string[]) =>
      s.call('POST /roles', { body: { name: `R ${permissions.join()}`, description: '', permissions } }, reader)
    expect((await make('tool-manage')).problem.details?.fields).toEqual([
      { path: 'permissions.0', rule: 'not_held', params: { name: 'tool-manage' } },
    ])
    expect((await make('tool-manage:read')).status).toBe(200)
    expect((await make('tool-manage:read', 'tool-category')).problem.details?.fields).toMatchObject([
      { path: 'permissions.1', rule: 'not_held' },
    ])
    expect((await make('tool-manage', 'tool-manage:read')).problem.details?.fields).toContainEqual(
      expect.objectContaining({ path: 'permissions.1', rule: 'listed_twice' }),
    )
    expect((await make('tool-add:read')).problem.details?.fields).toMatchObject([{ rule: 'unknown_permission' }])
  })

  it('is looked at as any other role is, and not where it reads more than one’s own', async () => {
    await give('tool-manage:read')
    await s.ok('POST /roles/:id/view', { params: { id: role.id } }, 'admin')
    const page = { token: viewToken(await s.token('admin'), role.id) }
    expect((await s.call('GET /tools', {}, page)).status).toBe(200)
    expect((await s.call('GET /users', {}, page)).problem.code).toBe('no_operation_permission')
    expect((await s.call('POST /tools/remove', { body: { ids: ['x'] } }, page)).problem.code).toBe('viewing_only')
    await s.ok('DELETE /session/view', {}, page)
    // who reads roles looks as one that reads no more than he does: that changes his own page only
    await give('role-manage:read', 'personal')
    expect((await s.call('POST /roles/:id/view', { params: { id: roleId('teacher') } }, reader)).problem.code).toBe(
      'no_operation_permission',
    )
    const small = (await s.ok('GET /roles', { query: { q: 'Somebody else' } }, reader)).items[0]
    expect(small?.can).toContain('view')
    expect((await s.call('POST /roles/:id/view', { params: { id: small?.id ?? '' } }, reader)).status).toBe(200)
    const theirs = { token: viewToken(await s.token(reader), small?.id ?? '') }
    await s.ok('DELETE /session/view', {}, theirs)
  })

  it('leaves what is one’s own as it is: words, messages, the profile', async () => {
    await give('message-manage:read', 'personal')
    const me = userId(reader)
    const words = { entity: 'letter' as const, entity_id: me, text: 'Good morning', parent_id: null }
    expect((await s.call('POST /comments', { body: words }, reader)).status).toBe(200)
    // the desk's side of somebody else's letters is not one's own
    const theirs = { ...words, entity_id: userId('student') }
    expect(
      (
        await s.call(
          'GET /comments/thread',
          { query: { entity: 'letter', entity_id: userId('student') } } as never,
          reader,
        )
      ).status,
    ).not.toBe(403)
    expect((await s.call('POST /comments', { body: theirs }, reader)).problem.code).toBe('not_found')
  })

  it('is told of nothing that waits for a decision', async () => {
    const told = async () => {
      const before = (await s.ok('GET /messages', {}, reader)).total
      const body = { entity: 'letter' as const, entity_id: userId('student'), text: `Help ${before}`, parent_id: null }
      await s.ok('POST /comments', { body }, 'student')
      return (await s.ok('GET /messages', {}, reader)).total - before
    }
    await give('message-manage', 'personal')
    expect(await told()).toBe(1)
    await give('message-manage:read', 'personal')
    expect(await told()).toBe(0)
  })
})
