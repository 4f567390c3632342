/**
 * B1, B4: the own / other axis of every resource whose rows have an owner, made from the contract: a row of one keeper, asked for by another
 * under each sharing, through each verb, action and route. A resource that says `owned` is in here by that word alone.
 */
import { env } from '#config/env.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#src/contract/api.ts'
import type { ResourceSpec } from '#src/contract/lib/resource.ts'
import type { Route } from '#src/contract/lib/route.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { unknownParams } from '#tests/support/unknownParams.ts'
import { bodyOf, editable, makeRow } from '#tests/support/rows.ts'
import { inputs } from './support/arbitrary.ts'
import { type AccountName, testServer, type TestServer, userId } from './support/server.ts'

const lines: Record<string, ResourceSpec> = Object.fromEntries(Object.entries(resources).map(([n, r]) => [n, r.line]))
const owned = editable.filter((name) => lines[name]?.owned)
const table = api as Record<string, Route>
const nobodys = '00000000-0000-7000-8000-000000000000'

type Level = 'none' | 'read' | 'use' | 'change' | 'own'
const order: readonly Level[] = ['none', 'read', 'use', 'change', 'own']
const has = (level: Level, needed: Level) => order.indexOf(level) >= order.indexOf(needed)
interface Sharing {
  scope: 'private' | 'named' | 'organisation' | 'everybody'
  level: 'read' | 'use' | 'change'
  people: { id: string; level: 'read' | 'use' | 'change' }[]
}
/** What `other` has under each sharing; he belongs to an organisation below the owner’s, `outsider` to none of them. */
const other: AccountName = 'referee'
const outsider: AccountName = 'normal'
const owner: AccountName = 'teacher'
const named = (level: Sharing['level']) => [{ id: userId(other), level }]
const cases: { sharing: Sharing; other: Level; outsider: Level }[] = [
  { sharing: { scope: 'private', level: 'change', people: [] }, other: 'none', outsider: 'none' },
  ...(['read', 'use', 'change'] as const).flatMap((level) => [
    {
      sharing: { scope: 'named' as const, level: 'change' as const, people: named(level) },
      other: level,
      outsider: 'none' as const,
    },
    { sharing: { scope: 'organisation' as const, level, people: [] }, other: level, outsider: 'none' as const },
    { sharing: { scope: 'everybody' as const, level, people: [] }, other: level, outsider: level },
  ]),
  { sharing: { scope: 'everybody', level: 'read', people: named('change') }, other: 'change', outsider: 'read' },
]
const say = ({ scope, level, people }: Sharing) =>
  scope === 'private' ? scope : `${scope}, ${level}${people.length ? `, by name ${people[0]?.level}` : ''}`

let s: TestServer
const ids: Record<string, string> = { user: userId(owner), role: 'role-teacher' }
const call =
  (as: AccountName) =>
  (key: string, args: { params?: object; query?: object; body?: unknown } = {}) =>
    s.send(key, args, as)
const answer = async (as: AccountName, key: string, args: { params?: object; query?: object; body?: unknown } = {}) => {
  const r = await s.send(key, args, as)
  expect(r.status, `${key} by ${as}: ${r.raw.body.slice(0, 300)}`).toBe(200)
  return r.body as never
}
type Row = Record<string, unknown> & { id: string; version: number; can: string[]; items: Row[]; total: number }

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const permissions = [
    ...new Set(
      owned.flatMap((n) => [...(lines[n]?.write ?? []), ...(lines[n]?.read ?? []), ...(lines[n]?.options ?? [])]),
    ),
  ]
  // keepers of courses do not change how all of them are sorted
  ids['direction'] = (await s.ok('POST /directions', { body: { name: 'Networks' } }, 'super')).id
  // others' drafts are not built on
  const { id: course } = await s.ok(
    'POST /courses',
    { body: { name: 'Before them', direction_id: ids['direction'] } },
    'super',
  )
  await shown(course)
  ids['course'] = course
  const role = await s.ok('POST /roles', { body: { name: 'Keepers', permissions } }, 'super')
  for (const name of [owner, other, outsider]) {
    const org = name === other ? 'org-red' : name === owner ? 'org-root' : 'org-far'
    await s.db.query(
      `update r_user set k_role_id = $2, k_org_id = $3, data = data || jsonb_build_object('role_id', $2::text, 'org_id', $3::text) where id = $1`,
      [userId(name), role.id, org],
    )
  }
  await s.db.query(
    `insert into org (id, parent_id, name, path, sort) values ('org-far', null, 'Elsewhere', '/org-far/', 1)`,
  )
}, 120_000)
afterAll(() => s.close())

const shown = (course: string) =>
  s.db.query(`update r_course set k_status = 'published', data = data || '{"status": "published"}' where id = $1`, [
    course,
  ])
