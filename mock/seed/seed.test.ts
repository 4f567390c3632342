import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { displayNameBreaks, passwordBreaks, phoneBreaks, usernameBreaks } from '#src/contract/rules.ts'
import { isPermission } from '#src/contract/system/permissions.ts'
import { commonPasswords, productWords } from '#src/contract/session/common.ts'
import { resources } from '#src/contract/resources.ts'
import { wide } from '#src/contract/lib/text.ts'
import { limits } from '#src/contract/limits.ts'
import { verifyAudit } from '#mock/audit/verify.ts'
import { buildApp } from '#mock/app.ts'
import { memoryDb } from '#tests/support/database.ts'
import type { Db } from '#mock/db/db.ts'
import { silentLog } from '#mock/http/log.ts'
import { demoAccounts } from './accounts.ts'
import { seedAnnouncements } from './announcements.ts'
import { keepFirstCode } from './firstCode.ts'
import { roles } from './roles.ts'
import { courses } from '../areas/course/course.ts'
import { courseChecklistOf } from '../areas/course/publish.ts'
import { storedOutline } from '../areas/course/store.ts'
import { seed } from './seed.ts'

const now = new Date('2026-11-05T08:00:00Z')
/** Repeatable bytes in place of the cryptographic source. */
function bytes(): (n: number) => Buffer {
  let n = 0
  return (size) =>
    Buffer.concat(
      Array.from({ length: Math.ceil(size / 32) }, () => createHash('sha256').update(`${n++}`).digest()),
    ).subarray(0, size)
}
/** What the demonstration keeps as files. */
const files = mkdtempSync(path.join(os.tmpdir(), 'range-seed-'))
// laying it down keeps the process busy, and nobody is to be turned away for that
const config = { shed: { delay: 1e9, inFlight: 1e9 } }
const server = (db: Db) => buildApp({ db, now: () => now, random: bytes(), files, log: silentLog, config })
type Server = Awaited<ReturnType<typeof server>>

