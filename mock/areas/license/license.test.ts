/** The licence on a whole server: what closes, what stays, who is told, and that nothing stored changes (J10). */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { confirms } from '#src/contract/license/codes.ts'
import { readFile } from '#src/contract/license/file.ts'
import { modules, toSecond } from '#src/contract/license/licence.ts'
import { noLimits } from '#src/contract/license/standing.ts'
import { buildApp, housekeepingEvery } from '#mock/app.ts'
import { silentLog } from '#mock/http/log.ts'
import { dork, ghdb, plan, planned, upload, zipped } from '#tests/contract/support/import.ts'
import { asFile, license } from '#tests/contract/support/licence.ts'
import { began, roleId } from '#tests/contract/support/people.ts'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { sha256 } from './crypto.ts'
import { noteTime, prepareLicence } from './current.ts'
import { takeUnderLimit } from './limits.ts'

let s: TestServer
/** On the same database. */
const anotherServer = () =>
  buildApp({ db: s.db, now: s.clock.now, random: s.platform.random, files: s.platform.files, log: silentLog })
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())
/** Each test finds an installation that never had a licence. */
beforeEach(async () => {
  s.clock.set(began)
  await s.db.script(`delete from licence_activation; delete from licence_request; delete from setting
    where name in ('licence.active', 'licence.seen', 'licence.grace_days', 'issuer.sequence')`)
  await remember()
})
/** What was written beside the server is read with the next call. */
const remember = () => s.platform.settings.put(s.db, 'system.name', undefined, 'tests')

const day = 86_400
const days = (n: number) => toSecond(s.clock.now().getTime() + n * day * 1000)
const overview = () => s.ok('GET /license', {}, 'super')
const serialNow = async () => (await overview()).serial
const refused = async (licence: string) =>
  (await s.call('POST /license/activate', { body: { licence } }, 'super')).problem
const issue = (more: object = {}) =>
  s.ok(
    'POST /license/issue',
    {
      body: {
        customer: '启明 Academy',
        edition: 'standard',
        modules: ['library'],
        to: days(90),
        limits: noLimits,
        ...more,
      },
    },
    'super',
  )
describe('a server without a licence', () => {
  it('shows everything as a demonstration, and nothing licensed in production', async () => {
    expect((await overview()).standing).toMatchObject({ at: 'demonstration', open: [...modules], writable: true })
    expect((await s.ok('GET /session/permissions', {}, 'admin')).licence).toEqual({ at: 'demonstration', until: null })
    const production = await buildApp({
      db: s.db,
      now: s.clock.now,
      random: s.platform.random,
      files: s.platform.files,
      log: silentLog,
      production: true,
    })
    const { keys, development } = production.platform.licence
    expect((await production.platform.licence.current()).standing).toMatchObject({ at: 'none', open: [] })
    expect([Object.keys(keys), development]).toEqual([['vendor-1'], false])
    await production.close()
  })

  it('keeps one serial number for good', async () => {
    const serial = await serialNow()
    const again = await anotherServer()
    expect((await again.platform.licence.current()).serial).toBe(serial)
    await again.close()
  })
})

describe('a term that ends', () => {
  it('makes licensed modules read-only, then closes them, and a new licence brings everything back', async () => {
    const { id } = await s.ok('POST /tool-categories', { body: { name: 'Kept category' } }, 'admin')
    await license(s, { to: days(40) })
    const stamps = [(await s.ok('GET /session/permissions', {}, 'admin')).stamp]
    const read = async () =>
      (await s.call('GET /tool-categories/:id', { params: { id } }, 'admin')).problem.code ?? 'read'
    const write = async () =>
      (await s.call('POST /tool-categories', { body: { name: `Since ${s.clock.now().getTime()}` } }, 'admin')).problem
        .code ?? 'written'
    const can = async () => (await s.ok('GET /tool-categories/:id', { params: { id } }, 'admin')).can
    const stand = async () => {
      const { licence, stamp } = await s.ok('GET /session/permissions', {}, 'admin')
      expect(stamps).not.toContain(stamp)
      stamps.push(stamp)
      return licence.at
    }
    expect([await read(), await write(), await can()]).toEqual([
      'read',
      'written',
      ['update', 'remove', 'use', 'share', 'hand-over'],
    ])
    s.clock.advance(10 * day)
    expect([await read(), await write(), await stand()]).toEqual(['read', 'written', 'expiring'])
    s.clock.advance(30 * day)
    expect([await read(), await write(), await stand(), await can()]).toEqual([
      'read',
      'license_read_only',
      'grace',
      [],
    ])
    // what needs no licence goes on
    expect((await s.call('POST /license/request', { body: { edition: 'standard' } }, 'super')).status).toBe(200)
    s.clock.advance(14 * day)
    expect([await read(), await write(), await stand()]).toEqual([
      'module_not_licensed',
      'module_not_licensed',
      'expired',
    ])
    await license(s)
    expect([await read(), await write(), await stand()]).toEqual(['read', 'written', 'valid'])
    expect((await s.ok('GET /tool-categories/:id', { params: { id } }, 'admin')).name).toBe('Kept category')
  })

  it('has as many days of grace as are configured', async () => {
    await license(s, { to: days(1) })
    s.clock.advance(2 * day)
    expect((await overview()).standing.at).toBe('grace')
    await s.setting('licence.grace_days', 0)
    expect((await overview()).standing.at).toBe('expired')
  })
})

