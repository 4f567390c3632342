/** Calls that change something: their audit rows, their versions, their idempotency keys (checks J5, J9). */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { env } from '#config/env.ts'
import { verifyAudit } from '#mock/audit/verify.ts'
import { compiledRoutes } from '#mock/http/interpret.ts'
import { api, type ApiRoute } from '#src/contract/api.ts'
import { type Route, routeRuleOf, splitKey } from '#src/contract/lib/route.ts'
import type { Field } from '#src/contract/lib/resource.ts'
import { resources } from '#src/contract/resources.ts'
import { unknownParams } from '#tests/support/unknownParams.ts'
import { bodyOf, editable, makeRow } from '#tests/support/rows.ts'
import { inputs } from './support/arbitrary.ts'
import { roleId } from './support/people.ts'
import { everyRate } from './support/rates.ts'
import { spy } from './support/spy.ts'
import { type AccountName, password, testServer, type TestServer, userId } from './support/server.ts'

const eyes = spy()
let s: TestServer
beforeAll(async () => {
  s = await testServer({ wrap: eyes.wrap, cheapPasswords: true })
})
afterAll(() => s.close())

interface AuditLine {
  seq: number
  at: string
  action: string
  entity: string
  entity_id: string
  result: string
  code: string | null
  user_id: string | null
  username: string | null
  address: string
  request_id: string
  details: Record<string, unknown> | null
  before_hash: string | null
  after_hash: string | null
}
const trail = async (requestId: unknown): Promise<AuditLine[]> =>
  (await s.db.query<AuditLine>('select * from audit where request_id = $1 order by seq', [requestId])).rows
