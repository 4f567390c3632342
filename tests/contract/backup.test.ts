/** Backups and restores over real databases and real files (J7). `FUZZ` says how many damaged backups are tried, `ENGINE` which server. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { verifyAudit } from '#mock/audit/verify.ts'
import { BackupManifest, manifestName } from '#mock/backup/archive/manifest.ts'
import { openBackup } from '#mock/backup/archive/open.ts'
import { BackupProblem } from '#mock/backup/archive/problem.ts'
import { zipTo } from '#mock/backup/archive/zip.ts'
import { backedUpTables } from '#mock/backup/database/catalog.ts'
import { loadTables, loadBackup } from '#mock/backup/database/load.ts'
import { putInPlace, stagingOf } from '#mock/backup/folder.ts'
import { startBackups } from '#mock/backup/start.ts'
import { writeBackup } from '#mock/backup/write.ts'
import type { Db } from '#mock/db/db.ts'
import { migrationFiles } from '#mock/db/migrate.ts'
import { tokenHash } from '#mock/areas/session/sessions.ts'
import { backupsIn, restoredBy } from '#tests/support/backups.ts'
import { memoryDb } from '#tests/support/database.ts'
import { password, testServer, type TestServer, userId } from './support/server.ts'

const fuzz = Number(process.env['FUZZ'] ?? (env.whole ? 250 : 16))
let s: TestServer
let dir: string
let renewed = 0
beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'range-backup-'))
  s = await testServer({ cheapPasswords: true, renew: () => void renewed++ })
})
afterAll(async () => {
  await s.close()
  await fs.rm(dir, { recursive: true, force: true })
})

const file = (name: string): string => path.join(dir, name)
const write = (db: Db, name: string, passphrase?: string) =>
  writeBackup({ db, now: s.clock.now, files: s.platform.files, to: file(name), passphrase, tick: async () => {} })
const { load, sums } = backupsIn(
  () => dir,
  () => s.clock.now(),
)
const selfMade: ReadonlySet<string> = new Set(['measure', 'system_log', 'alarm_state', 'r_alarm'])
/** What a database holds, as the checksums of its tables. */
async function contents(db: Db): Promise<Record<string, string>> {
  await writeBackup({ db, now: s.clock.now, files: dir, to: file('contents'), tick: async () => {} })
  // the server goes on measuring itself, and notes what it finds
  return sums('contents', (table) => selfMade.has(table))
}
const refusal = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work
  } catch (e) {
    if (e instanceof BackupProblem) return e.code
    throw e
  }
  return 'accepted'
}

const group = (name: string) => ({ name, description: '' })