const share = async (line: ResourceSpec, id: string, sharing: Sharing) => {
  const { version } = (await answer(owner, `GET ${line.path}/:id/sharing`, { params: { id } })) as Row
  await answer(owner, `PUT ${line.path}/:id/sharing`, { params: { id }, body: { ...sharing, version } })
}
const stored = async (name: string, id: string) =>
  (await s.db.query(`select to_jsonb(t) as row from r_${name.replaceAll('-', '_')} t where id = $1`, [id])).rows[0]

/**
 * What a row lets do by its sharing: who teaches and plans depends on whom it names as well, and a copy beside it on the set it lies in. These rows
 * name nobody for anything else.
 */
const bySharing = (row: Row): string[] =>
  row.can.filter((word) => !['look', 'teach', 'plan', ...('set_id' in row ? ['copy'] : [])].includes(word))
/** Words of a row and the level each takes, said a second time. */
const takes = (word: string, line: ResourceSpec): Level =>
  word === 'use'
    ? 'use'
    : ['remove', 'share', 'hand-over'].includes(word)
      ? 'own'
      : (line.actions?.[word]?.level ?? 'change')

it('covers the content there is', () => {
  expect(owned).toEqual(
    expect.arrayContaining([
      'topology',
      'image',
      'theory-question',
      'exercise',
      'flag-challenge',
      'paper',
      'exam',
      'tool',
    ]),
  )
})