const counts = async (table: string): Promise<number> =>
  (await s.db.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n ?? -1

const audited = compiledRoutes().filter((l) => l.audited)
let n = 0
const category = (): { name: string } => ({ name: `Category ${++n}` })

describe('the audit trail', () => {
  let token = ''
  beforeAll(async () => {
    token = await fresh()
  })
  it.each(audited.map((l, turn) => [l.key, l, turn] as const))(
    'has a row of every call of %s, refused or done',
    async (key, line, turn) => {
      const route = (api as Record<string, Route>)[key]
      const bodies: unknown[] =
        line.method === 'GET'
          ? [undefined]
          : [
              ...(env.whole ? [{}] : []),
              { version: 1 },
              ...fc.sample(route?.body ? inputs(route.body) : fc.constant({}), {
                numRuns: env.whole ? 3 : 1,
                seed: 11,
              }),
            ]
      // whoever is refused before the body is read is so with any, and for want of a session or of a right by turns; of the whole each with each
      const refused = env.whole ? ([undefined, 'normal'] as const) : [turn % 2 ? ('normal' as const) : undefined]
      for (const as of [...refused, 'super'] as const)
        for (const body of env.whole || as === 'super' ? bodies : bodies.slice(-1)) {
          const call = () =>
            s.send(
              key,
              {
                params: { ...unknownParams(key), id: 'user-second-student' },
                ...(body === undefined ? {} : { body }),
              },
              as === 'super' ? { token } : as,
            )
          let r = await call()
          // a call before it, this one among others, may have ended the session
          if (as === 'super' && r.status === 401) {
            token = await fresh()
            r = await call()
          }
          const rows = await trail(r.headers['x-request-id'])
          const said = `${r.status} ${JSON.stringify(rows)}`
          expect(rows.length, said).toBeGreaterThan(0)
          for (const row of rows) {
            expect(row.action, said).toBe(line.word)
            expect([row.address, row.at]).toEqual(['127.0.0.1', s.clock.now().toISOString()])
            if (as && row.code !== 'unauthenticated' && line.screens !== 'public')
              expect(row.username ?? '', said).not.toBe('')
            if (r.status >= 400) expect([row.result, row.code], said).toEqual(['refused', r.problem.code])
            else if (rows.length === 1 && row.code === null) expect(row.result, said).toBe('done')
          }
        }
    },
  )

  it('names who, on what, and what was changed from what to what', async () => {
    const made = await s.call('POST /tool-categories', { body: category() }, 'admin')
    const { id, version } = made.body
    const changed = await s.call(
      'PUT /tool-categories/:id',
      { params: { id }, body: { name: 'Renamed one', version } },
      'admin',
    )
    const [first] = await trail(made.headers['x-request-id'])
    const [second] = await trail(changed.headers['x-request-id'])
    expect(first).toMatchObject({
      action: 'tool-category.create',
      entity: 'tool-category',
      entity_id: id,
      user_id: 'user-admin',
      username: 'admin',
      result: 'done',
      before_hash: null,
    })
    expect(second).toMatchObject({ action: 'tool-category.update', entity_id: id, before_hash: first?.after_hash })
    expect(second?.after_hash).not.toBe(second?.before_hash)
    expect(second?.details).toMatchObject({ changed: ['name', 'version'], after: { name: 'Renamed one' } })
    expect(Object.keys(second?.details?.before ?? {})).toEqual(['name'])
  })

  it('has a row per item of a bulk call', async () => {
    const a = await s.ok('POST /tool-categories', { body: category() }, 'admin')
    const r = await s.call('POST /tool-categories/remove', { body: { ids: [a.id, 'nobody'] } }, 'admin')
    const rows = await trail(r.headers['x-request-id'])
    expect(rows.map((x) => [x.entity_id, x.result, x.code])).toEqual([
      [a.id, 'done', null],
      ['nobody', 'refused', 'not_found'],
    ])
  })

  it('tells a sign-in from a try', async () => {
    const done = await s.signIn('teacher')
    const tried = await s.signIn('teacher', 'Wrong-Password1')
    expect(await trail(done.headers['x-request-id'])).toMatchObject([
      { action: 'session.sign-in', result: 'done', user_id: 'user-teacher', username: 'teacher' },
    ])
    expect(await trail(tried.headers['x-request-id'])).toMatchObject([
      { result: 'refused', code: 'wrong_credentials', user_id: null, entity_id: 'user-teacher', username: 'teacher' },
    ])
  })

  it('notes an export, although it reads', async () => {
    const r = await s.send('GET /tools/export', {}, 'admin')
    expect(await trail(r.headers['x-request-id'])).toMatchObject([{ action: 'tool.export', result: 'done' }])
  })

  it('notes the first of a flood of refusals by the limit, not all of them', async () => {
    const few = { account: { max: 2, per: 60 }, address: { max: 1e9, per: 60 } }
    const limited = await testServer({
      config: { rates: everyRate(few) },
    })
    try {
      for (let i = 0; i < 10; i++) await limited.call('POST /session/token', {}, 'student')
      const { rows } = await limited.db.query<{ code: string | null; n: number }>(
        `select code, count(*) as n from audit where action = 'session.token' group by code order by code`,
      )
      expect(rows).toEqual([
        { code: 'too_many', n: 1 },
        { code: null, n: 2 },
      ])
    } finally {
      await limited.close()
    }
  })

  it('is written with the change or not at all: when it fails, nothing was changed', async () => {
    const body = category()
    const before = [await counts('r_tool_category'), await counts('audit'), await counts('idempotency')]
    eyes.breakOn(/insert into audit/)
    const r = await s.call('POST /tool-categories', { body }, 'admin', {
      headers: { 'idempotency-key': 'key-that-breaks' },
    })
    eyes.breakOn()
    expect([r.status, r.problem.code]).toEqual([503, 'busy'])
    expect([await counts('r_tool_category'), await counts('audit'), await counts('idempotency')]).toEqual(before)
    const again = await s.call('POST /tool-categories', { body }, 'admin', {
      headers: { 'idempotency-key': 'key-that-breaks' },
    })
    expect(again.status).toBe(200)
  })

  it('keeps every row of a hundred calls at once, refused and done, in chains that hold', async () => {
    const all = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        s.call('POST /tool-categories', { body: { name: i % 3 ? `Parallel ${i}` : '' } }, i % 2 ? 'admin' : 'super'),
      ),
    )
    for (const r of all) expect((await trail(r.headers['x-request-id'])).length).toBe(1)
    expect((await verifyAudit(s.db)).faults).toEqual([])
  })

  it('of one call does not fail the others it was written with', async () => {
    eyes.breakOn(/jsonb_populate_recordset\(null::audit/)
    const all = await Promise.all(
      Array.from({ length: 12 }, () => s.call('POST /tool-categories', { body: category() }, 'admin')),
    )
    eyes.breakOn()
    expect(new Set(all.map((r) => r.status))).toEqual(new Set([200]))
    for (const r of all) expect(await trail(r.headers['x-request-id'])).toHaveLength(1)
  })

  it('misses no route that changes something', () => {
    const unaudited = compiledRoutes().filter((l) => l.writes && !l.audited)
    expect(unaudited.map((l) => l.key)).toEqual([
      // a sheet's saves are a chain of their own, which its receipt ends
      'POST /exam-attempts/:id/save',
      'POST /exam-attempts/:id/next',
      // what somebody practises is his own affair, and his tries are its trail
      'POST /practice/runs',
      'POST /practice/questions/:id/draft',
      'POST /practice/questions/:id/tries',
      'POST /practice/tries/:id/assess',
      'POST /practice/paper-runs/:id/save',
      'POST /practice/paper-runs/:id/assess',
      'POST /practice/mistakes/remove',
      'POST /practice/mistakes/restore',
      'POST /learning/courses/:id/homework/:section/save',
      'POST /learning/courses/:id/homework/:section/take-over',
      'POST /learning/courses/:id/sections/:section/place',
      'POST /learning/courses/:id/sections/:section/draft',
      // what somebody means to do in a week; below, of what they want to hear beforehand
      'PUT /learning/aim',
      // who was there is kept with its history, and who asked with what was answered
      'POST /my-class-hours/:id/enter',
      'POST /my-class-hours/:id/code',
      'POST /my-class-hours/:id/help',
      'POST /my-class-hours/:id/help/withdraw',
      'PUT /schedule/reminders',
      // what they read below a video
      'PUT /learning/captions',
      // it opens what its reader may have, and is kept nowhere
      'POST /learning/courses/:id/sections/:section/ticket',
      'POST /learning/courses/:id/sections/:section/launch',
      'POST /learning/courses/:id/sections/:section/ticks',
      'PUT /learning/courses/:id/sections/:section/report',
      // and so are the remarks one keeps
      'PUT /course-report-remarks',
    ])
    const files = compiledRoutes().filter((l) => l.stream === 'download' && l.screens !== 'public')
    // a list to fill in holds nothing of anybody, a schedule is its reader's own
    expect(
      files
        .filter((l) => !l.audited)
        .map((l) => l.key)
        .toSorted(),
    ).toEqual([
      'GET /exercises/template',
      'GET /schedule/file',
      'GET /theory-questions/template',
      'GET /users/template',
    ])
  })

  it('holds what was added and what was removed, not only what was changed', async () => {
    const { id, name } = await s.ok('POST /tool-categories', { body: category() }, 'admin')
    await s.ok('DELETE /tool-categories/:id', { params: { id } }, 'admin')
    const { rows } = await s.db.query<AuditLine>('select * from audit where entity_id = $1 order by action', [id])
    expect(rows.map((r) => [r.details?.before, r.details?.after])).toMatchObject([
      [undefined, { name }],
      [{ name }, undefined],
    ])
  })

  it('has nothing of a call that failed in the middle, but that it was refused', async () => {
    eyes.breakOn(/insert into r_tool_category/)
    const r = await s.call('POST /tool-categories', { body: category() }, 'admin')
    eyes.breakOn()
    expect(await trail(r.headers['x-request-id'])).toMatchObject([{ result: 'refused', code: 'busy', entity_id: '' }])
  })

  it('holds no password and no token, whoever sent which', async () => {
    const { body } = await s.signIn('referee')
    await s.signIn('teacher', 'Wrong-Password1')
    await s.send('PUT /session/password', { body: { current: password, next: 'Another-Secret9' } }, 'referee')
    const { rows } = await s.db.query<{ text: string }>('select to_jsonb(a)::text as text from audit a')
    const all = rows.map((r) => r.text).join('\n')
    for (const secret of [password, 'Wrong-Password1', 'Another-Secret9', body.token, body.jwt_token])
      expect(all.includes(secret)).toBe(false)
  })

  it('holds, and cannot be changed by a statement', async () => {
    const verdict = await verifyAudit(s.db)
    expect(verdict).toEqual({ rows: await counts('audit'), faults: [] })
    for (const sql of [`update audit set result = 'done'`, 'delete from audit', 'truncate audit'])
      await expect(s.db.query(sql)).rejects.toThrow(/append-only/)
  })
})