describe('a backup made under load', () => {
  it.runIf(env.whole)(
    'holds one moment: everything acknowledged before, nothing begun after, no operation half',
    async () => {
      const many = env.whole ? 1500 : 80
      await s.db.query(`insert into r_tool (id, data, version, created_at, updated_at, created_by, updated_by, find, owner_id, share_scope, share_level)
      select 'load-' || n, jsonb_build_object('name', 'Load ' || n, 'summary', repeat('x', 400)), 1, now(), now(), 'x', 'x', '', 'x', 'everybody', 'use' from generate_series(1, ${many}) n`)
      const acknowledged: string[] = []
      let on = true
      const writer = async (w: number): Promise<void> => {
        for (let n = 0; on; n++) {
          const made = await s.ok('POST /tool-categories', { body: group(`W${w} ${n} one`) }, 'admin')
          acknowledged.push(made.id)
          if (n % 2)
            await s.ok(
              'PUT /tool-categories/:id',
              { params: { id: made.id }, body: { ...group(`W${w} ${n} again`), version: made.version } },
              'admin',
            )
          if (n % 3 === 0) await s.ok('DELETE /tool-categories/:id', { params: { id: made.id } }, 'admin')
        }
      }
      const writers = [1, 2, 3, 4].map(writer)
      while (acknowledged.length < 20) await new Promise((go) => setTimeout(go, 10))
      const before = [...acknowledged]
      await write(s.db, 'load')
      const after = acknowledged.length - before.length
      on = false
      await Promise.all(writers)
      expect(after).toBeGreaterThan(10)

      const db = await memoryDb()
      try {
        await load(db, 'load')
        const all = async <T extends object>(sql: string) => (await db.query<T>(sql)).rows
        const log = await all<{ id: string; action: string }>(
          `select entity_id as id, action from audit where entity = 'tool-category' and result = 'done'`,
        )
        const tools = await all<{ id: string; version: number }>('select id, version from r_tool_category')
        expect(before.filter((id) => !log.some((l) => l.id === id))).toEqual([])
        // of every tool as many versions as there are entries of the log, and none without them
        const counted = new Map<string, number>()
        const gone = new Set(log.filter((l) => l.action === 'tool-category.remove').map((l) => l.id))
        for (const { id } of log) counted.set(id, gone.has(id) ? 0 : (counted.get(id) ?? 0) + 1)
        const standing = new Map(tools.map((t) => [t.id, t.version]))
        expect([...counted].filter(([id, n]) => (standing.get(id) ?? 0) !== n)).toEqual([])
        expect(standing.size).toBe([...counted.values()].filter((n) => n > 0).length)
        expect((await all('select 1 from r_tool')).length).toBe(many)
        expect((await verifyAudit(db)).faults).toEqual([])
        // triggers and rules of the tables are there again
        await expect(db.query('delete from audit')).rejects.toThrow('append-only')
        expect(acknowledged.length).toBeGreaterThan(log.filter((l) => l.action === 'tool-category.create').length)
      } finally {
        await db.close()
      }
    },
  )

  it('leaves nothing behind in the database', async () => {
    // a few stay: every backup from here on reads them again
    await s.db.query(`delete from r_tool where id like 'load-%' and length(id) > 7`)
    const { rows } = await s.db.query(`select 1 from pg_proc where proname like 'backup\\_keep\\_%'`)
    expect(rows).toEqual([])
    expect((await s.db.query('select 1 from backup_before')).rows).toEqual([])
  })
})

describe('a restore', () => {
  it('brings every row of every type back as it was, between engines too', async () => {
    const db = await memoryDb()
    try {
      await s.db.query(
        `insert into setting (name, value, updated_at) values ('odd', 'null'::jsonb, '2026-01-02T03:04:05.678901Z')
         on conflict (name) do nothing`,
      )
      const was = await contents(s.db)
      await write(s.db, 'all')
      await load(db, 'all')
      const { audit: a, setting: b, ...rest } = await contents(db)
      const { audit: _a, setting: _b, ...wanted } = was
      expect(rest).toEqual(wanted)
      expect([a, b]).not.toContain(undefined)
      expect(
        (await db.query(`select value::text as v, updated_at::text as at from setting where name = 'odd'`)).rows,
      ).toEqual([{ v: 'null', at: expect.stringContaining('05.678901') }])
      // what the database counts goes on behind what came
      await db.query(`insert into due (kind, ref, at) values ('test', 'a', now())`)
    } finally {
      await db.close()
    }
  })

  it('is all or nothing: one that fails at its last row leaves everything as it was', async () => {
    const was = await contents(s.db)
    await write(s.db, 'fails')
    const archive = await openBackup(file('fails'), { scratch: file('x') })
    const loading = loadBackup({
      db: s.db,
      now: s.clock.now,
      archive,
      tick() {},
      audit: restoredBy(s.clock.now()),
      settle: () => Promise.reject(new BackupProblem('backup_damaged')),
    })
    expect(await refusal(loading)).toBe('backup_damaged')
    await archive.close()
    expect(await contents(s.db)).toEqual(was)
  })

  it('whose files were not yet in their places finishes when the server starts again', async () => {
    const files = file('folder')
    await fs.mkdir(path.join(stagingOf(files, 'r1'), 'images'), { recursive: true })
    await fs.writeFile(path.join(stagingOf(files, 'r1'), 'images', 'new'), 'new')
    await fs.mkdir(path.join(files, 'images'), { recursive: true })
    await fs.mkdir(path.join(files, 'backups'), { recursive: true })
    await fs.writeFile(path.join(files, 'images', 'old'), 'old')
    const found = async () => (await fs.readdir(files, { recursive: true })).sort()
    // killed between the two halves: the old ones are put away, the new ones are not there
    await fs.mkdir(path.join(files, 'restore', 'r1', 'old'), { recursive: true })
    await fs.rename(path.join(files, 'images'), path.join(files, 'restore', 'r1', 'old', 'images'))
    await putInPlace(files, 'r1')
    expect(await found()).toEqual(['backups', 'images', path.join('images', 'new'), 'restore'])
    await putInPlace(files, 'r1')
    expect(await fs.readdir(files)).toEqual(['backups', 'restore'])
  })

  it('that was interrupted before its end never was, and says so', async () => {
    await s.db.query(
      `insert into restore (id, backup_id, stage, started_at, by_id, by_name) values ('r2', 'b', 'loading', $1, 'x', 'x')`,
      [s.clock.now().toISOString()],
    )
    await startBackups(s.platform)
    expect(await s.ok('GET /restore')).toMatchObject({ running: false, stage: 'failed', problem: 'interrupted' })
    await s.db.query('delete from restore')
  })

  it('is why a session ended, of one in the backup and of one that began after it', async () => {
    const { token, jwt_token } = await s.ok('POST /session', { body: { username: 'super', password } })
    const said = async (one: string) => {
      const { status, problem } = await s.call('GET /session', {}, undefined, {
        headers: { authorization: `Bearer ${one}` },
      })
      return [status, problem.details?.['why']]
    }
    const hash = tokenHash(token)
    await s.db.query(`update session set ended_at = $2, ended_why = 'restored' where id_hash = $1`, [
      hash,
      s.clock.now().toISOString(),
    ])
    expect(await said(token)).toEqual([401, 'restored'])
    await s.db.query(`update session set ended_why = 'too-many' where id_hash = $1`, [hash])
    expect(await said(token)).toEqual([401, undefined])
    await s.db.query('delete from session where id_hash = $1', [hash])
    expect(await said(token)).toEqual([401, undefined])
    await s.db.query(
      `insert into restore (id, backup_id, stage, started_at, finished_at, by_id, by_name) values ('r3', 'b', 'done', $1, $1, 'x', 'x')`,
      [s.clock.now().toISOString()],
    )
    expect([await said(token), await said(jwt_token)]).toEqual([
      [401, 'restored'],
      [401, 'restored'],
    ])
    // a session of that time would be over by now
    await s.db.query(`update restore set finished_at = finished_at - interval '2 days'`)
    expect(await said(token)).toEqual([401, undefined])
    await s.db.query('delete from restore')
  })
})

