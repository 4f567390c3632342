import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configured } from '#mock/configured.ts'
import { documents } from '#mock/crud/documents.ts'
import { type SettingSection, settings, settingSections, settingsOf } from '#src/contract/system/config.ts'
import { sectionBodies } from '#src/contract/system/config.schema.ts'
import { png } from '#tests/support/pictures.ts'
import { roleId } from '#tests/contract/support/people.ts'
import { password, testServer, type TestServer } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

/** A session of its own each time: the tests shorten those that live. */
const admin = async () => ({ token: (await s.signIn('super')).body.token })
const read = async (section: SettingSection) =>
  (await s.send('GET /config/:id', { params: { id: section } }, await admin())).body as unknown as Record<
    string,
    unknown
  > & {
    version: number
  }
const valuesOf = (section: SettingSection, row: Record<string, unknown>) =>
  Object.fromEntries(settingsOf(section).map(([field]) => [field, row[field]]))
/** Saves some settings of a section over what stands. */
async function save(section: SettingSection, part: object, version?: number) {
  const row = await read(section)
  const body = { ...valuesOf(section, row), ...part, version: version ?? row.version }
  return s.send('PUT /config/:id', { params: { id: section }, body }, await admin())
}
const restore = (section: SettingSection) =>
  save(section, Object.fromEntries(settingsOf(section).map(([field, d]) => [field, d.default])))

describe('the description of the settings', () => {
  const all = settingSections.flatMap((section) => settingsOf(section).map(([field, d]) => ({ section, field, d })))

  it('names every setting and every field of a form once', () => {
    expect(new Set(all.map((x) => x.d.name)).size).toBe(all.length)
    expect(new Set(all.map((x) => x.field)).size).toBe(all.length)
  })

  it.each(settingSections)('of %s takes its own defaults', (section) => {
    const defaults = Object.fromEntries(settingsOf(section).map(([field, d]) => [field, d.default]))
    expect(sectionBodies[section].safeParse(defaults).success).toBe(true)
  })

  it.each(all.filter((x) => x.d.min !== undefined && x.d.max !== undefined).map((x) => [x.d.name, x] as const))(
    '%s takes its bounds and nothing beyond them',
    (_, { section, field, d }) => {
      const rule = sectionBodies[section].shape[field]
      const [min = 0, max = 0] = [d.min, d.max]
      const at = (n: number) => (d.field.kind === 'number' ? n : 'x'.repeat(n))
      expect([min, max].map((n) => rule?.safeParse(at(n)).success)).toEqual([true, true])
      expect(rule?.safeParse(at(max + 1)).success).toBe(false)
      // an empty text is the default, and nothing is shorter
      if (min > 1 || d.field.kind === 'number') expect(rule?.safeParse(at(min - 1)).success).toBe(false)
      if (d.field.kind === 'number') expect(rule?.safeParse(min + 0.5).success).toBe(false)
    },
  )
})