describe.each(owned)('%s', (name) => {
  const line = lines[name] as ResourceSpec
  const { path } = line
  let row: Row
  let all: string[]
  beforeAll(async () => {
    row = (await makeRow(call(owner), name as ResourceName, { ids })) as Row
    if (name === 'course') await shown(row.id)
    // whoever also reads it as a learner sees what is shown to learners, however it is shared
    if (line.audience) {
      const body = { all: false, orgs: [], roles: [], users: [], version: row.version }
      await answer('super', `PUT ${path}/:id/audience`, { params: { id: row.id }, body })
    }
    all = bySharing(await answer(owner, `GET ${path}/:id`, { params: { id: row.id } }))
  }, 60_000)

  it('begins as its maker’s: others read and use it, he alone removes it', async () => {
    expect(row).toMatchObject({ owner_id: userId(owner), share_scope: 'everybody', share_level: 'use' })
    const seen = (await answer(other, `GET ${path}/:id`, { params: { id: row.id } })) as Row
    expect(bySharing(seen)).toEqual(all.filter((word) => has('use', takes(word, line))))
    expect(all).toEqual(expect.arrayContaining(['share', 'hand-over', 'use']))
  })

  // each resource is asked every sixth sharing, and all of them together every one, unless the whole is asked for
  const asked = cases.filter((_, n) => env.whole || n % 6 === owned.indexOf(name) % 6)
  describe.each(asked.map((c) => [say(c.sharing), c] as const))('shared with: %s', (_said, c) => {
    beforeAll(() => share(line, row.id, c.sharing))

    it.each([
      [other, c.other],
      [outsider, c.outsider],
    ] as const)('%s has: %s', async (who, level) => {
      const listed = async (key: string, query: object = {}) =>
        ((await answer(who, key, { query: { ...query, page_size: 200 } })) as Row).items.some((i) => i.id === row.id)
      expect(await listed(`GET ${path}`)).toBe(level !== 'none')
      expect(await listed(`GET ${path}`, { mine: true })).toBe(false)
      expect(await listed(`GET ${path}`, { owner_id: userId(owner) })).toBe(level !== 'none')
      if (line.verbs.includes('options')) expect(await listed(`GET ${path}/options`)).toBe(has(level, 'use'))
      if (line.verbs.includes('export')) {
        const file = await s.send(`GET ${path}/export`, {}, who)
        expect(file.raw.body.includes(row.id)).toBe(has(level, 'use'))
      }
      const one = await s.send(`GET ${path}/:id`, { params: { id: row.id } }, who)
      expect(one.status).toBe(level === 'none' ? 404 : 200)
      if (level !== 'none')
        expect(bySharing(one.body as unknown as Row)).toEqual(all.filter((word) => has(level, takes(word, line))))
    })

    it('a change by another is served or refused as the sharing says', async () => {
      const before = (await answer(owner, `GET ${path}/:id`, { params: { id: row.id } })) as Row
      const body = { ...bodyOf(name as ResourceName, before), version: before.version }
      const r = await s.send(`PUT ${path}/:id`, { params: { id: row.id }, body }, other)
      if (has(c.other, 'change')) expect(r.status, r.raw.body.slice(0, 300)).toBe(200)
      else expect([r.status, r.problem.code]).toEqual(c.other === 'none' ? [404, 'not_found'] : [403, 'not_shared'])
    })

    it('nobody else removes it, shares it or gives it away', async () => {
      const before = await stored(name, row.id)
      const version = ((await answer(owner, `GET ${path}/:id`, { params: { id: row.id } })) as Row).version
      const refused = c.other === 'none' ? 'not_found' : 'not_shared'
      const one = await s.send(`DELETE ${path}/:id`, { params: { id: row.id } }, other)
      expect(one.problem.code).toBe(refused)
      for (const [key, body] of [
        [`POST ${path}/remove`, { ids: [row.id] }],
        [`POST ${path}/hand-over`, { ids: [row.id], to: userId(other) }],
      ] as const) {
        const many = (await answer(other, key, { body })) as unknown as { failed: { code: string }[]; done: string[] }
        expect([many.done, many.failed.map((f) => f.code)]).toEqual([[], [refused]])
      }
      const open = { scope: 'everybody', level: 'change', people: [], version }
      const shared = await s.send(`PUT ${path}/:id/sharing`, { params: { id: row.id }, body: open }, other)
      expect(shared.problem.code).toBe(refused)
      expect(await stored(name, row.id)).toEqual(before)
    })
  })

  it('kept private it is as if it were not there, on every route its id goes into', async () => {
    await share(line, row.id, { scope: 'private', level: 'use', people: [] })
    const before = await stored(name, row.id)
    const keys = Object.keys(table).filter((key) => key.includes(` ${path}/:id`))
    expect(keys.length).toBeGreaterThan(3)
    for (const key of keys) {
      const route = table[key] as Route
      if (route.stream === 'upload') continue
      const body = route.body ? fc.sample(inputs(route.body), { numRuns: 1, seed: 5 })[0] : undefined
      const ask = (id: string) =>
        s.send(key, { params: { ...unknownParams(key), id }, ...(body === undefined ? {} : { body }) }, other)
      const [theirs, none] = [await ask(row.id), await ask(nobodys)]
      const said = `${key}: ${theirs.raw.body.slice(0, 200)} against ${none.raw.body.slice(0, 200)}`
      expect([theirs.status, theirs.problem?.code], said).toEqual([none.status, none.problem?.code])
      expect(theirs.status, said).toBeGreaterThanOrEqual(400)
    }
    expect(await stored(name, row.id)).toEqual(before)
  })

  it('only read it is changed on no route', async () => {
    await share(line, row.id, { scope: 'everybody', level: 'read', people: [] })
    const { version } = (await answer(owner, `GET ${path}/:id`, { params: { id: row.id } })) as Row
    const before = await stored(name, row.id)
    const keys = Object.keys(table).filter((key) => /^(?:POST|PUT|DELETE) /.test(key) && key.includes(` ${path}/:id`))
    for (const key of keys) {
      const route = table[key] as Route
      const [made = {}] = route.body ? fc.sample(inputs(route.body), { numRuns: 1, seed: 5 }) : []
      const body = route.body && { ...(made as object), ...('version' in (made as object) ? { version } : {}) }
      const r = await s.send(key, { params: { ...unknownParams(key), id: row.id }, ...(body ? { body } : {}) }, other)
      // a lease that nobody holds is let go and kept as little as it changes
      if (route.safe || key.endsWith('/lock/release')) continue
      expect(r.status, `${key}: ${r.raw.body.slice(0, 200)}`).toBeGreaterThanOrEqual(400)
    }
    expect(await stored(name, row.id)).toEqual(before)
  })

  it('is not built on by whom it was not given', async () => {
    const fields = owned.flatMap((user) =>
      Object.entries(lines[user]?.fields ?? {}).flatMap(([field, f]) =>
        f.kind === 'ref' && f.to === name && field in (resources[user as ResourceName].schema.body.shape as object)
          ? [{ user, field, many: f.many === true, into: f.into === true }]
          : [],
      ),
    )
    for (const { user, field, many, into } of fields) {
      const { path: at } = lines[user] as ResourceSpec
      await share(line, row.id, { scope: 'everybody', level: 'use', people: [] })
      // begun on something of his own: what stands already is not asked about again
      const own = (await makeRow(call(other), name as ResourceName, { ids, seed: 8 })) as Row
      const mine = (await makeRow(call(other), user as ResourceName, { ids: { ...ids, [name]: own.id } })) as Row
      const put = async () => {
        const now = (await answer(other, `GET ${at}/:id`, { params: { id: mine.id } })) as Row
        const body = { ...bodyOf(user as ResourceName, now), [field]: many ? [row.id] : row.id, version: now.version }
        return s.send(`PUT ${at}/:id`, { params: { id: mine.id }, body }, other)
      }
      for (const [sharing, rule] of [
        [{ scope: 'private', level: 'use', people: [] }, 'unknown_reference'],
        [{ scope: 'everybody', level: 'read', people: [] }, into ? 'not_fillable' : 'not_usable'],
        // to put something into it is to change it
        ...(into ? [[{ scope: 'everybody', level: 'use', people: [] }, 'not_fillable'] as const] : []),
      ] as const) {
        await share(line, row.id, { ...sharing, people: [] })
        const r = await put()
        expect([r.status, JSON.stringify(r.problem?.details)], `${user}.${field}`).toEqual([
          422,
          expect.stringContaining(rule),
        ])
      }
      await share(line, row.id, { scope: 'everybody', level: into ? 'change' : 'use', people: [] })
      const r = await put()
      expect(r.status, `${user}.${field} ${r.raw.body.slice(0, 300)}`).toBe(200)
      if (into) {
        // nor is it taken out of what its owner no longer shares so
        await share(line, row.id, { scope: 'everybody', level: 'use', people: [] })
        const now = (await answer(other, `GET ${at}/:id`, { params: { id: mine.id } })) as Row
        const body = { ...bodyOf(user as ResourceName, now), [field]: own.id, version: now.version }
        const out = await s.send(`PUT ${at}/:id`, { params: { id: mine.id }, body }, other)
        expect([out.status, JSON.stringify(out.problem?.details)]).toEqual([
          422,
          expect.stringContaining('not_fillable'),
        ])
        const made = await s.send(
          `POST ${at}`,
          { body: { ...bodyOf(user as ResourceName, now), [field]: row.id } },
          other,
        )
        expect([made.status, JSON.stringify(made.problem?.details)], `POST ${at}`).toEqual([
          422,
          expect.stringContaining('not_fillable'),
        ])
        const copies = `POST ${at}/:id/copy` in table
        if (copies) {
          expect(now.can).not.toContain('copy')
          const params = { id: mine.id }
          expect((await s.send(`POST ${at}/:id/copy`, { params, body: {} }, other)).problem.code).toBe('not_shared')
          const copy = await s.send(`POST ${at}/:id/copy`, { params, body: { [field]: own.id } }, other)
          expect(copy.status, copy.raw.body).toBe(200)
          await answer(other, `DELETE ${at}/:id`, { params: { id: (copy.body as Row).id } })
        }
      }
      await answer(other, `DELETE ${at}/:id`, { params: { id: mine.id } })
    }
  })

  it('is handed over with a message, found among what is the new owner’s, and managed by administrators', async () => {
    await answer(owner, `POST ${path}/hand-over`, { body: { ids: [row.id], to: userId(other) } })
    const mine = (await answer(other, `GET ${path}`, { query: { mine: true, page_size: 200 } })) as Row
    expect(mine.items.map((i) => i.id)).toContain(row.id)
    const messages = (await answer(other, 'GET /messages', {})) as unknown as { items: { kind: string }[] }
    expect(messages.items[0]?.kind).toBe('content_given')
    const past = await s.send(`DELETE ${path}/:id`, { params: { id: row.id } }, owner)
    expect(past.problem.code).toBe('not_shared')
    await answer('admin', `POST ${path}/hand-over`, { body: { ids: [row.id], to: userId(owner) } })
    const unfit = await s.send(`POST ${path}/hand-over`, { body: { ids: [row.id], to: userId('student') } }, owner)
    expect([unfit.status, unfit.problem.details]).toMatchObject([422, { fields: [{ path: 'to', rule: 'not_keeper' }] }])
    // what only administrators remove is theirs to remove from its owner too
    await answer(all.includes('remove') ? owner : 'super', `DELETE ${path}/:id`, { params: { id: row.id } })
    expect(await stored(name, row.id)).toBeUndefined()
  })
})

it('says whose owner belongs to no organisation, with whom sharing by organisation is refused', async () => {
  const shown = async () => s.ok('GET /topologies/:id/sharing', { params: { id: drawing.id } }, 'super')
  const drawing = await s.ok('POST /topologies', { body: { name: 'Of no organisation' } as never }, 'super')
  const share = async (version: number) =>
    s.call(
      'PUT /topologies/:id/sharing',
      { params: { id: drawing.id }, body: { scope: 'organisation', level: 'use', people: [], version } },
      'super',
    )
  const move = (org: string | null) =>
    s.db.query(`update r_user set k_org_id = $2, data = data || jsonb_build_object('org_id', $2::text) where id = $1`, [
      userId('super'),
      org,
    ])
  await move(null)
  const none = await shown()
  expect([none.owner.without_org, (await share(none.version)).status]).toEqual([true, 422])
  await move('org-red')
  const some = await shown()
  expect([some.owner.without_org, (await share(some.version)).status]).toEqual([undefined, 200])
})