/** The parts of a backup, to be put together otherwise. */
async function taken(name: string): Promise<{ manifest: BackupManifest; parts: Map<string, Buffer> }> {
  const archive = await openBackup(file(name), { scratch: file('x') })
  const parts = new Map<string, Buffer>()
  for (const part of [...archive.manifest.tables, ...archive.manifest.files]) {
    const chunks: Buffer[] = []
    for await (const chunk of archive.read(part)) chunks.push(chunk)
    parts.set(part.entry, Buffer.concat(chunks))
  }
  await archive.close()
  return { manifest: archive.manifest, parts }
}
/** A restore from where the tables are made anew to where they are full, which takes a tenth of a whole one. */
async function filling(name: string): Promise<void> {
  const archive = await openBackup(file(name), { scratch: file('x') })
  try {
    await s.db.tx(async (q) => loadTables(q, archive, await backedUpTables(q, migrationFiles()), () => {}))
  } finally {
    await archive.close()
  }
}
/** A backup with a seal of its own, as somebody who knows the format would forge it. */
async function forged(name: string, manifest: unknown, parts: Map<string, Buffer>): Promise<void> {
  const zip = zipTo(createWriteStream(file(name)))
  for (const [entry, bytes] of parts) await zip.add(entry, [bytes.toString('utf8')])
  await zip.add(manifestName, [JSON.stringify(manifest)])
  await zip.end()
}