describe('a clock that is set back', () => {
  it('stops changes in licensed modules and activations until it is right again, and changes no data', async () => {
    await license(s, { to: days(90) })
    s.clock.advance(30 * day)
    await s.db.tx((q) => noteTime(q, s.clock.now()))
    const count = async () => (await s.db.query<{ n: number }>('select count(*) as n from r_tool')).rows[0]?.n
    const before = await count()
    s.clock.advance(-20 * day)
    await remember()
    expect((await overview()).standing).toMatchObject({ at: 'clock', writable: false })
    const write = () => s.call('POST /tool-categories', { body: { name: 'Some category' } }, 'admin')
    expect((await write()).problem.code).toBe('license_read_only')
    expect((await s.call('GET /tools', {}, 'admin')).status).toBe(200)
    expect((await refused(asFile({ serial: await serialNow(), sequence: 5000 }))).code).toBe('license_clock')
    expect(await count()).toBe(before)
    // housekeeping on the wrong clock never takes the mark back
    await s.db.tx((q) => noteTime(q, s.clock.now()))
    await remember()
    expect((await overview()).standing).toMatchObject({ at: 'clock', writable: false })
    expect((await write()).problem.code).toBe('license_read_only')
    s.clock.advance(20 * day)
    expect((await overview()).standing.at).toBe('valid')
    expect((await write()).status).toBe(200)
  })

  it('is noticed from the latest start and the latest activation on, too', async () => {
    const seen = async () => (await s.platform.licence.currentIn(s.db)).seen
    s.clock.advance(5 * day)
    await prepareLicence(s.db, s.platform.random, s.clock.now)
    expect(await seen()).toEqual(s.clock.now())
    s.clock.advance(5 * day)
    await license(s, { to: days(90) })
    expect(await seen()).toEqual(s.clock.now())
    s.clock.advance(-2 * day)
    await remember()
    expect((await overview()).standing).toMatchObject({ at: 'clock', writable: false })
  })

  it('is noticed from the last housekeeping on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const other = await anotherServer()
      s.clock.advance(3 * day)
      vi.advanceTimersByTime(housekeepingEvery)
      vi.useRealTimers()
      await expect
        .poll(async () => (await s.platform.licence.currentIn(s.db)).seen.toISOString())
        .toBe(s.clock.now().toISOString())
      await other.close()
    } finally {
      vi.useRealTimers()
    }
  })

  it('is forgiven when the issuer answers a request that was made with it', async () => {
    const wrong = new Date(began.getTime() + 4000 * day * 1000)
    await s.db.tx((q) => noteTime(q, wrong))
    await remember()
    const { code } = await s.ok('POST /license/request', { body: { edition: 'standard' } }, 'super')
    const made = await issue({ request: code })
    await s.ok('POST /license/activate', { body: { licence: made.code } }, 'super')
    expect((await overview()).standing.at).toBe('valid')
  })
})