describe('a section', () => {
  it.each(settingSections)('%s answers its settings to who may see it, and is saved whole', async (section) => {
    expect((await s.send('GET /config/:id', { params: { id: section } }, 'admin')).status).toBe(403)
    const row = await read(section)
    const saved = await save(section, {})
    expect(saved.status, saved.raw.body).toBe(200)
    expect((await read(section)).version).toBe(row.version + 1)
    expect(valuesOf(section, await read(section))).toEqual(valuesOf(section, row))
  })

  it('that somebody else saved meanwhile is refused with what stands now, and only one of many wins', async () => {
    const { version } = await read('course')
    expect((await save('course', { extensions: 5 }, version)).status).toBe(200)
    const second = await save('course', { extensions: 6 }, version)
    expect([second.status, second.problem.code]).toEqual([409, 'stale_version'])
    expect(second.problem.details?.current).toMatchObject({ extensions: 5, version: version + 1 })
    const racing = await Promise.all([7, 8, 9].map((extensions) => save('course', { extensions }, version + 1)))
    expect(racing.map((r) => r.status).sort()).toEqual([200, 409, 409])
    await restore('course')
  })

  it('leaves its changes in the audit trail, by name', async () => {
    const r = await save('alarms', { cpu: 77 })
    const { rows } = await s.db.query<{ entity_id: string; details: object; before_hash: string; after_hash: string }>(
      'select entity_id, details, before_hash, after_hash from audit where request_id = $1',
      [r.headers['x-request-id']],
    )
    expect(rows).toMatchObject([{ entity_id: 'alarms', details: { changed: ['cpu'] } }])
    expect(rows[0]?.before_hash).not.toBe(rows[0]?.after_hash)
    // the server's own code hears of it with the next call
    await read('alarms')
    expect((await configured(s.platform.settings, 'alarms')).cpu).toBe(77)
    await restore('alarms')
    await read('alarms')
    expect((await configured(s.platform.settings, 'alarms')).cpu).toBe(settings.alarms.cpu.default)
  })

  it('says which of its settings do not go together', async () => {
    const fields = async (section: SettingSection, part: object) =>
      (await save(section, part)).problem.details?.fields?.map((f) => `${f.path} ${f.rule}`)
    expect(await fields('backup', { backup_every: 5, backup_unit: 'minutes' })).toEqual(['backup_every min'])
    expect(await fields('backup', { backup_every: 366, backup_unit: 'days' })).toEqual(['backup_every max'])
    expect(await fields('session', { idle: 61, absolute: 1 })).toEqual(['idle max'])
    expect(await fields('password', { min: 17 })).toEqual(['min max'])
  })

  it('shows a setting that no longer fits as its default', async () => {
    await s.setting('course.extensions', 'many')
    expect((await read('course'))['extensions']).toBe(settings.course.extensions.default)
    expect((await configured(s.platform.settings, 'course')).extensions).toBe(settings.course.extensions.default)
    await s.setting('course.extensions', undefined)
  })
})

describe('the name of the system', () => {
  it('is on the sign-in page with the next request, and its length is kept', async () => {
    expect((await save('basics', { system_name: '启明网络靶场', copyright: '© 2026 启明' })).status).toBe(200)
    expect(await s.ok('GET /auth/register/')).toMatchObject({ system_name: '启明网络靶场', copyright: '© 2026 启明' })
    for (const name of ['abc', 'x'.repeat(41), '网'])
      expect((await save('basics', { system_name: name })).problem.details?.fields?.[0]?.rule, name).toBe('length')
    await restore('basics')
    expect((await s.ok('GET /auth/register/')).system_name).toBe('')
  })
})

describe('the logo', () => {
  const upload = async (bytes: Buffer) =>
    s.send('POST /pictures', { query: { use: 'logo', name: 'logo.png' } }, await admin(), {
      payload: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })
  const named = async () => (await s.ok('GET /auth/register/')).logo

  it('is 248 wide and 38 high, shows with the next request and is let go when it is taken away', async () => {
    expect((await upload(png(38, 248))).problem.details?.reason).toBe('size')
    const { id } = (await upload(png(248, 38))).body as unknown as { id: string }
    expect((await save('basics', { logo: id })).status).toBe(200)
    expect(await named()).toBe(id)
    const holders = async () =>
      (await s.db.query<{ holder: string | null }>('select holder from picture where id = $1', [id])).rows[0]?.holder
    expect(await holders()).toBe('config:basics:logo')
    const other = '00000000-0000-7000-8000-000000000000.png'
    expect((await save('basics', { logo: other })).problem.details?.fields?.[0]?.rule).toBe('unknown_picture')
    expect((await save('basics', { logo: '' })).status).toBe(200)
    expect([await named(), await holders()]).toEqual(['', null])
  })
})