describe('a backup that is not what was written', () => {
  it('is refused whichever byte of it changed', async () => {
    await write(s.db, 'whole')
    const bytes = await fs.readFile(file('whole'))
    const accepted: number[] = []
    // the last bytes and the first, where the readers look, and others spread over all of it
    const step = Math.max(1, Math.floor(bytes.length / fuzz))
    const places = [...Array(fuzz).keys()].map((n) => (n < fuzz / 3 ? bytes.length - 1 - n : n * step))
    for (const at of places) {
      const broken = Buffer.from(bytes)
      broken.writeUInt8((broken[at] ?? 0) ^ (1 << (at % 8)), at)
      await fs.writeFile(file('broken'), broken)
      if ((await refusal(openBackup(file('broken'), { scratch: file('x') }))) === 'accepted') accepted.push(at)
    }
    expect(accepted).toEqual([])
    // one that is cut off says so, wherever it ends
    for (const end of [bytes.length >> 1, bytes.length - 90, bytes.length - 40, bytes.length - 1]) {
      await fs.writeFile(file('broken'), bytes.subarray(0, end))
      expect(await refusal(openBackup(file('broken'), { scratch: file('x') })), `${end}`).toBe('backup_incomplete')
    }
  })

  it.runIf(env.whole)('is refused under a passphrase too, and opens with the right one only', async () => {
    await write(s.db, 'sealed', 'correct horse battery')
    const bytes = await fs.readFile(file('sealed'))
    expect(bytes.includes('r_user')).toBe(false)
    const open = (name: string, passphrase?: string) =>
      refusal(openBackup(file(name), { passphrase, scratch: file('x') }).then((a) => a.close()))
    expect(await open('sealed', 'correct horse battery')).toBe('accepted')
    expect(await open('sealed', 'wrong horse battery')).toBe('passphrase_wrong')
    expect(await open('sealed')).toBe('passphrase_wrong')
    const swapped = Buffer.from(bytes)
    swapped.writeUInt8((swapped.at(-20) ?? 0) ^ 1, bytes.length - 20)
    await fs.writeFile(file('broken'), swapped)
    expect(await open('broken', 'correct horse battery')).not.toBe('accepted')
    await fs.writeFile(file('broken'), bytes.subarray(0, -40))
    expect(await open('broken', 'correct horse battery')).not.toBe('accepted')
  })

  it('is refused when somebody forged it, and nothing changes', async () => {
    const was = await contents(s.db)
    await write(s.db, 'good')
    const { manifest, parts } = await taken('good')
    const user = manifest.tables.find((t) => t.name === 'r_user')
    if (!user) throw new Error('no users')
    const own = (change: Partial<typeof user>) => ({
      ...manifest,
      tables: manifest.tables.map((t) => (t === user ? { ...t, ...change } : t)),
    })
    const evil = Buffer.from('evil')
    const evilFile = { entry: 'files/00001', size: 4, sha256: createHash('sha256').update(evil).digest('hex') }
    const withFile = (at: string) => ({ ...manifest, files: [{ ...evilFile, path: at }] })
    const more = new Map([...parts, ['files/00001', evil]])
    // those that only a whole restore refuses, and of the others one that it refuses late
    const cases: [string, unknown, Map<string, Buffer>, string, 'whole'?][] = [
      ['an entry above the archive', manifest, new Map([...parts, ['../../etc/passwd', evil]]), 'archive_refused'],
      ['an entry nobody listed', manifest, more, 'backup_damaged'],
      ['a column that is SQL', own({ columns: ['id); drop table r_user; --'] }), parts, 'backup_damaged'],
      ['a column nobody has', own({ columns: [...user.columns.slice(1), 'nobody'] }), parts, 'backup_newer'],
      ['a checksum of something else', own({ sha256: 'a'.repeat(64) }), parts, 'backup_damaged', 'whole'],
      ['more rows than it says', own({ rows: user.rows - 1 }), parts, 'backup_damaged'],
      ['a table that stays', own({ name: 'backup' }), parts, 'backup_damaged'],
      ['a table nobody has', own({ name: 'pg_shadow' }), parts, 'backup_newer'],
      ['a format of the future', { ...manifest, format: 2 }, parts, 'backup_newer'],
      [
        'a schema of the future',
        { ...manifest, migrations: [...manifest.migrations, { name: '999-x.sql', sum: 'b'.repeat(64) }] },
        parts,
        'backup_newer',
        'whole',
      ],
      ['no manifest at all', 'nothing', parts, 'backup_damaged'],
    ]
    for (const [n, [what, said, of, code, whole]] of cases.entries()) {
      if (!env.whole && n % 3) continue
      await forged('forged', said, of)
      expect([what, await refusal(env.whole || whole ? load(s.db, 'forged') : filling('forged'))]).toEqual([what, code])
    }
    const { ownPath } = await import('#mock/backup/folder.ts')
    for (const at of ['../x', '/etc/x', 'backups/x', 'restore/x', 'a/../../x', 'a\\b', 'con'])
      expect(await refusal((async () => ownPath(withFile(at).files[0]?.path ?? ''))()), at).toBe('backup_damaged')
    expect(await contents(s.db)).toEqual(was)
  })

  it.runIf(env.whole)('of an older schema is brought up to the present one', async () => {
    await write(s.db, 'old')
    const { manifest, parts } = await taken('old')
    const last = manifest.migrations.findLastIndex((m) => m.name.includes('-backup'))
    await forged('old', { ...manifest, migrations: manifest.migrations.filter((_, n) => n !== last) }, parts)
    const db = await memoryDb()
    try {
      await load(db, 'old')
      expect((await db.query('select 1 from migration')).rows).toHaveLength(manifest.migrations.length)
      expect((await db.query('select 1 from backup')).rows).toEqual([])
    } finally {
      await db.close()
    }
  })
})

