/** How much of files that did not arrive is kept, of whom, and for how long. */
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { limits } from '#src/contract/limits.ts'
import { sceneLimits as most } from '#src/contract/scene/node.ts'
import { DriverRefusal } from '#mock/world/scene/driver.ts'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { lan, node, simulated, until } from '#tests/support/scene.ts'
import { injectionFile, injectionsIn } from './inject.ts'
import { sweepInjections } from './room.ts'

let s: TestServer
let refuse: string | undefined
beforeAll(async () => {
  s = await testServer()
  const driver = simulated(s)
  const { inject } = driver
  driver.inject = async (order, at, f) => {
    if (refuse !== undefined) throw new DriverRefusal(refuse)
    return inject(order, at, f)
  }
})
afterAll(() => s.close())
beforeEach(() => {
  refuse = undefined
})

const scene = async (): Promise<string> => {
  const body = { name: 'Files', document: lan(node('pc', 'container')) }
  const { id } = await s.ok('POST /scenes', { body }, 'admin')
  await until(s, id, ['running'])
  return id
}
const put = (id: string, name: string, path = '/root/') =>
  s.send('POST /scenes/:id/files', { params: { id }, query: { node: 'pc', path, name } }, 'admin', {
    payload: Buffer.from('brought in'),
    headers: { 'content-type': 'application/octet-stream' },
  })
const files = (id: string) => s.ok('GET /scenes/:id/files', { params: { id } }, 'admin')
const file = async (id: string, name: string) => (await files(id)).items.find((f) => f.name === name)
const becomes = (id: string, name: string, status: string) =>
  expect.poll(async () => (await file(id, name))?.status).toBe(status)
const kept = (id: string) => existsSync(injectionFile(s.platform.files, id))
/** A failed file of so many bytes, as the database has it. */
const failed = (of: string, bytes: number, by: string) =>
  s.db.query(
    `insert into scene_file (id, scene_id, node_id, path, name, mode, bytes, sha256, status, reason, tried_at, at, by_id, by_name)
     values ($1, $2, 'pc', '/root/x', 'x', '644', $3, '', 'failure', 'no_space', $4, $4, $5, 'X')`,
    [s.platform.newId(), of, bytes, s.clock.now().toISOString(), by],
  )

it('what has arrived or cannot arrive is not kept; what can is for an hour', async () => {
  const id = await scene()
  await put(id, 'good.txt')
  await becomes(id, 'good.txt', 'success')
  await put(id, 'folder', '/root')
  await becomes(id, 'folder', 'failure')
  expect(await file(id, 'folder')).toMatchObject({ reason: 'bad_path', can: [] })
  refuse = 'no_agent'
  await put(id, 'later.txt')
  await becomes(id, 'later.txt', 'failure')
  const later = await file(id, 'later.txt')
  const retry = () =>
    s.call('POST /scenes/:id/files/retry', { params: { id }, body: { file_id: later?.id ?? '' } }, 'admin')
  expect(later?.can).toEqual(['retry'])
  await expect.poll(() => readdirSync(injectionsIn(s.platform.files))).toEqual([later?.id])
  await sweepInjections(s.platform)
  expect(kept(later?.id ?? '')).toBe(true)
  expect((await files(id)).waiting.mine).toEqual({ bytes: 10, most: most.waiting.person })
  s.clock.advance(most.waiting.seconds)
  await sweepInjections(s.platform)
  expect(kept(later?.id ?? '')).toBe(false)
  expect((await file(id, 'later.txt'))?.can).toEqual([])
  expect((await retry()).problem.code).toBe('not_allowed_in_state')
  expect((await files(id)).waiting.mine.bytes).toBe(0)
})

it('what waits is bounded by scene and by person, and so is the number of files', async () => {
  const [id, other] = [await scene(), await scene()]
  await failed(other, most.waiting.person - 10, userId('admin'))
  expect((await put(id, 'fits.txt')).status).toBe(200)
  await becomes(id, 'fits.txt', 'success')
  await failed(other, 1, userId('admin'))
  const own = await put(id, 'over.txt')
  expect([own.status, own.problem.code, own.problem.details]).toEqual([
    507,
    'quota_full',
    { reason: 'own_waiting', max_bytes: most.waiting.person, used_bytes: most.waiting.person - 9 },
  ])
  await s.db.query(`delete from scene_file where scene_id = $1`, [other])
  await failed(id, most.waiting.scene - 9, userId('teacher'))
  expect((await put(id, 'over.txt')).problem.details).toMatchObject({ reason: 'scene_waiting' })
  expect((await put(other, 'elsewhere.txt')).status).toBe(200)
  await becomes(other, 'elsewhere.txt', 'success')
  await s.db.query(`update scene_file set bytes = 0 where scene_id = $1`, [id])
  for (const [reason, n, of] of [
    ['scene_files', most.files, id],
    ['own_files', most.filesOfPerson, other],
  ] as const) {
    await s.db.query(
      `insert into scene_file select (jsonb_populate_record(null::scene_file, to_jsonb(f) || jsonb_build_object('id', $1 || i, 'by_id', $4::text, 'scene_id', $5::text))).*
       from (select * from scene_file where scene_id = $2 limit 1) f, generate_series(1, $3::integer) i`,
      [reason, id, n, reason === 'scene_files' ? 'somebody' : userId('admin'), of],
    )
    const r = await put(reason === 'scene_files' ? id : await scene(), 'one more.txt')
    expect([r.status, r.problem.details]).toEqual([507, { reason, max: n }])
  }
  expect(readdirSync(injectionsIn(s.platform.files))).toEqual([])
  await s.db.query(`delete from scene_file`)
})

it('of a scene that is gone nothing stays, and nothing that no row names', async () => {
  const id = await scene()
  refuse = 'no_agent'
  await put(id, 'stays.txt')
  await becomes(id, 'stays.txt', 'failure')
  const kept = readdirSync(injectionsIn(s.platform.files))
  expect(kept).toHaveLength(1)
  await s.ok('POST /scenes/:id/delete', { params: { id }, body: {} }, 'admin')
  await until(s, id, ['deleted'])
  await expect.poll(() => readdirSync(injectionsIn(s.platform.files))).toEqual([])
  await expect
    .poll(async () => (await s.db.query('select 1 from scene_file where scene_id = $1', [id])).rows)
    .toEqual([])
  mkdirSync(injectionsIn(s.platform.files), { recursive: true })
  for (const name of ['old', 'arriving']) writeFileSync(injectionFile(s.platform.files, name), 'x')
  const old = Date.now() / 1000 - most.waiting.seconds - 1
  utimesSync(injectionFile(s.platform.files, 'old'), old, old)
  await sweepInjections(s.platform)
  expect(readdirSync(injectionsIn(s.platform.files))).toEqual(['arriving'])
})

it('one person has so many on their way at once; another has as many', async () => {
  const id = await scene()
  refuse = 'no_agent'
  const all = await Promise.all(Array.from({ length: limits.uploadsAtOnce + 2 }, (_, n) => put(id, `${n}.txt`)))
  const refused = all.filter((r) => r.status !== 200)
  expect(refused.map((r) => [r.status, r.problem.code, r.problem.details])).toEqual(
    Array.from({ length: 2 }, () => [429, 'uploads_at_once', { most: limits.uploadsAtOnce, seconds: 1 }]),
  )
  expect(refused[0]?.headers['retry-after']).toBe('1')
  expect((await put(id, 'afterwards.txt')).status).toBe(200)
})
