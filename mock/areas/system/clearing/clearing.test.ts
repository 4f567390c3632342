import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordingFile } from '#mock/areas/scene/recording/file.ts'
import { startSession } from '#mock/areas/session/sessions.ts'
import { verifyAudit } from '#mock/audit/verify.ts'
import { monthsBefore } from '#src/contract/system/clearing.ts'
import { settingsOf } from '#src/contract/system/config.ts'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { going } from './folder.ts'
import { clearWhenDue } from './run.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const admin = async () => ({ token: (await s.signIn('super')).body.token })
const look = async () => s.ok('GET /clearing/preview', {}, await admin())
type Preview = Awaited<ReturnType<typeof look>>
const of = (p: Preview, what: string) => p.items.find((i) => i.what === what)
const clear = async (p: Preview, what: Preview['items'][number]['what'][], part: object = {}) =>
  s.call('POST /clearing/run', { body: { at: p.at, version: p.version, what, ...part } }, await admin())
async function save(part: object) {
  const row = (await s.ok('GET /config/clearing', {}, await admin())) as unknown as Record<string, unknown>
  const values = Object.fromEntries(settingsOf('clearing').map(([f]) => [f, row[f]]))
  await s.ok('PUT /config/clearing', { body: { ...values, version: row['version'], ...part } as never }, await admin())
}
/** Waits for the work behind the answer. */
const finished = async () => {
  for (;;) {
    const { run } = await s.ok('GET /clearing/run', {}, await admin())
    if (run && run.state !== 'running') return run
    await new Promise((r) => setTimeout(r, 10))
  }
}
/** A recording that has ended, with its file. */
async function recording(id: string, bytes: number, at: Date): Promise<string> {
  await s.db.query(
    `insert into recording (id, kind, scene_id, scene_name, node_id, node_name, user_id, user_name, started_at, bytes, width, height, open, touched_at)
     values ($1, 'desktop', 's', 'Scene', 'n', 'node', $2, 'User student', $3, $4, 1280, 720, false, $3)`,
    [id, userId('student'), at.toISOString(), bytes],
  )
  const to = recordingFile(s.platform.files, 'desktop', id)
  mkdirSync(path.dirname(to), { recursive: true })
  writeFileSync(to, Buffer.alloc(bytes))
  return to
}

describe('clearing', () => {
  it('takes exactly what its preview showed, and nothing that came later or is young enough', async () => {
    const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
    for (let i = 0; i < 1203; i++) await s.db.tx((q) => startSession(q, s.platform, userId('student'), meta))
    const old = await recording('old', 3000, new Date('2026-01-01T00:00:00Z'))
    const young = await recording('young', 500, s.clock.now())
    s.clock.advance(40 * 86_400)
    await save({ session_days: 30 })
    const before = await look()
    expect(of(before, 'sessions')?.count).toBeGreaterThanOrEqual(1203)
    expect(of(before, 'recordings')).toMatchObject({ count: 1, bytes: 3000 })
    for (const none of ['screenshots', 'files', 'imports'])
      expect(of(before, none)).toMatchObject({ count: 0, bytes: 0 })
    // looking takes nothing
    expect((await look()).items).toEqual(before.items.map((i) => ({ ...i, before: i.before })))
    const started = await clear(before, ['sessions', 'recordings'])
    expect(started.status, started.raw.body).toBe(200)
    const run = await finished()
    expect(run).toMatchObject({ state: 'done', progress: 1, by: 'User super @super' })
    expect(run.gone).toEqual(
      ['sessions', 'recordings'].map((what) => {
        const { count, bytes } = of(before, what) ?? { count: -1, bytes: -1 }
        return { what, count, bytes }
      }),
    )
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
    expect(of(await look(), 'sessions')?.count).toBe(0)
  })

  it('is refused when the settings changed since the preview, when it is too old, and beside another', async () => {
    const p = await look()
    await save({ log_days: 90 })
    expect((await clear(p, ['sessions'])).problem.code).toBe('plan_changed')
    const next = await look()
    const late = new Date(Date.parse(next.at) - 3_601_000).toISOString()
    expect((await clear(next, ['sessions'], { at: late })).problem.code).toBe('plan_changed')
    const ahead = new Date(Date.parse(next.at) + 1000).toISOString()
    expect((await clear(next, ['sessions'], { at: ahead })).problem.code).toBe('plan_changed')
    await s.db.query(
      `insert into clearing_run (id, state, at, started_at, beat_at, by_name, found) values ('other', 'running', $1, $1, $1, 'x', '[]')`,
      [s.clock.now().toISOString()],
    )
    expect((await clear(next, ['sessions'])).problem.code).toBe('clearing_running')
    // its server died: the next one may begin
    s.clock.advance(61)
    expect((await s.ok('GET /clearing/run', {}, await admin())).run?.state).toBe('interrupted')
    expect((await clear(next, ['sessions'])).status).toBe(200)
    expect((await finished()).state).toBe('done')
  })

  it('leaves the audit trail whole', async () => {
    expect((await verifyAudit(s.db)).faults).toEqual([])
    const { rows } = await s.db.query<{ n: number }>(
      `select count(*) as n from audit where action = 'clearing.run' and result = 'done'`,
    )
    expect(rows[0]?.n).toBe(2)
  })

  it('comes by itself when its interval is over, once', async () => {
    const runs = async () => (await s.db.query<{ n: number }>('select count(*) as n from clearing_run')).rows[0]?.n
    const before = Number(await runs())
    await clearWhenDue(s.platform)
    expect(Number(await runs())).toBe(before)
    await save({ auto: true, every: 2 })
    s.clock.advance(2 * 86_400 + 1)
    await look()
    await Promise.all([clearWhenDue(s.platform), clearWhenDue(s.platform)])
    expect(Number(await runs())).toBe(before + 1)
    await clearWhenDue(s.platform)
    expect(Number(await runs())).toBe(before + 1)
    expect(await s.ok('GET /clearing/run', {}, await admin())).toMatchObject({ run: { by: '', state: 'done' } })
    const { rows } = await s.db.query(
      `select user_id, username, entity from audit where action = 'clearing.run' order by at desc, seq desc limit 1`,
    )
    expect(rows).toEqual([{ user_id: null, username: 'system', entity: 'clearing' }])
  })
})

describe('which files go', () => {
  const at = (n: number) => new Date(Date.UTC(2026, 0, n))
  const files = [5, 1, 3, 2, 4].map((n) => ({ path: `f${n}`, size: n * 10, at: at(n).getTime() }))
  const names = (bounds: Parameters<typeof going>[1]) => going(files, bounds).map((f) => f.path)

  it('are those that are too old, then the oldest until the rest has room', () => {
    expect(names({ before: at(3), most: null })).toEqual(['f1', 'f2'])
    expect(names({ before: null, most: 90 })).toEqual(['f1', 'f2', 'f3'])
    expect(names({ before: at(2), most: 120 })).toEqual(['f1', 'f2'])
    expect(names({ before: null, most: 150 })).toEqual([])
    expect(names({ before: null, most: 0 })).toHaveLength(5)
  })
})

describe('some months ago', () => {
  it.each([
    ['2026-08-31T10:00:00.000Z', 6, '2026-02-28T10:00:00.000Z'],
    ['2026-03-15T00:00:00.000Z', 3, '2025-12-15T00:00:00.000Z'],
    ['2024-05-31T00:00:00.000Z', 3, '2024-02-29T00:00:00.000Z'],
  ])('%s less %i is %s', (from, months, to) => {
    expect(monthsBefore(new Date(from), months).toISOString()).toBe(to)
  })
})
