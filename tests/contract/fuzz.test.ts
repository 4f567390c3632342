/**
 * J1: Calls made from the schemas, good, spoiled and hostile, by every kind of caller, against one server whose data they change as they go.
 * Whatever is sent, the answer is one of the contract's: never a failure of the server, never a field no schema lists, never served to
 * somebody whom the permission matrix refuses. `RUNS=1000000` makes a night of it.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAudit } from '#mock/audit/verify.ts'
import { startSession, tokenHash } from '#mock/areas/session/sessions.ts'
import { api, type ApiRoute } from '#src/contract/api.ts'
import { type Route, splitKey } from '#src/contract/lib/route.ts'
import { problems } from '#src/contract/problems.ts'
import { inject } from './support/inject.ts'
import { type Hints, inputs, nastyTexts, spoiled } from './support/arbitrary.ts'
import { type Caller, callers, cell } from './support/oracle.ts'
import { testServer, type TestServer, userId } from './support/server.ts'
import { env } from '#config/env.ts'

const runs = Number(process.env.RUNS ?? (env.whole ? 6000 : 200))
const errors: string[] = []
let s: TestServer
beforeAll(async () => {
  const say = (fields: object, message: string) =>
    void errors.push(
      `${message} ${JSON.stringify(fields, (_k, v: unknown) => (v instanceof Error ? `${v.message} ${v.stack?.split('\n')[1]}` : v))}`,
    )
  s = await testServer({ log: { info() {}, warn() {}, error: say } })
  for (const n of [1, 2, 3]) {
    const { id } = await s.ok('POST /tool-categories', { body: { name: `Category ${n}` } }, 'super')
    for (const m of [1, 2])
      await s.ok('POST /tools', { body: { name: `Tool ${n}.${m}`, category_id: id, summary: 'A tool' } }, 'super')
  }
})
afterAll(() => s.close())

const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
const tokens = new Map<Caller, string>()
async function tokenOf(caller: Caller): Promise<string | undefined> {
  if (caller === 'anonymous') return undefined
  let token = tokens.get(caller)
  const alive = async (t: string) =>
    (await s.db.query('select 1 as one from session where id_hash = $1 and ended_at is null', [tokenHash(t)])).rows
      .length === 1
  if (token === undefined || !(await alive(token))) {
    token = (await s.db.tx((q) => startSession(q, s.platform, userId(caller), meta))).token
    tokens.set(caller, token)
  }
  return token
}

/** The accounts the matrix speaks of keep their status; whoever registers on the way is fair game. */
const mayChange = (user: string) => !user.startsWith('user-') || user.startsWith('user-second')
const shooters = callers.filter((c) => !c.startsWith('second'))

/** Ids of rows that exist now; the lists change as the calls do their work. */
const known = { ids: ['role-teacher', 'org-root', 'nobody'] as string[], categories: [] as string[] }
async function look(): Promise<void> {
  const ids = async (table: string) =>
    (await s.db.query<{ id: string }>(`select id from ${table} order by id desc limit 20`)).rows.map((r) => r.id)
  known.categories = await ids('r_tool_category')
  known.ids = [
    ...known.categories,
    ...(await ids('r_tool')),
    ...(await ids('r_user')).filter(mayChange),
    ...(await ids('r_role')),
    ...(await ids('import_package')),
    ...(await ids('upload')),
    'org-root',
    'nobody',
  ]
}
const pick = (from: () => readonly string[]) => fc.nat().map((n) => from()[n % Math.max(1, from().length)] ?? 'nobody')
const id = fc.oneof(
  { weight: 8, arbitrary: pick(() => known.ids) },
  { weight: 1, arbitrary: fc.constantFrom(...nastyTexts) },
)
const name = fc.integer({ min: 1, max: 9999 }).map((n) => `Name ${n}`)
const hints: Hints = {
  id,
  ids: id,
  category_id: pick(() => known.categories),
  role_id: fc.constantFrom('role-normal', 'role-super', 'x'),
  org_id: fc.constantFrom('org-root', 'org-red', 'x', null),
  upload_id: id,
  name,
  username: fc.oneof(
    fc.constantFrom('student', 'super', 'nobody'),
    fc.integer({ min: 1, max: 99999 }).map((n) => `user_${n}`),
  ),
  password: fc.constantFrom('Marble-Staircase8', 'short', 'Password123'),
  next: fc.constantFrom('Granite-Balcony4', 'short', 'Password123'),
  version: fc.integer({ min: 0, max: 4 }),
  website: fc.constantFrom('', 'https://example.org', 'javascript:alert(1)'),
}
/** Routes that hash passwords cost as much as fifty others. */
const weightOf = (route: Route) => (route.rate === 'sign-in' || route.rate === 'register' ? 1 : 6)

