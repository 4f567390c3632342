/** The demonstration's passwords, which everybody can read in the source, and where they open something. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '#mock/seed/accounts.ts'
import { renewPublished, stillPublished } from '#mock/seed/published.ts'
import { type AccountName, testServer, type TestServer, userId } from './support/server.ts'

const [top, admin] = demoAccounts.filter((a) => ['super_demo', 'admin_demo'].includes(a.username))
if (!top || !admin) throw new Error('the demonstration has other accounts')
const there = { student: top, teacher: admin } as const

/** Two of the demonstration's accounts beside those of the tests. */
async function demonstrated(published?: boolean): Promise<TestServer> {
  const s = await testServer({ cheapPasswords: true, config: published === undefined ? {} : { published } })
  for (const [name, { username, password }] of Object.entries(there)) {
    const hash = await s.hashing.hash(password)
    await s.db.query('update account set username = $2, username_key = $2, hash = $3 where user_id = $1', [
      userId(name as AccountName),
      username,
      hash,
    ])
  }
  return s
}
const signIn = (s: TestServer, username: string, password: string, headers: Record<string, string> = {}) =>
  s.call('POST /session', { body: { username, password } }, undefined, { headers })

describe('where only this machine comes in', () => {
  let s: TestServer
  beforeAll(async () => {
    s = await demonstrated()
  })
  afterAll(() => s.close())

  it.each(['localhost', 'localhost:8080', '127.0.0.1:18030', '[::1]:8080'])('they work, called as %s', async (host) => {
    expect((await signIn(s, top.username, top.password, { host })).status).toBe(200)
  })

  it.each([
    ['through a proxy that says so', { 'x-forwarded-for': '203.0.113.9' }],
    ['through one that writes the standard’s header', { forwarded: 'for=203.0.113.9' }],
    ['through one that says it is one', { via: '1.1 nginx' }],
    ['through one that hands on the name its callers used', { host: 'range.example' }],
    ['by an address of a network', { host: '192.168.1.5:8080' }],
    ['by a name that only begins like this machine’s', { host: 'localhost.evil.example' }],
  ])('they open nothing %s', async (_, headers) => {
    const r = await signIn(s, top.username, top.password, headers)
    expect([r.status, r.problem.code]).toEqual([403, 'published_password'])
    expect((await signIn(s, top.username.toUpperCase(), top.password, headers)).problem.code).toBe('published_password')
  })

  it('they say nothing of which accounts are here', async () => {
    const absent = demoAccounts.find((a) => a.username === 'referee_demo')
    const [a, b] = [
      await signIn(s, top.username, top.password, { via: '1.1 nginx' }),
      await signIn(s, absent?.username ?? '', absent?.password ?? '', { via: '1.1 nginx' }),
    ]
    expect([b.status, b.problem.code]).toEqual([a.status, a.problem.code])
  })
})

describe('where others come in', () => {
  let s: TestServer
  beforeAll(async () => {
    s = await demonstrated(false)
  })
  afterAll(() => s.close())

  it('they open nothing, by any name, and other passwords are as ever', async () => {
    for (const { username, password } of Object.values(there))
      expect((await signIn(s, username, password)).problem.code).toBe('published_password')
    expect((await signIn(s, top.username, 'Marble-Staircase7')).problem.code).toBe('wrong_credentials')
    expect((await s.signIn('referee')).status).toBe(200)
  })

  it('others can be made, once, which end the sessions of the old', async () => {
    const token = await s.token('student')
    expect((await stillPublished(s.platform, s.hashing)).map((a) => a.username)).toEqual([top.username, admin.username])
    const made = await renewPublished(s.platform, s.hashing)
    expect(made.map((a) => a.username)).toEqual([top.username, admin.username])
    expect(new Set(made.map((a) => a.password)).size).toBe(2)
    for (const { username, password } of made)
      expect((await signIn(s, username, password, { host: 'range.example' })).body.must_change).toBe(null)
    expect((await s.call('GET /session', {}, { token })).status).toBe(401)
    expect((await signIn(s, top.username, top.password)).status).toBe(403)
    expect(await renewPublished(s.platform, s.hashing)).toEqual([])
  })
})