const fresh = async (): Promise<string> => (await s.signIn('super')).body.token

describe('a version', () => {
  const versioned = compiledRoutes().filter((l) => l.versioned)
  it.each(versioned.map((l) => l.key))('has to be named to %s', async (key) => {
    const r = await s.send(key, { params: unknownParams(key), body: {} }, 'super')
    expect([r.status, r.problem.code]).toEqual([428, 'version_required'])
  })

  it.each(editable)('of a %s that another editor changed meanwhile is refused, and nothing is lost', async (name) => {
    const { path, label } = resources[name].line
    const row = await makeRow((key, args) => s.send(key, args as never, 'super'), name, { seed: 90 })
    const body = bodyOf(name, row)
    const put = (version: number, text: string) =>
      s.send(`PUT ${path}/:id`, { params: { id: row.id }, body: { ...body, [label]: text, version } }, 'super')
    const first = await put(1, `First ${n}`)
    expect(first.status, first.raw.body).toBe(200)
    const second = await put(1, `Second ${n}`)
    expect([
      second.status,
      second.problem.code,
      (second.problem.details?.current as { version: number } | undefined)?.version,
    ]).toEqual([409, 'stale_version', 2])
    const racing = await Promise.all(Array.from({ length: 10 }, (_, i) => put(2, `Racing ${n} ${i}`)))
    expect(racing.filter((r) => r.status === 200)).toHaveLength(1)
    const now = await s.send(`GET ${path}/:id`, { params: { id: row.id } }, 'super')
    expect((now.body as unknown as { version: number }).version).toBe(3)
  })
})

