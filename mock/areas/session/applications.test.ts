/** Applications that wait for review: so many of one network, none for ever, and none that tells which names are taken. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer, username } from '#tests/contract/support/server.ts'
import { sweepApplications } from './applications.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true, config: { trustProxy: true } as never })
  await s.setting('registration.most', 3)
})
afterAll(() => s.close())

let n = 0
const password = 'Granite-Doorway8'
async function apply(address: string, name = `applicant_${++n}`): Promise<string> {
  const body = { username: name, name: `Applicant ${++n}`, password }
  const r = await s.call('POST /auth/register/', { body } as never, undefined, {
    headers: { 'x-forwarded-for': address },
  })
  return r.status === 200 ? 'ok' : r.problem.code
}
const waiting = async () =>
  (await s.ok('GET /users', { query: { status: ['to-audit'], page_size: 100 } }, 'super')).items.filter((u) =>
    u.username.startsWith('applicant_'),
  )
const sweep = () => s.db.tx((q) => sweepApplications(q, s.platform))

it('so many of one network wait; one that is reviewed makes room, and other networks have their own', async () => {
  const at = '198.51.100.7'
  expect([await apply(at), await apply(at), await apply(at)]).toEqual(['ok', 'ok', 'ok'])
  expect(await apply(at)).toBe('registration_full')
  expect(await apply('203.0.113.9')).toBe('ok')
  const first = (await waiting()).find((u) => u.username === 'applicant_1')
  await s.ok('POST /users/fail', { body: { ids: [first?.id ?? ''], reason: 'Nobody knows him' } }, 'super')
  expect([await apply(at), await apply(at)]).toEqual(['ok', 'registration_full'])
})

it('a name that is taken counts like one that is free, for a day', async () => {
  const at = '198.51.100.8'
  const taken = username('student')
  expect([await apply(at, taken), await apply(at, taken), await apply(at, taken)]).toEqual(['ok', 'ok', 'ok'])
  expect([await apply(at), await apply(at, taken)]).toEqual(['registration_full', 'registration_full'])
  s.clock.advance(86_401)
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
  const { rows } = await s.db.query(
    `select 1 from account a left join r_user u on u.id = a.user_id where u.id is null union all
     select 1 from application a left join r_user u on u.id = a.user_id where u.k_status is distinct from 'to-audit'`,
  )
  expect(rows).toEqual([])
  // the name is free again
  expect(await apply(at, before[1]?.username)).toBe('ok')
  await s.setting('registration.days', 0)
  s.clock.advance(400 * 86_400)
  expect(await waiting()).toHaveLength(2)
  expect(await sweep()).toBe(0)
})
