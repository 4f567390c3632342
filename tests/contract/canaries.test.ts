/** What must never leave is planted everywhere it could be, then every answer for every role is searched for it (check B6). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unknownParams } from '#tests/support/unknownParams.ts'
import { env } from '#config/env.ts'
import { sampled } from '#tests/support/some.ts'
import { api } from '#src/contract/api.ts'
import { splitKey } from '#src/contract/lib/route.ts'
import {
  type AccountName,
  accounts,
  password,
  testServer,
  type TestServer,
  userId,
  username,
} from './support/server.ts'

const canary = 'CANARY-7f3a'
/** Personal data, shown to those who manage users where they manage them, and to its owner. */
const phone = 'PHONE-7f3a'
const idNumber = 'IDNUM-7f3a'
let s: TestServer
/** By the kind of thing. */
let ids: string[][] = []
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const { id: category_id } = await s.ok('POST /tool-categories', { body: { name: 'Planted' } }, 'super')
  await s.ok('POST /tools', { body: { name: 'Planted tool', category_id, summary: 'x' } }, 'super')
  await s.ok('POST /session/code', {}, 'student')
  // columns no schema lists, in every document there is
  for (const table of ['r_user', 'r_role', 'r_tool', 'r_tool_category'])
    await s.db.query(
      `update ${table} set data = data || jsonb_build_object('secret', $1::text, 'password', $1::text, 'hash', $1::text)`,
      [canary],
    )
  await s.db.query(
    `update r_user set data = data || jsonb_build_object('phone', $1::text || id, 'id_number', $2::text, 'address', $2::text)`,
    [phone, idNumber],
  )
  await s.db.query(`update account set history = jsonb_build_array($1::text)`, [canary])
  await s.db.query(
    `insert into one_time_code (hash, kind, user_id, data, expires_at) values ($1, 'reset', 'user-student', jsonb_build_object('x', $1::text), now())`,
    [canary],
  )
  await s.db.query(`insert into setting (name, value, updated_at) values ('planted', to_jsonb($1::text), now())`, [
    canary,
  ])
  const of = async (table: string) =>
    (await s.db.query<{ id: string }>(`select id from ${table}`)).rows.map((r) => r.id)
  ids = await Promise.all(['r_user', 'r_role', 'r_tool', 'r_tool_category'].map(of))
})
afterAll(() => s.close())

const shut = ['disabled', 'expired', 'to-audit', 'rejected', 'default-password']
/** One of each role, and a second student, who is a stranger to what is the first one's; everybody when the whole is asked for. */
const left = env.whole ? shut : [...shut, 'second-super', 'second-admin']
const live = (Object.keys(accounts) as AccountName[]).filter((name) => !left.includes(name))

/**
 * What a read may be asked for: of the whole everything there is, and one thing there is not. Otherwise everything of the kinds it knows,
 * which the first and the last of a kind and the student's own show to whoever sees all and to him, and one of each other kind.
 */
async function askable(): Promise<[key: string, ids: readonly string[]][]> {
  const reads = Object.keys(api).filter((k) => k.startsWith('GET'))
  const open = (key: string) => splitKey(key)[1].includes(':id')
  if (env.whole) return reads.map((key) => [key, open(key) ? [...ids.flat(), 'nowhere'] : ['']])
  const known = async (key: string, of: string[]): Promise<boolean> => {
    const some = [of[0], of.at(-1), of.find((id) => id === userId('student'))].filter((id) => id !== undefined)
    for (const id of new Set(some))
      for (const who of ['super', 'student'] as const)
        if (![403, 404].includes((await s.send(key, { params: { ...unknownParams(key), id } }, who)).status))
          return true
    return false
  }
  const out: [string, string[]][] = []
  for (const key of reads) {
    if (!open(key)) out.push([key, ['']])
    else {
      const there = await Promise.all(ids.map((of) => known(key, of)))
      out.push([key, [...ids.flatMap((of, n) => (there[n] ? of : of.slice(0, 1))), 'nowhere']])
    }
  }
  return out
}

describe('planted secrets', () => {
  let reads: Awaited<ReturnType<typeof askable>> = []
  beforeAll(async () => {
    reads = await askable()
  })

  it.each([...sampled(live), undefined])('are in no answer to any read by %s', async (name) => {
    let answers = 0
    for (const [key, targets] of reads) {
      for (const id of targets) {
        const r = await s.send(key, { params: { ...unknownParams(key), id } }, name)
        expect(r.status).toBeLessThan(500)
        if (r.status === 200) answers++
        const { body } = r.raw
        const managed = /^GET \/users(\/:id|\/export)?$/.test(key) && r.status === 200
        const own =
          name !== undefined && key === 'GET /personal/profile' ? body.replace(phone + userId(name), '') : body
        if (managed) expect(name, key).toMatch(/super|admin/)
        else expect(own, `${key} ${id}`).not.toMatch(/PHONE-7f3a|IDNUM-7f3a/)
        expect(body.includes(canary), `${key} ${id}: ${r.raw.body.slice(0, 500)}`).toBe(false)
        expect(body, key).not.toMatch(/argon2id|\$v=19/)
      }
    }
    expect(answers).toBeGreaterThan(name === undefined ? 0 : 4)
  })

  it('of persons are shown to those who manage users, and the phone alone to those who only review them', async () => {
    const desk = async (permission: string) => {
      const stored = `data || jsonb_build_object('permissions', jsonb_build_array($1::text))`
      await s.db.query(`update r_role set data = ${stored}, version = version + 1 where id = 'role-normal'`, [
        permission,
      ])
      return (await s.call('GET /users/:id', { params: { id: userId('student') } }, 'normal')).body
    }
    expect(await desk('user-manage')).toMatchObject({ id_number: idNumber, phone: phone + userId('student') })
    expect(await desk('user-check')).toMatchObject({ id_number: '', address: '', phone: phone + userId('student') })
    const found = await s.ok('GET /users/options', { query: { q: phone } }, 'teacher')
    expect(found.total, 'whoever picks people by name learns no number').toBe(0)
  })

  it('are in no answer to a change or a refusal', async () => {
    const replies = [
      await s.signIn('admin'),
      await s.signIn('admin', 'wrong-Password1'),
      await s.signIn('disabled'),
      await s.call('PUT /account/password', { body: { current: password, next: 'short' } }, 'student'),
      await s.call('POST /tool-categories', { body: { name: 'Planted' } }, 'admin'),
      await s.call('POST /users/:id/reset-code', { params: { id: userId('student') } }, 'admin'),
      await s.call(
        'POST /users/:id/disable',
        { params: { id: userId('second-student') }, body: { version: 99 } },
        'admin',
      ),
      await s.call('POST /auth/register/', {
        body: { username: username('student'), name: 'Some Body', password, phone: '' },
      }),
    ]
    for (const r of replies) {
      expect(r.raw.body).not.toContain(canary)
      // a stale version answers the row as it stands, to somebody who manages users
      if (r.problem.code !== 'stale_version') expect(r.raw.body).not.toMatch(/PHONE-7f3a|IDNUM-7f3a/)
    }
    expect(replies[0]?.status).toBe(200)
  })
})
