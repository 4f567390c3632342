/**
 * B4: what is somebody's own is not there for anybody else, wherever its id is put: in a path, a query, a body, a list. Each call is made
 * twice, with the id of a thing that is another's and with one that nobody has; the answers are alike, and the thing stays as it was.
 * `RUNS=10000` for a long run.
 */
import { unknownParams } from '#tests/support/unknownParams.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notify } from '#mock/areas/notice/notify.ts'
import { api } from '#src/contract/api.ts'
import { type Route, splitKey } from '#src/contract/lib/route.ts'
import { inputs } from './support/arbitrary.ts'
import { cell } from './support/oracle.ts'
import { type AccountName, testServer, type TestServer, userId } from './support/server.ts'
import { env } from '#config/env.ts'

const runs = Number(process.env.RUNS ?? (env.whole ? 600 : 80))
const secret = 'SECRET-OF-ANOTHER-61c2'
const nobodys = '00000000-0000-7000-8000-000000000000'
const place = '@@id@@'

interface Thing {
  id: string
  table: string
  /** Those it is not there for. */
  strangers: readonly AccountName[]
}
let s: TestServer
const things: Record<string, Thing> = {}
const students = ['student', 'normal', 'referee'] as const

beforeAll(async () => {
  s = await testServer()
  await s.db.query(
    `insert into org (id, parent_id, name, path, sort) values ('org-blue', 'org-root', 'Blue', '/org-root/org-blue/', 1)`,
  )
  // a teacher keeps what is for his own organisation: beside the blue class, not above it
  await s.db.query(
    `update r_user set k_org_id = 'org-red', data = jsonb_set(data, '{org_id}', '"org-red"') where id = $1`,
    [userId('teacher')],
  )
  const content = { title: `An ${secret}`, type: 'notice' as const, content: secret, pinned: false, ends_at: null }
  const announcement = await s.ok(
    'POST /announcements',
    { body: { ...content, target: 'orgs', org_ids: ['org-blue'], published_at: 'now' } },
    'super',
  )
  const letter = await s.ok(
    'POST /comments',
    { body: { text: secret, entity: 'letter', entity_id: userId('second-student'), parent_id: null } },
    'second-student',
  )
  const upload = await s.ok('POST /uploads', { body: { name: `${secret}.zip`, size: 1000 } }, 'admin')
  await s.db.tx((q) =>
    notify(q, s.platform, { to: [userId('second-admin')], kind: 'role_changed', params: { role: secret } }),
  )
  const { rows } = await s.db.query<{ id: string }>(
    'select id from message where user_id = $1 order by id desc limit 1',
    [userId('second-admin')],
  )
  Object.assign(things, {
    announcement: { id: announcement.id, table: 'r_announcement', strangers: [...students, 'teacher'] },
    letter: { id: letter.id, table: 'r_comment', strangers: [...students, 'teacher'] },
    upload: { id: upload.id, table: 'upload', strangers: ['super', 'second-admin'] },
    message: { id: rows[0]?.id ?? '', table: 'message', strangers: [...students, 'teacher', 'super', 'admin'] },
  })
})
afterAll(() => s.close())

/** Routes an id goes into, for each kind of caller that they serve. Signing out would end the game. */
const table = api as Record<string, Route>
const keys = Object.keys(table).filter((key) => {
  const r = table[key] as Route
  return (
    r.stream !== 'events' &&
    r.rate !== 'sign-in' &&
    !/session|password/.test(key) &&
    (splitKey(key)[1].includes(':id') || r.body !== undefined || r.query !== undefined)
  )
})
const hint = fc.constant(place)
const hints = {
  ...Object.fromEntries(
    ['id', 'ids', 'entity_id', 'parent_id', 'upload_id', 'org_id', 'user_id'].map((n) => [n, hint]),
  ),
  ...Object.fromEntries(
    ['role_id', 'category_id', 'leader_id', 'member_ids', 'org_ids', 'users'].map((n) => [n, hint]),
  ),
  version: fc.constantFrom(1, 2),
}

async function answer(key: string, as: AccountName, args: { query: object; body: unknown }, id: string) {
  const filled = JSON.parse(JSON.stringify(args).replaceAll(place, id)) as typeof args
  const r = await s.send(key, { params: { ...unknownParams(key), id }, query: filled.query, body: filled.body }, as)
  expect(r.status, r.raw.body).toBeLessThan(500)
  return { status: r.status, code: r.problem?.code, text: r.raw.body.replaceAll(id, place) }
}

const states = async (): Promise<string[]> =>
  Promise.all(
    Object.values(things).map(async ({ table, id }) =>
      JSON.stringify((await s.db.query(`select to_jsonb(t) as row from ${table} t where id = $1`, [id])).rows),
    ),
  )

describe('another’s own', () => {
  it(`is as if it were not there, in ${runs} pairs of calls`, { timeout: 60_000 + runs * 60 }, async () => {
    const before = await states()
    expect(before.every((row) => row.length > 20)).toBe(true)
    const reached = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...keys),
        fc.constantFrom(...Object.keys(things)),
        fc.nat(),
        fc.nat(),
        async (key, name, n, seed) => {
          const route = table[key] as Route
          const { id, strangers } = things[name] as Thing
          const open = strangers.filter((who) => cell(key, route, who) === 'served')
          const as = open[n % Math.max(1, open.length)]
          fc.pre(as !== undefined)
          const one = (schema: Route['body']) =>
            schema ? fc.sample(inputs(schema, hints), { numRuns: 1, seed })[0] : {}
          const args = { query: (one(route.query) ?? {}) as object, body: one(route.body) }
          fc.pre(key.includes(':id') || JSON.stringify(args).includes(place))
          const theirs = await answer(key, as as AccountName, args, id)
          const none = await answer(key, as as AccountName, args, nobodys)
          const say = `${key} by ${as} with the ${name} of another ${JSON.stringify(args)}: ${theirs.text.slice(0, 400)}`
          expect([theirs.status, theirs.code], `${say} against ${none.text.slice(0, 200)}`).toEqual([
            none.status,
            none.code,
          ])
          expect(theirs.text, say).not.toContain(secret)
          reached.add(key)
        },
      ),
      { numRuns: runs, endOnFailure: true },
    )
    expect(await states()).toEqual(before)
    expect(reached.size).toBeGreaterThan(20)
  })

  it('is there for its owner', async () => {
    const upload = await s.call('GET /uploads/:id', { params: { id: things.upload?.id ?? '' } }, 'admin')
    expect(upload.status).toBe(200)
    const mine = await s.ok('GET /messages', {}, 'second-admin')
    expect(JSON.stringify(mine)).toContain(secret)
  })
})