interface Shot {
  key: ApiRoute
  caller: Caller
  id: string
  query: object
  payload: string | undefined
  once: string | undefined
}
const asText = (v: unknown): string => {
  const text: string | undefined = JSON.stringify(v)
  return text ?? ''
}
function shots([key, route]: [string, Route]): fc.Arbitrary<Shot> {
  const good = (schema: Route['body']) => (schema ? inputs(schema, hints) : fc.constant({}))
  const maybeSpoiled = (a: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 3, arbitrary: a }, { weight: 2, arbitrary: spoiled(a) })
  const body =
    splitKey(key)[0] === 'GET'
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 12, arbitrary: maybeSpoiled(good(route.body)).map(asText) },
          { weight: 1, arbitrary: fc.constantFrom('{', '', '[', '{"a":1,"a":2}', '"x"', 'null', '{"__proto__":{}}') },
        )
  return fc.record({
    key: fc.constant(key as ApiRoute),
    caller: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<Caller>('super', 'admin') },
      { weight: 2, arbitrary: fc.constantFrom(...shooters) },
    ),
    id,
    query: fc
      .oneof({ weight: 3, arbitrary: good(route.query) }, { weight: 1, arbitrary: spoiled(good(route.query)) })
      .map((q) => (q !== null && typeof q === 'object' ? q : { q })),
    payload: body,
    once: fc.option(fc.constantFrom('idempotency-key-1', 'idempotency-key-2', 'bad'), { nil: undefined, freq: 4 }),
  })
}

/** True when every field of an answer is one that its schema lists. */
function listed(route: Route, body: unknown): boolean {
  const r = route.reply.safeParse(body)
  return r.success && JSON.stringify(r.data) === JSON.stringify(body)
}

async function fire(shot: Shot): Promise<void> {
  const route = (api as Record<string, Route>)[shot.key] as Route
  const [, path] = splitKey(shot.key)
  const token = await tokenOf(shot.caller)
  const q = new URLSearchParams()
  for (const [k, v] of Object.entries(shot.query))
    for (const one of Array.isArray(v) ? v : [v])
      if (one !== undefined) q.append(k, typeof one === 'object' ? JSON.stringify(one) : String(one))
  const raw = await inject(s.app, {
    method: splitKey(shot.key)[0],
    url: `/api/mg/api${path.replace(':id', encodeURIComponent(shot.id.replace(/\p{Surrogate}/gu, '')) || '%20')}?${q.toString()}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(shot.payload
        ? { 'content-type': route.stream === 'upload' ? 'application/octet-stream' : 'application/json' }
        : {}),
      ...(shot.once === undefined ? {} : { 'idempotency-key': shot.once }),
    },
    ...(shot.payload ? { payload: shot.payload } : {}),
  })
  const say = `${JSON.stringify(shot)} → ${raw.statusCode} ${raw.body.slice(0, 500)} ${errors.at(-1) ?? ''}`
  if (raw.statusCode >= 500) throw new Error(say)
  const json: unknown = /json/.test(String(raw.headers['content-type'])) ? raw.json() : undefined
  const code = (json as { code?: string } | undefined)?.code
  if (raw.statusCode >= 400) {
    if (code === undefined || problems[code as keyof typeof problems] !== raw.statusCode)
      throw new Error(`no problem of the catalogue: ${say}`)
    if (/select |insert |at .*\.ts:|\/work\/|node_modules/.test(raw.body))
      throw new Error(`tells of the inside: ${say}`)
  } else if (route.stream !== 'download' && route.stream !== 'events' && !listed(route, json))
    throw new Error(`not as listed: ${say}`)
  const wanted = cell(shot.key, route, shot.caller)
  const refused = raw.statusCode === 401 || (raw.statusCode === 403 && code !== 'not_authorized_yet')
  if (wanted !== 'served' && raw.statusCode !== 404 && code !== wanted)
    throw new Error(`the matrix says ${wanted}: ${say}`)
  if (wanted === 'served' && refused && (code === 'unauthenticated' || code === 'change_password_first'))
    throw new Error(`the matrix says served: ${say}`)
}

describe('the interface under fire', () => {
  it(`answers ${runs} made-up calls as the contract says`, { timeout: 60_000 + runs * 60 }, async () => {
    const all = Object.entries(api as Record<string, Route>)
    const any = fc.oneof(...all.map((entry) => ({ weight: weightOf(entry[1]), arbitrary: shots(entry) })))
    let fired = 0
    await look()
    await fc.assert(
      fc.asyncProperty(any, async (shot) => {
        if (fired++ % 200 === 199) await look()
        await fire(shot)
      }),
      { numRuns: runs, endOnFailure: true },
    )
    expect(errors).toEqual([])
    expect(fired).toBeGreaterThanOrEqual(runs)
  })

  it('leaves an audit trail that holds', async () => {
    const verdict = await verifyAudit(s.db)
    if (verdict.faults.length)
      console.log(
        JSON.stringify((await s.db.query('select * from audit where seq = $1', [verdict.faults[0]?.seq])).rows),
      )
    expect(verdict.faults).toEqual([])
    expect(verdict.rows).toBeGreaterThan(100)
  })

  it('leaves the prototype of objects alone', () => {
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { is_admin?: unknown }).is_admin).toBeUndefined()
  })
})