describe('the demonstration', () => {
  let db: Db
  let s: Server
  beforeAll(async () => {
    db = await memoryDb()
    s = await server(db)
    const both = await Promise.all([seed(s.platform, { demo: true }), seed(s.platform, { demo: true })])
    expect(both.map((b) => b.made).sort()).toEqual([false, true])
  })
  afterAll(async () => {
    await s.close()
    await db.close()
  })
  const signIn = async (username: string, password: string) =>
    (await s.app.inject({ method: 'POST', url: '/api/mg/api/session', payload: { username, password } })).json()
  const call = async (token: string, path: string) =>
    (await s.app.inject({ url: `/api/mg/api${path}`, headers: { authorization: `Bearer ${token}` } })).json()
  const all = async (table: string) =>
    (await db.query<{ id: string; data: Record<string, unknown> }>(`select id, data from ${table}`)).rows

  it('is laid down once', async () => {
    expect(await seed(s.platform, { demo: true })).toEqual({ made: false, accounts: [] })
    expect(await seed(s.platform, { demo: false })).toEqual({ made: false, accounts: [] })
  })

  it.runIf(env.whole)('is not there as long as its files are not', async () => {
    const other = await memoryDb()
    const blocked = path.join(files, 'taken')
    writeFileSync(blocked, '')
    const broken = await buildApp({ db: other, now: () => now, random: bytes(), files: '', log: silentLog, config })
    await expect(seed({ ...broken.platform, files: path.join(blocked, 'files') }, { demo: true })).rejects.toThrow(
      'ENOTDIR',
    )
    expect((await other.query('select 1 from r_user union all select 1 from audit')).rows).toEqual([])
    await broken.close()
    await other.close()
  })

  it('tells of no file in a scene that is not in its list, and on the disk of its node', async () => {
    const { rows } = await db.query<{ told: string; listed: string | null; there: string | null; on: boolean }>(
      `select e.params ->> 'path' as told, f.sha256 as listed, encode(sha256(d.body), 'hex') as there, n.node is not null as on
       from scene_event e left join scene_file f on f.scene_id = e.scene_id and f.node_id = e.node_id
         and f.path = e.params ->> 'path' and f.bytes = (e.params ->> 'bytes')::bigint
       left join sim_node n on n.scene = e.scene_id and n.node = e.node_id
       left join sim_file d on d.scene = e.scene_id and d.node = e.node_id and d.path = f.path
       where e.code = 'file_injected'`,
    )
    expect(rows.length).toBeGreaterThan(4)
    expect(rows.filter((r) => r.listed === null || (r.on && r.there !== r.listed))).toEqual([])
  })

  it.runIf(env.whole)('is the same whenever it is laid down at the same time', async () => {
    const twin = await memoryDb()
    const other = await server(twin)
    await seed(other.platform, { demo: true })
    for (const table of [
      'r_user',
      'r_role',
      'r_tool',
      'r_tool_category',
      'r_dork',
      'r_announcement',
      'org',
      'audience',
      'audit',
    ]) {
      const read = async (from: Db) =>
        (
          await from.query<{ sum: string }>(
            `select md5(string_agg(t::text, ',' order by t::text)) as sum from ${table} t`,
          )
        ).rows[0]?.sum
      expect(await read(twin), table).toBe(await read(db))
    }
    await other.close()
    await twin.close()
  })

  it('holds as much as it promises', async () => {
    const count = async (table: string) =>
      Number((await db.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n)
    expect(await count('org')).toBe(14)
    expect(await count('r_user')).toBe(121)
    expect(await count('r_role')).toBe(10)
    expect(await count('r_team')).toBe(7)
    expect(await count('r_tool_category')).toBe(20)
    expect(await count('r_tool')).toBeGreaterThanOrEqual(80)
    expect(await count('r_dork')).toBeGreaterThanOrEqual(60)
    expect(await count('r_announcement')).toBeGreaterThanOrEqual(9)
  })

  it.each(['user', 'role', 'team', 'tool', 'tool-category', 'dork'] as const)(
    'holds only %s rows that people could have written',
    async (name) => {
      const { body } = resources[name].schema
      for (const { data } of await all(`r_${name.replace('-', '_')}`)) {
        const parsed = body.safeParse(data)
        expect(parsed.error?.issues ?? [], JSON.stringify(data).slice(0, 200)).toEqual([])
      }
    },
  )

  it('has only courses that can be published as they are', async () => {
    const { rows } = await db.query<{ id: string; name: string }>(
      `select t.id, t.data->>'name' as name from r_course t join course_outline o on o.course_id = t.id where o.published is not null`,
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { id, name } of rows) {
      const doc = await courses.docs.get(db, id)
      if (!doc) throw new Error(name)
      const lines = await courseChecklistOf(db, doc, (await storedOutline(db, id)).draft, now)
      expect(
        lines.filter((l) => l.blocks),
        name,
      ).toEqual([])
    }
  })

  it('has a class hour under way in which each learner has machines of their own', async () => {
    const password = demoAccounts.find((a) => a.username === 'teacher_demo')?.password ?? ''
    const { token } = await signIn('teacher_demo', password)
    const { items } = await call(token, '/classes?status=ongoing')
    const hours: { id: string; scene_plan: string; status: string }[] = []
    for (const { id } of items) hours.push(...(await call(token, `/classes/${id}/hours`)).items)
    const [live] = hours.filter((h) => h.status === 'ongoing' && h.scene_plan === 'own')
    const grid = await call(token, `/class-hours/${live?.id}/grid`)
    expect(grid.scenes).toMatchObject({ plan: 'own', wanted: 0 })
    expect(grid.members).toHaveLength(12)
    expect(grid.hour.can).toContain('run')
  })

  it('names people, organisations and announcements as the rules have it', async () => {
    for (const { data } of await all('r_user')) {
      expect(usernameBreaks(String(data['username']))).toEqual([])
      expect(displayNameBreaks(String(data['name']))).toEqual([])
      if (data['phone']) expect(phoneBreaks(String(data['phone']))).toEqual([])
    }
    const orgs = (await db.query<{ name: string }>('select name from org')).rows
    for (const title of [...orgs.map((o) => o.name), ...seedAnnouncements.map((a) => a.title)]) {
      expect(wide(title), title).toBeLessThanOrEqual(limits.name.max)
      expect(wide(title), title).toBeGreaterThanOrEqual(limits.name.min)
    }
  })

  it('gives out passwords that satisfy even the strict policy', () => {
    for (const { username, name, password } of demoAccounts) {
      const policy = { min: 8, max: 20, kinds: 3, strict: true, expires_days: 0, history: 3 }
      expect(
        passwordBreaks(password, { policy, common: commonPasswords(), about: [username, name, ...productWords] }),
        username,
      ).toEqual([])
    }
  })

  it('lets every account in as it says, and asks the newcomer for a new password', async () => {
    for (const { username, password, role } of demoAccounts) {
      const answer = await signIn(username, password)
      if (username.startsWith('waiting')) expect(answer).toMatchObject({ code: 'wrong_credentials' })
      else
        expect(answer, username).toMatchObject({
          user: { role: { key: role } },
          must_change: username.startsWith('newcomer') ? 'first' : null,
        })
    }
  })

  it('shows each role what is its own', async () => {
    const as = async (role: string) =>
      (await signIn(role, demoAccounts.find((a) => a.username === role)?.password ?? '')).token as string
    const titles = async (who: string) =>
      ((await call(await as(who), '/announcements/received')).items ?? []).map(
        (a: { title: string }) => a.title.split(' ')[0],
      )
    if (await routed('/announcements/received')) {
      expect(await titles('student_demo')).toEqual(['欢迎使用实训平台', '本周六系统维护', '信安', '秋季夺旗赛报名'])
      expect(await titles('teacher_demo')).toEqual(['欢迎使用实训平台', '本周六系统维护', '信安', '教师备课说明'])
    }
    const tools = async (who: string) => (await call(await as(who), '/tools?page_size=200')).total as number
    const total = await tools('admin_demo')
    expect(await tools('student_demo')).toBe(total - 3)
    expect(await tools('guest_demo')).toBe(total - 3)
    expect(await tools('teacher_demo')).toBe(total)
  })
  const routed = async (path: string) => (await s.app.inject({ url: `/api/mg/api${path}` })).statusCode !== 404

  it('has people of every status and a month behind it that the audit trail vouches for', async () => {
    const { rows } = await db.query<{ status: string; n: number }>(
      `select k_status as status, count(*) as n from r_user group by 1`,
    )
    expect(Object.fromEntries(rows.map((r) => [r.status, r.n]))).toMatchObject({
      'to-audit': 9,
      disabled: 7,
      rejected: 4,
    })
    const days = (
      await db.query<{ day: string }>(
        `select distinct to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day from audit where action = 'session.sign-in'`,
      )
    ).rows
    expect(days).toHaveLength(30)
    expect((await verifyAudit(db)).faults).toEqual([])
    const ahead = await db.query(`select 1 from audit where at > $1`, [now.toISOString()])
    expect(ahead.rows).toEqual([])
  })
})

describe('the roles that ship', () => {
  it('grant only screens and folders there are, at most a hundred, and everything only to the super administrator', () => {
    for (const [key, { permissions }] of Object.entries(roles)) {
      expect(
        permissions.filter((p) => !isPermission(p)),
        key,
      ).toEqual([])
      expect(new Set(permissions).size).toBe(permissions.length)
      expect(permissions.length).toBeLessThanOrEqual(limits.permissionsPerRole)
      expect(permissions.length > 0).toBe(key !== 'super')
    }
  })
})

describe('a real installation', () => {
  it('begins with the roles, one organisation and one super administrator, who sets a first password with the code of a file', async () => {
    const db = await memoryDb()
    const s = await server(db)
    const seeded = await seed(s.platform, { demo: false })
    expect(seeded).toMatchObject({ made: true, accounts: [], admin: { username: 'admin' } })
    expect(await seed(s.platform, { demo: false })).toEqual({ made: false, accounts: [] })
    const tables = await Promise.all(
      ['r_user', 'r_role', 'org', 'r_tool', 'r_dork'].map(async (t) =>
        Number((await db.query<{ n: number }>(`select count(*) as n from ${t}`)).rows[0]?.n),
      ),
    )
    expect(tables).toEqual([1, 6, 1, 0, 0])
    const post = (url: string, payload: object) => s.app.inject({ method: 'POST', url: `/api/mg/api${url}`, payload })
    const kept = mkdtempSync(path.join(os.tmpdir(), 'range-first-'))
    const first = await keepFirstCode(s.platform, kept)
    const file = path.join(kept, 'first-code')
    expect([first, statSync(file).mode & 0o777]).toEqual([{ username: 'admin', file }, 0o600])
    const text = readFileSync(file, 'utf8')
    const [, code = ''] = /^code (\S+)$/m.exec(text) ?? []
    // another start keeps a code that works, and makes another where somebody spoilt it
    await keepFirstCode(s.platform, kept)
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(
      (await post('/account/reset', { username: 'admin', code: 'AAAA-AAAA', next: 'Weather-Vane-52' })).json(),
    ).toMatchObject({ code: 'code_invalid' })
    expect((await post('/session', { username: 'admin', password: '' })).statusCode).not.toBe(200)
    expect((await post('/account/reset', { username: 'admin', code, next: 'Weather-Vane-52' })).statusCode).toBe(200)
    const answer = await post('/session', { username: 'admin', password: 'Weather-Vane-52' })
    expect(answer.json()).toMatchObject({ must_change: null, user: { is_admin: true, role: { key: 'super' } } })
    // used up, and gone with the next start
    expect((await post('/account/reset', { username: 'admin', code, next: 'Weather-Vane-53' })).statusCode).not.toBe(
      200,
    )
    expect([await keepFirstCode(s.platform, kept), existsSync(file)]).toEqual([undefined, false])
    const texts =
      JSON.stringify((await db.query('select * from account')).rows) +
      JSON.stringify((await db.query('select * from one_time_code')).rows) +
      JSON.stringify((await db.query('select details from audit')).rows)
    expect(texts).not.toContain(code)
    rmSync(kept, { recursive: true })
    await s.close()
    await db.close()
  })
})