describe('an idempotency key', () => {
  const post = (key: string, body: object, as: 'admin' | 'super' = 'admin') =>
    s.call('POST /tool-categories', { body: body as { name: string } }, as, { headers: { 'idempotency-key': key } })

  it('makes one of many equal calls, and all get its reply', async () => {
    const body = category()
    const all = await Promise.all(Array.from({ length: 20 }, () => post('same-key-and-body', body)))
    expect(new Set(all.map((r) => r.raw.body)).size).toBe(1)
    expect(all.every((r) => r.status === 200)).toBe(true)
    const later = await post('same-key-and-body', body)
    expect(later.raw.body).toBe(all[0]?.raw.body)
    const { rows } = await s.db.query<{ n: number }>('select count(*) as n from r_tool_category where data->>$1 = $2', [
      'name',
      body.name,
    ])
    expect(rows[0]?.n).toBe(1)
  })

  it('is refused for another body or another route', async () => {
    await post('used-key-1', category())
    const other = await post('used-key-1', category())
    expect([other.status, other.problem.code]).toEqual([409, 'idempotency_conflict'])
    const org = { body: { name: 'Of a used key', parent_id: null } }
    const route = await s.call('POST /orgs', org, 'admin', { headers: { 'idempotency-key': 'used-key-1' } })
    expect(route.status).toBe(409)
  })

  it('is refused for another route and for another row even when the body is the same', async () => {
    const rows = [category(), category()]
    const ids: string[] = []
    for (const body of rows) ids.push((await s.ok('POST /tool-categories', { body }, 'admin')).id)
    const send = (route: 'POST /tool-categories/remove' | 'POST /tools/remove', id: string, key: string) =>
      s.call(route, { body: { ids: [id] } }, 'admin', {
        headers: { 'idempotency-key': key },
      })
    expect((await send('POST /tool-categories/remove', ids[0] ?? '', 'same-body-key')).status).toBe(200)
    const other = await send('POST /tools/remove', ids[0] ?? '', 'same-body-key')
    expect([other.status, other.problem.code]).toEqual([409, 'idempotency_conflict'])
    const act = (person: AccountName) =>
      s.call('POST /users/:id/reset-code', { params: { id: userId(person) } }, 'super', {
        headers: { 'idempotency-key': 'same-body-row' },
      })
    expect((await act('student')).status).toBe(200)
    const row = await act('second-student')
    expect([row.status, row.problem.code]).toEqual([409, 'idempotency_conflict'])
  })

  it('is its owner’s alone', async () => {
    const a = await post('shared-key', category(), 'admin')
    const b = await post('shared-key', category(), 'super')
    expect([a.status, b.status]).toEqual([200, 200])
    expect(a.body.id).not.toBe(b.body.id)
  })

  it('gives nobody the reply that another got, when the same call fails for them', async () => {
    const body = category()
    const first = await post('guessed-key', body, 'admin')
    const other = await post('guessed-key', body, 'super')
    expect([first.status, other.status, other.problem.code]).toEqual([200, 409, 'name_taken'])
    expect(other.raw.body).not.toContain(first.body.id)
  })

  it('does not freeze a refusal: what can succeed later may', async () => {
    const body = category()
    const { id } = await s.ok('POST /tool-categories', { body }, 'admin')
    expect((await post('refused-first', body)).problem.code).toBe('name_taken')
    await s.ok('DELETE /tool-categories/:id', { params: { id } }, 'admin')
    expect((await post('refused-first', body)).status).toBe(200)
  })

  it('is not regarded where the reply is a credential: it answers no token again, not even after its session ended, and keeps none', async () => {
    const under = (name: string) => ({ headers: { 'idempotency-key': `credential-${name}` } })
    const password = { username: 'student', password: 'Marble-Staircase7' }
    const ask = () => s.call('POST /session', { body: password }, undefined, under('sign-in'))
    const first = await ask()
    const { token } = first.body
    const signedIn = { authorization: `Bearer ${token}` }
    await s.call('DELETE /session', {}, undefined, { headers: signedIn })
    const again = await ask()
    expect([again.status, again.body.token === token]).toEqual([200, false])
    const { code } = await s.ok('POST /session/code', {}, 'student')
    const exchange = () => s.call('POST /session/exchange', { body: { code } }, undefined, under('exchange'))
    expect((await exchange()).status).toBe(200)
    expect((await exchange()).problem.code).toBe('code_invalid')
    const ofCode = () => s.send('POST /session/code', {}, 'student', under('code'))
    expect((await ofCode()).body).not.toEqual((await ofCode()).body)
    expect((await s.send('POST /session/token', {}, 'student', under('token'))).status).toBe(200)
    const { rows } = await s.db.query(
      `select route from idempotency where route in ('POST /session', 'POST /session/exchange', 'POST /session/code', 'POST /session/token')`,
    )
    expect(rows).toEqual([])
  })

  it('tells no password and no code of somebody again, and nothing of them is kept', async () => {
    const key = (name: string) => ({ headers: { 'idempotency-key': `told-once-${name}` } })
    const made = {
      username: 'told_once',
      name: 'Told Once',
      role_id: roleId('student'),
      org_id: null,
      expires_on: null,
    }
    const calls: [route: ApiRoute, args: object][] = [
      ['POST /users', { body: made }],
      ['POST /users/reset-password', { body: { ids: [userId('student')] } }],
      ['POST /users/:id/reset-code', { params: { id: userId('student') } }],
    ]
    for (const [route, args] of calls) {
      const first = await s.send(route, args, 'super', key(route.replace(/\W/g, '-')))
      const again = await s.send(route, args, 'super', key(route.replace(/\W/g, '-')))
      expect([route, first.status, again.status, again.problem.code]).toEqual([route, 200, 409, 'told_once'])
      const { rows } = await s.db.query<{ n: number }>(
        'select octet_length(reply::text)::integer as n from idempotency where route = $1',
        [route],
      )
      // nonce and seal of nothing
      expect([...new Set(rows.map((r) => r.n))]).toEqual([42])
    }
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        s.call('POST /users/:id/reset-code', { params: { id: userId('teacher') } }, 'super', key('at-the-same-moment')),
      ),
    )
    expect(all.map((r) => r.status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })

  it('keeps no reply with a password, a code, a token, a ticket or a link that acts as one', () => {
    /** Of the installation, to be read to whoever licenses it: nobody signs in with them, and the page shows them again. */
    const shown = ['POST /license/activate', 'POST /license/issue', 'POST /license/request']
    /** Links that need no session: their field is a path like any other. */
    const links = ['POST /image-exports/:id/ticket', 'POST /schedule/subscription']
    const secret =
      /^(?:.*password|code|.*token|jwt|.*ticket|.*secret|passphrase|.*_key|credential|device|link|.*url|href|cookie|sid|session)$/
    /** Names that end like one and are none, addresses that people write down among them. */
    const written = Object.values(resources).flatMap(({ line, schema }) =>
      Object.keys(schema.body.shape).filter((name) => (line.fields as Record<string, Field>)[name]?.kind === 'url'),
    )
    const plain = new Set(['role_key', ...written])
    const named = (schema: z.ZodType, path = '', deep = 0): string[] => {
      const { def } = (schema as unknown as z.core.$ZodTypes)._zod
      const into = (of: unknown, at = path) => named(of as z.ZodType, at, deep + 1)
      if (deep > 16) return []
      if (def.type === 'object')
        return Object.entries(def.shape).flatMap(([name, of]) => [
          ...(secret.test(name) && !plain.has(name) && isText(of as z.ZodType) ? [`${path}.${name}`] : []),
          ...into(of, `${path}.${name}`),
        ])
      if (def.type === 'array') return into(def.element, `${path}[]`)
      if (def.type === 'record') return into(def.valueType, `${path}{}`)
      if (def.type === 'union') return def.options.flatMap((o) => into(o))
      if (def.type === 'intersection') return [...into(def.left), ...into(def.right)]
      if (def.type === 'pipe') return into(def.out)
      return 'innerType' in def ? into(def.innerType) : []
    }
    const isText = (schema: z.ZodType): boolean => {
      const { def } = (schema as unknown as z.core.$ZodTypes)._zod
      return def.type === 'string' || ('innerType' in def && isText(def.innerType as z.ZodType))
    }
    /** Codes that say why: of one refused among several, of a state, of a finding. */
    const harmless = (path: string) => /^\.failed\[\]\.code$/.test(path)
    const all = Object.entries(api) as [string, Route][]
    const telling = all
      .filter(([key, route]) => /^(?:POST|PUT|PATCH)/.test(key) && routeRuleOf(splitKey(key)[0], route).writes)
      // the code by which somebody enters a contest or joins a team stands in its row for whoever may look, as often as they do
      .filter(([key]) => !/ \/(?:flag-contests|contest-teams|contest-entries|contests\/:id\/team)(?:\/|$)/.test(key))
      .filter(([key, route]) => links.includes(key) || named(route.reply).some((path) => !harmless(path)))
    const by = (which: (route: Route) => boolean) => telling.flatMap(([key, r]) => (which(r) ? [key] : [])).sort()
    expect(by((r) => !r.told_once && !r.credential)).toEqual(shown)
    expect(all.flatMap(([key, r]) => (r.credential ? [key] : [])).sort()).toEqual([
      'POST /class-hours/:id/consoles/:console/watch',
      'POST /consoles/:id/shadow',
      'POST /image-exports/:id/ticket',
      'POST /learning/courses/:id/sections/:section/launch',
      'POST /learning/courses/:id/sections/:section/ticket',
      'POST /scenes/:id/console',
      'POST /schedule/subscription',
      'POST /session',
      'POST /session/code',
      'POST /session/exchange',
      'POST /session/token',
    ])
    expect(all.flatMap(([key, r]) => (r.told_once ? [key] : [])).sort()).toEqual([
      'POST /imports/:id/codes',
      'POST /users',
      'POST /users/:id/reset-code',
      'POST /users/reset-password',
    ])
  })

  it.each(['', 'short', 'x'.repeat(129), 'with space', 'ünïcode-key'])(
    'that is no key is malformed: %j',
    async (key) => {
      const r = await post(Buffer.from(key).toString('latin1'), category())
      expect([r.status, r.problem.code]).toEqual([400, 'malformed'])
    },
  )
})