describe('the administrator', () => {
  it('makes a backup, changes something, restores, and finds it as it was, everybody signed out', async () => {
    const made = await s.ok('POST /backups', { body: { note: 'Before the exam' } }, 'super')
    const ready = async () => {
      for (;;) {
        const b = await s.ok('GET /backups/:id', { params: { id: made.id } }, 'super')
        if (b.state !== 'making') return b
        await new Promise((go) => setTimeout(go, 50))
      }
    }
    const b = await ready()
    expect(b).toMatchObject({
      state: 'ready',
      origin: 'manual',
      note: 'Before the exam',
      created_by_name: 'User super @super',
    })
    const sent = await s.call('GET /backups/:id/file', { params: { id: b.id } }, 'super')
    expect(createHash('sha256').update(sent.raw.rawPayload).digest('hex')).toBe(b.sha256)

    const extra = await s.ok('POST /tool-categories', { body: group('Made afterwards') }, 'super')
    const preview = await s.ok('POST /backups/:id/inspect', { params: { id: b.id }, body: {} }, 'super')
    const tools = preview.tables.find((t) => t.name === 'r_tool_category')
    expect((tools?.now ?? 0) - (tools?.was ?? 0)).toBe(1)
    expect(preview).toMatchObject({ fit: 'same', engine: s.db.engine })
    expect(preview.under_way).toEqual({ exams: 0, scenes: 0, people: 1 })

    const restore = (body: { password: string; word: string }) =>
      s.call('POST /backups/:id/restore', { params: { id: b.id }, body }, 'super')
    expect((await restore({ password: 'not mine', word: 'RESTORE' })).problem.code).toBe('password_wrong')
    expect((await restore({ password, word: 'yes' })).problem.code).toBe('validation')
    expect((await s.ok('GET /restore')).running).toBe(false)

    const token = await s.token('super')
    expect((await restore({ password, word: 'restore' })).status).toBe(200)
    const shut = await s.call('GET /tools', {}, 'super')
    expect([shut.status, shut.problem.code]).toEqual([503, 'restoring'])
    expect((await s.ok('GET /restore')).running).toBe(true)
    while (renewed === 0) await new Promise((go) => setTimeout(go, 50))

    const { rows } = await s.db.query('select 1 from r_tool_category where id = $1', [extra.id])
    expect(rows).toEqual([])
    const live = await s.db.query('select 1 from session where ended_at is null')
    expect([token, live.rows]).toEqual([token, []])
    expect((await verifyAudit(s.db)).faults).toEqual([])
    const log = await s.db.query<{ action: string; user_id: string }>(
      `select action, user_id from audit where action like 'backup.%' order by at desc, seq desc limit 1`,
    )
    expect(log.rows).toEqual([{ action: 'backup.restored', user_id: userId('super') }])
    // what was done since is still told, although it is undone, and the restore says how much that is
    const [told] = (
      await s.db.query<{ details: { carried: number; lost?: number } }>(
        `select details from audit where action = 'backup.restored'`,
      )
    ).rows
    expect(told?.details.carried).toBeGreaterThan(0)
    expect(told?.details.lost).toBeUndefined()
    const since = await s.db.query(`select 1 from audit where action = 'tool-category.create' and entity_id = $1`, [
      extra.id,
    ])
    expect(since.rows).toHaveLength(1)
    // the list is that of this machine: the safety backup of the present is in it
    const listed = await s.db.query<{ origin: string }>('select origin from backup order by created_at, id')
    expect(listed.rows.map((r) => r.origin)).toEqual(['manual', 'safety'])
  })
})
