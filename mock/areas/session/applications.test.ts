/** Applications for accounts: so many of one network an hour, none that waits for ever, and none that tells which names are taken. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer, username } from '#tests/contract/support/server.ts'
import { rateLimits } from '#src/contract/limits.ts'
import { sweepApplications } from './applications.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true, config: { trustProxy: true } as never })
  await s.setting('registration.most', 3)
})
afterAll(() => s.close())

let n = 0
const password = 'Granite-Doorway8'
const send = (address: string, name: string) =>
  s.call('POST /auth/register/', { body: { username: name, name: `Applicant ${++n}`, password } } as never, undefined, {
    headers: { 'x-forwarded-for': address },
  })
async function apply(address: string, name = `applicant_${++n}`): Promise<string> {
  const r = await send(address, name)
  return r.status === 200 ? 'ok' : r.problem.code
}
const waiting = async () =>
  (await s.ok('GET /users', { query: { status: ['to-audit'], page_size: 100 } }, 'super')).items.filter((u) =>
    u.username.startsWith('applicant_'),
  )
const sweep = () => s.db.tx((q) => sweepApplications(q, s.platform))

it('so many of one network an hour: who comes after hears when, and other networks have their own', async () => {
  const at = '198.51.100.7'
  const first = s.clock.now().getTime()
  expect([await apply(at), await apply(at), await apply(at)]).toEqual(['ok', 'ok', 'ok'])
  s.clock.advance(600)
  const r = await send(at, 'applicant_late')
  expect([r.status, r.problem.code, Date.parse(String(r.problem.details?.['at']))]).toEqual([
    429,
    'registration_later',
    first + 3_600_000,
  ])
  expect(await apply('203.0.113.9')).toBe('ok')
})

it('what a script sent keeps nobody out for longer than an hour, reviewed or not', async () => {
  const at = '198.51.100.9'
  for (let n = 0; n < 5; n++) await apply(at)
  expect(await apply(at)).toBe('registration_later')
  s.clock.advance(3601)
  expect([await apply(at), await apply(at), await apply(at)]).toEqual(['ok', 'ok', 'ok'])
})

it('a class of sixty registers from one address within the hour', async () => {
  await s.setting('registration.most', undefined)
  for (let n = 0; n < 60; n++) {
    expect(await apply('198.51.100.60'), `${n}`).toBe('ok')
    s.clock.advance(30)
  }
  await s.setting('registration.most', 3)
})

it('what one network sends is counted by the setting alone: sixty and more within ten minutes are no flood', async () => {
  const own = await testServer({ cheapPasswords: true, config: { rates: rateLimits } })
  const apply = (n: number) =>
    own.call('POST /auth/register/', {
      body: { username: `hall_${n}`, name: `Hall ${n}`, phone: '', password } as never,
    })
  for (let n = 0; n < 100; n++) expect((await apply(n)).status, `${n}`).toBe(200)
  expect((await apply(100)).problem.code).toBe('registration_later')
  await own.close()
})

it('so many wait at once, of whatever networks; whoever reviews hears of it once, and a decision makes room', async () => {
  const from = () => `192.0.2.${++n % 250}`
  const told = async () =>
    (await s.ok('GET /messages', { query: { page_size: 100 } }, 'super')).items.filter(
      (m) => m.kind === 'applications_full',
    )
  const there = (await s.ok('GET /users', { query: { status: ['to-audit'] } }, 'super')).total
  await s.setting('registration.waiting', there + 2)
  expect([await apply(from()), (await told()).length]).toEqual(['ok', 0])
  expect([await apply(from()), (await told()).length]).toEqual(['ok', 1])
  expect((await told())[0]).toMatchObject({ params: { n: there + 2 }, link: { screen: 'user-check' } })
  const taken = await apply(from(), username('student'))
  expect([await apply(from()), taken, await apply(from())]).toEqual(Array(3).fill('registration_waiting'))
  const [one] = await waiting()
  await s.ok('POST /users/fail', { body: { ids: [one?.id ?? ''], reason: 'Nobody we know' } as never }, 'super')
  const both = await Promise.all([apply(from()), apply(from())])
  expect(both.sort()).toEqual(['ok', 'registration_waiting'])
  expect(await told()).toHaveLength(1)
  await s.setting('registration.waiting', undefined)
})

it('a name that is taken counts like one that is free', async () => {
  const at = '198.51.100.8'
  const taken = username('student')
  expect([await apply(at, taken), await apply(at, taken), await apply(at, taken)]).toEqual(['ok', 'ok', 'ok'])
  expect([await apply(at), await apply(at, taken)]).toEqual(['registration_later', 'registration_later'])
  s.clock.advance(3601)
  expect(await apply(at)).toBe('ok')
})

it('those who apply at the same moment count each other', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => apply('198.51.100.10')))
  expect(all.filter((a) => a === 'ok')).toHaveLength(3)
})

it('what nobody reviewed goes after so many days, with its account; what was reviewed stays', async () => {
  await s.setting('registration.days', 10)
  await sweep()
  const before = await waiting()
  expect(before.length).toBeGreaterThan(3)
  const [kept] = before
  await s.ok('POST /users/pass', { body: { ids: [kept?.id ?? ''] } as never }, 'super')
  s.clock.advance(10 * 86_400 + 1)
  const at = '198.51.100.11'
  await apply(at)
  expect(await sweep()).toBe(before.length - 1)
  expect(await waiting()).toHaveLength(1)
  expect((await s.ok('GET /users/:id', { params: { id: kept?.id ?? '' } }, 'super')).status).toBe('normal')
  const { rows } = await s.db.query('select 1 from account a left join r_user u on u.id = a.user_id where u.id is null')
  expect(rows).toEqual([])
  // the name is free again
  expect(await apply(at, before[1]?.username)).toBe('ok')
  await s.setting('registration.days', 0)
  s.clock.advance(400 * 86_400)
  expect(await waiting()).toHaveLength(2)
  expect(await sweep()).toBe(0)
})