describe('an activation', () => {
  it('without a network: request, answer, confirmation', async () => {
    const asked = await s.ok('POST /license/request', { body: { edition: 'professional' } }, 'super')
    expect((await overview()).request).toEqual(asked)
    const made = await issue({ request: asked.code, edition: 'professional' })
    const preview = await s.ok('POST /license/preview', { body: { licence: made.code.toLowerCase() } }, 'super')
    expect(preview.changes.closed).toHaveLength(18)
    expect((await overview()).standing.at).toBe('demonstration')
    const after = await s.ok('POST /license/activate', { body: { licence: made.code } }, 'super')
    expect(after).toMatchObject({ standing: { at: 'valid', open: ['library'] }, request: null })
    const read = readFile(made.file)
    expect('sealed' in read && after.confirmation && confirms(after.confirmation, read.sealed, sha256)).toBe(true)
    expect(after.history).toMatchObject([{ how: 'code', confirmation: after.confirmation }])
    // it answered once
    const twice = await issue({ request: asked.code })
    expect((await refused(twice.file)).code).toBe('license_request_unknown')
  })

  it('by file, and never back to an older one', async () => {
    const first = await issue()
    const second = await issue({ modules: ['course', 'library'] })
    await s.ok('POST /license/activate', { body: { licence: second.file } }, 'super')
    expect((await refused(first.file)).code).toBe('license_older')
    expect((await refused(second.file)).code).toBe('license_active')
    expect((await overview()).standing.open).toEqual(['course', 'library'])
  })

  it('is refused for what was edited, and for another installation', async () => {
    const { file } = await issue({ modules: ['course'] })
    expect((await refused(file.replace('"course"', '"stats"'))).code).toBe('license_signature')
    expect((await refused(asFile({ sequence: 9000 }))).code).toBe('license_serial')
    expect((await overview()).standing.at).toBe('demonstration')
  })

  it('answers the same for two at once: one wins, the other is told', async () => {
    const { file } = await issue()
    const both = await Promise.all(
      [1, 2].map(() => s.call('POST /license/activate', { body: { licence: file } }, 'super')),
    )
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
  })

  it('is seen by another server on the database within a second', async () => {
    const other = await anotherServer()
    await license(s, { modules: ['stats'] })
    await new Promise((done) => setTimeout(done, 1001))
    const token = await s.token('admin')
    const reply = await other.app.inject({
      url: '/api/mg/api/session/permissions',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(reply.json()).toMatchObject({ modules: ['stats'], licence: { at: 'valid' } })
    await other.close()
  })

  it('leaves a trail of what was done and what was refused', async () => {
    const { file } = await issue()
    const tried = async (route: 'activate' | 'preview', licence: string) => {
      const r = await s.call(`POST /license/${route}`, { body: { licence } }, 'super')
      const { rows } = await s.db.query<{ action: string; result: string; code: string | null; entity_id: string }>(
        'select action, result, code, entity_id from audit where request_id = $1',
        [r.headers['x-request-id']],
      )
      return rows.map((x) => [x.action, x.result, x.code, x.entity_id])
    }
    const foreign = asFile({ sequence: 9000, id: 'L000000XX' })
    const { id } = (JSON.parse(file) as { licence: { id: string } }).licence
    expect(await tried('activate', `${file} `)).toEqual([['license.activate', 'refused', 'license_unreadable', '']])
    expect(await tried('activate', foreign)).toEqual([['license.activate', 'refused', 'license_serial', 'L000000XX']])
    expect(await tried('preview', foreign)).toEqual([['license.preview', 'refused', 'license_serial', 'L000000XX']])
    expect(await tried('preview', file)).toEqual([['license.preview', 'done', null, id]])
    expect(await tried('activate', file)).toEqual([['license.activate', 'done', null, id]])
  })

  it('of a text that was changed in the database counts for nothing', async () => {
    await license(s, { modules: ['library'] })
    await s.db.query(
      `update setting set value = to_jsonb(replace(value #>> '{}', '"library"', '"course"')) where name = 'licence.active'`,
    )
    await remember()
    expect((await overview()).standing).toMatchObject({ at: 'tampered', open: [], writable: false })
    // what the vendor signed brings everything back
    await license(s)
    expect((await overview()).standing.at).toBe('valid')
  })
})

describe('the limit of people', () => {
  const register = (username: string) =>
    s.call('POST /auth/register/', { body: { username, name: 'Somebody', password: 'Marble-Staircase7', phone: '' } })
  const used = async () => (await overview()).used.users ?? 0
  const waiting = async () => (await s.ok('GET /users', { query: { status: ['to-audit'] } }, 'super')).items

  it('does not count applications, which nobody is kept from making', async () => {
    const users = await used()
    await license(s, { limits: { ...noLimits, users } })
    for (const name of ['applicant_a', 'applicant_b', 'applicant_c']) expect((await register(name)).status).toBe(200)
    expect(await used()).toBe(users)
  })

  it('holds for approving them, and the administrator is told the figures', async () => {
    const users = await used()
    await license(s, { limits: { ...noLimits, users: users + 1 } })
    const some = (await waiting()).filter((u) => u.username.startsWith('applicant_'))
    expect(some.length).toBe(3)
    const ids = some.map((u) => u.id)
    const passed = await s.ok('POST /users/pass', { body: { ids } }, 'super')
    expect(passed.done).toHaveLength(1)
    expect(passed.failed.map((f) => f.code)).toEqual(['license_limit', 'license_limit'])
    const [left] = (await waiting()).filter((u) => u.username.startsWith('applicant_'))
    if (!left) throw new Error('nobody waits')
    const one = await s.call(
      'POST /users/:id/pass',
      { params: { id: left.id }, body: { version: left.version } },
      'super',
    )
    expect([one.status, one.problem.code]).toEqual([409, 'license_limit'])
    expect(one.problem.details).toEqual({ limit: 'users', max: users + 1, used: users + 1 })
    expect(await used()).toBe(users + 1)
  })

  it('counts those who were approved, whether they may sign in at the moment or not', async () => {
    const users = await used()
    const off = await s.ok('POST /users/disable', { body: { ids: [userId('normal')] } }, 'super')
    expect(off.done).toHaveLength(1)
    expect(await used()).toBe(users)
    await s.ok('POST /users/recover', { body: { ids: [userId('normal')] } }, 'super')
  })

  it('tells a stranger who would be let in at once no figures, whether the name is taken or not', async () => {
    await s.setting('registration.review', false)
    try {
      await license(s, { limits: { ...noLimits, users: await used() } })
      for (const name of ['let_in_at_once', 'student']) {
        const refused = await register(name)
        expect([refused.status, refused.problem.code]).toEqual([409, 'registration_full'])
        expect(refused.problem.details ?? {}).toEqual({})
      }
      await license(s, { limits: { ...noLimits, users: (await used()) + 1 } })
      expect((await register('let_in_at_once')).status).toBe(200)
      // somebody who was rejected takes a place too
      const rejected = await register('rejected')
      expect([rejected.status, rejected.problem.code]).toEqual([409, 'registration_full'])
    } finally {
      await s.setting('registration.review', undefined)
    }
  })

  it('holds for people an administrator adds, with the figures', async () => {
    const users = await used()
    await license(s, { limits: { ...noLimits, users } })
    const made = await s.call(
      'POST /users',
      {
        body: {
          username: 'one_too_many',
          name: 'One too many',
          role_id: roleId('normal'),
          org_id: null,
          expires_on: null,
          password: '',
        } as never,
      },
      'super',
    )
    expect([made.status, made.problem.code, made.problem.details]).toEqual([
      409,
      'license_limit',
      { limit: 'users', max: users, used: users },
    ])
  })
})

it('a list of more people than are licensed says so in its plan, and writes none of them', async () => {
  const users = (await overview()).used.users ?? 0
  await license(s, { limits: { ...noLimits, users: users + 1 } })
  const planOf = async (lines: string) => {
    const upload_id = await upload(s, Buffer.from(`username,name\n${lines}`), 'super', 'people.csv')
    return planned(s, (await s.ok('POST /imports', { body: { upload_id, kind: 'users' } }, 'super')).id, 'super')
  }
  const put = ({ id, digest }: { id: string; digest: string }) =>
    s.call('POST /imports/:id/apply', { params: { id }, body: { digest, on_duplicate: 'skip' } }, 'super')
  const two = await planOf('listed_one,One listed\nlisted_two,Two listed')
  expect(two.details).toMatchObject({ limit: { max: users + 1, used: users } })
  const refused = await put(two)
  expect([refused.status, refused.problem.code]).toEqual([409, 'license_limit'])
  expect((await overview()).used.users).toBe(users)
  const one = await planOf('listed_one,One listed')
  expect(one.details?.['limit']).toBeUndefined()
  expect((await put(one)).status).toBe(200)
})

it('what belongs to a closed module is not imported, by nobody', async () => {
  const dorks = (id: number) => zipped({ 'ghdb.json': ghdb(dork(id, `query ${id}`)) })
  await license(s, { modules: modules.filter((m) => m !== 'library') })
  const p = await plan(s, dorks(901), 'super')
  expect(p.counts).toMatchObject({ new: 0, refused: 1 })
  await license(s)
  expect((await plan(s, dorks(902), 'super')).counts).toMatchObject({ new: 1, refused: 0 })
})

it('a limit is never exceeded by two at once', async () => {
  await license(s, { limits: { ...noLimits, running_scenes: 3 } })
  expect((await s.ok('GET /license', {}, 'super')).limits.running_scenes).toBe(3)
  await s.db.script('create table running (id int)')
  const used = async (q: Pick<typeof s.db, 'query'>) =>
    (await q.query<{ n: number }>('select count(*) as n from running')).rows[0]?.n ?? 0
  const start = () =>
    s.db.tx(async (q) => {
      await takeUnderLimit(q, s.platform, 'running_scenes', used)
      await q.query('insert into running values (1)')
    })
  const all = await Promise.allSettled(Array.from({ length: 10 }, start))
  expect(all.filter((r) => r.status === 'fulfilled')).toHaveLength(3)
  expect(all.find((r) => r.status === 'rejected')).toMatchObject({
    reason: { code: 'license_limit', details: { limit: 'running_scenes', max: 3, used: 3 } },
  })
})