describe('the role of registration', () => {
  const applicant = async (name: string) => {
    await s.ok('POST /auth/register/', { body: { username: name, name: 'New comer', password, phone: '' } })
    return (await s.ok('GET /users', { query: { q: name } }, await admin())).items[0]?.role_id
  }

  it('is never an administrator’s, and never one that is gone', async () => {
    for (const key of ['super', 'admin'] as const) {
      const r = await save('registration', { register_role: roleId(key) })
      expect(r.problem.details?.fields).toEqual([{ path: 'register_role', rule: 'administrator_role' }])
    }
    const gone = await save('registration', { register_role: 'nobody' })
    expect(gone.problem.details?.fields?.[0]?.rule).toBe('unknown_reference')
  })

  it('is what the next applicant gets, until it becomes an administrator’s', async () => {
    expect((await save('registration', { register_role: roleId('student') })).status).toBe(200)
    expect(await applicant('config_reg_1')).toBe(roleId('student'))
    const make = (is_admin: boolean) =>
      s.db.query(`update r_role set data = data || jsonb_build_object('is_admin', $1::boolean) where id = $2`, [
        is_admin,
        roleId('student'),
      ])
    await make(true)
    expect(await applicant('config_reg_2')).toBe(roleId('normal'))
    await make(false)
    await restore('registration')
  })

  it('opens nothing that whoever chooses it does not hold', async () => {
    const stored = documents('role')
    const role = await stored.get(s.db, roleId('referee'))
    const change = (permissions: string[]) =>
      s.db.query(
        `update r_role set data = data || jsonb_build_object('permissions', $1::jsonb), version = version + 1 where id = $2`,
        [JSON.stringify(permissions), roleId('referee')],
      )
    await change(['system-config', 'personal'])
    const row = await read('registration')
    const body = { ...valuesOf('registration', row), register_role: roleId('teacher'), version: row.version }
    const r = await s.send('PUT /config/:id', { params: { id: 'registration' }, body }, 'referee')
    expect(r.problem.details?.fields).toEqual([{ path: 'register_role', rule: 'more_than_own' }])
    await change(role?.data.permissions ?? [])
  })
})

describe('sessions and sign-in', () => {
  it('end the oldest session when one more begins than a user may have', async () => {
    await save('session', { most: 2 })
    const token = async () => (await s.signIn('second-student')).body.token
    const alive = async (t: string) => (await s.call('GET /session', {}, { token: t })).status === 200
    const first = await token()
    s.clock.advance(1)
    const second = await token()
    s.clock.advance(1)
    expect([await alive(first), await alive(second)]).toEqual([true, true])
    const third = await token()
    expect([await alive(first), await alive(second), await alive(third)]).toEqual([false, true, true])
    await restore('session')
  })

  it('live no longer than is configured, those that are open included', async () => {
    const { token } = (await s.signIn('second-student')).body
    const alive = async () => (await s.call('GET /session', {}, { token })).status === 200
    s.clock.advance(30 * 60)
    expect(await alive()).toBe(true)
    await save('session', { idle: 10 })
    s.clock.advance(9 * 60)
    expect(await alive()).toBe(true)
    s.clock.advance(11 * 60)
    expect(await alive()).toBe(false)
    await restore('session')
  })

  it('lock after as many wrong tries as are allowed, for as long as is configured', async () => {
    await save('session', { failures: 3, lock: 20 })
    const wrong = async () => (await s.signIn('second-student', 'Wrong-Password1')).status
    expect([await wrong(), await wrong(), await wrong(), await wrong()]).toEqual([401, 401, 401, 429])
    const held = await s.signIn('second-student')
    expect([held.status, held.problem.details?.seconds]).toEqual([429, 1200])
    s.clock.advance(1201)
    expect((await s.signIn('second-student')).status).toBe(200)
    await restore('session')
  })

  it('ask for a longer password when the policy does', async () => {
    await save('password', { min: 14 })
    const next = (password: string) =>
      s.call('POST /auth/register/', {
        body: { username: 'config_pw', name: 'New comer', password, phone: '' },
      })
    expect((await next('Granite-Bal4')).problem.details?.fields).toEqual([
      { path: 'password', rule: 'password_length', params: { min: 14, max: 20 } },
    ])
    expect((await next('Granite-Balcony4')).status).toBe(200)
    await restore('password')
  })
})
