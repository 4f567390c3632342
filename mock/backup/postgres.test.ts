/** Backups between the engines, and two servers on one PostgreSQL of which one restores. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServerApp, buildApp } from '#mock/app.ts'
import type { Db } from '#mock/db/db.ts'
import { migrate } from '#mock/db/migrate.ts'
import { openPg } from '#mock/db/pg.ts'
import { silentLog } from '#mock/http/log.ts'
import { began, password, peopled, username } from '#tests/contract/support/people.ts'
import { backupsIn } from '#tests/support/backups.ts'
import { memoryDb } from '#tests/support/database.ts'
import { ownDatabase } from '#tests/support/postgres.ts'
import { writeBackup } from './write.ts'

let dir: string
const url = (await ownDatabase()).url
const dbs: Db[] = []
beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'range-backup-'))
})
afterAll(async () => {
  for (const db of dbs) await db.close()
  await fs.rm(dir, { recursive: true, force: true })
})
const opened = async (db: Promise<Db>): Promise<Db> => {
  dbs.push(await db)
  return db
}

const now = () => began
const { load, sums: sumsOf } = backupsIn(() => dir, now)
// a restore is written into the trail, whose heads are settings
const sums = (name: string) => sumsOf(name, (table) => table.startsWith('audit') || table === 'setting')
const settingsOf = async (db: Db): Promise<object[]> =>
  (
    await db.query<object>(
      `select name, value::text as value, extract(epoch from updated_at)::text as at from setting
       where name not like 'audit%' order by name collate "C"`,
    )
  ).rows
const write = (db: Db, name: string) =>
  writeBackup({ db, now, files: path.join(dir, 'none'), to: path.join(dir, name), tick: async () => {} })

it('an embedded database goes to PostgreSQL and back, row for row', async () => {
  const embedded = await opened(memoryDb(peopled))
  await embedded.query(
    `insert into setting (name, value, updated_at) values ('odd', '{"a":[1.50,null,"\\u4e2d\\ud83d\\ude00"]}', '2026-01-02T03:04:05.678901Z')`,
  )
  const server = await opened(openPg((await ownDatabase()).url))
  await migrate(server)
  await write(embedded, 'embedded')
  await load(server, 'embedded')
  await write(server, 'server')
  const back = await opened(memoryDb())
  await load(back, 'server')
  await write(back, 'back')
  const was = await sums('embedded')
  expect(Object.keys(was).length).toBeGreaterThan(30)
  expect(await sums('server')).toEqual(was)
  expect(await sums('back')).toEqual(was)
  const settings = await settingsOf(embedded)
  expect(settings).toContainEqual({ name: 'odd', value: expect.stringContaining('1.50'), at: '1767323045.678901' })
  expect(await settingsOf(server)).toEqual(settings)
  expect(await settingsOf(back)).toEqual(settings)
})

it('a restore at one of two servers ends the sessions of both, and both show what it brought', async () => {
  const renewed = [0, 0]
  const servers: ServerApp[] = []
  const start = async (n: number): Promise<ServerApp> => {
    const db = await opened(openPg(url))
    if (servers.length === 0) {
      await migrate(db)
      await peopled.prepare(db)
    }
    const files = path.join(dir, 'files')
    return buildApp({
      db,
      now: () => new Date(),
      random: randomBytes,
      files,
      log: silentLog,
      renew: () => void (renewed[n] = 1),
    })
  }
  for (const n of [0, 1]) servers.push(await start(n))
  const call = async <T>(n: number, method: 'GET' | 'POST', at: string, token: string, body?: object) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const r = await servers[n]?.app.inject({
      method,
      url: `/api/mg/api${at}`,
      headers,
      ...(body ? { payload: body } : {}),
    })
    return { status: r?.statusCode ?? 0, body: r?.json() as T }
  }
  const signIn = async (n: number) =>
    (await call<{ token: string }>(n, 'POST', '/session', '', { username: username('super'), password })).body.token
  try {
    const tokens = [await signIn(0), await signIn(1)] as const
    const made = await call<{ id: string }>(0, 'POST', '/backups', tokens[0], { note: '' })
    const ready = async () =>
      (await call<{ state: string }>(1, 'GET', `/backups/${made.body.id}`, tokens[1])).body.state
    await expect.poll(ready).toBe('ready')
    await call(1, 'POST', '/tool-categories', tokens[1], { name: 'Made afterwards', description: '' })
    const names = async (n: number, token: string) =>
      (await call<{ items: { name: string }[] }>(n, 'GET', '/tool-categories?page_size=200', token)).body.items.map(
        (c) => c.name,
      )
    expect(await names(0, tokens[0])).toContain('Made afterwards')

    const asked = await call(0, 'POST', `/backups/${made.body.id}/restore`, tokens[0], { password, word: 'RESTORE' })
    expect(asked.status).toBe(200)
    // the other one closes its door too
    await expect.poll(async () => (await call(1, 'GET', '/tool-categories', tokens[1])).status).toBe(503)
    await expect.poll(() => renewed).toEqual([1, 1])
    // what `renew` does in a running server: close, and serve anew what is there
    for (const n of [0, 1]) {
      await servers[n]?.close()
      servers[n] = await start(n)
    }
    for (const n of [0, 1] as const) {
      expect((await call(n, 'GET', '/tool-categories', tokens[n])).status).toBe(401)
      expect(await names(n, await signIn(n))).not.toContain('Made afterwards')
    }
  } finally {
    for (const server of servers) await server.close()
  }
})
