import { createHash } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startImports } from '#mock/areas/import/start.ts'
import { uploadsIn } from '#mock/import/plan/parts.ts'
import { limits } from '#src/contract/limits.ts'
import { part, planned, rowsOf, upload, zipped } from './support/import.ts'
import { testServer, type TestServer, userId } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())
afterEach(async () => {
  await s.db.query('delete from upload')
  await setting('import.quota', 1e9)
  await setting('import.disk_watermark', 0)
  s.clock.advance(5)
  fs.rmSync(uploadsIn(s.platform.files), { recursive: true, force: true })
})

const digest = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const begin = (size: number, name = 'p.zip', as: 'admin' | 'second-admin' = 'admin', sha256 = digest('range')) =>
  s.ok('POST /uploads', { body: { name, size, sha256 } }, as)
const at = (id: string) => s.ok('GET /uploads/:id', { params: { id } }, 'admin').then((u) => u.offset)
const bytes = (n: number) => Buffer.alloc(n, 'range')
const onDisk = (): string[] =>
  fs.existsSync(uploadsIn(s.platform.files))
    ? (fs.readdirSync(uploadsIn(s.platform.files), { recursive: true }) as string[]).filter((n) =>
        /\.(part|arriving|zip)$/.test(n),
      )
    : []
const setting = async (name: string, value: number) => {
  await s.db.tx((q) => s.platform.settings.put(q, name, value, 'tests'))
}

describe('an upload in parts', () => {
  it('says how far it is and takes the next part at that place only', async () => {
    const u = await begin(10)
    expect(u).toMatchObject({ name: 'p.zip', size: 10, offset: 0, chunk: limits.chunk })
    expect((await part(s, u.id, 0, bytes(4))).body.offset).toBe(4)
    const wrong = await part(s, u.id, 3, bytes(2))
    expect([wrong.status, wrong.problem.code, wrong.problem.details]).toEqual([409, 'offset_mismatch', { offset: 4 }])
    expect(await at(u.id)).toBe(4)
    expect((await part(s, u.id, 4, bytes(6))).body.offset).toBe(10)
    expect((await part(s, u.id, 10, bytes(1))).problem.code).toBe('too_large')
  })

  it('goes on where it stopped for the same person, name and content, and for nobody else', async () => {
    const u = await begin(10)
    await part(s, u.id, 0, bytes(4))
    expect(await begin(10)).toMatchObject({ id: u.id, offset: 4 })
    for (const other of [await begin(11), await begin(10, 'q.zip'), await begin(10, 'p.zip', 'second-admin')]) {
      expect(other.id).not.toBe(u.id)
      expect(other.offset).toBe(0)
    }
  })

  it('is never taken for another file of the same name and size, finished or not', async () => {
    const old = await begin(10)
    await part(s, old.id, 0, bytes(4))
    const changed = await begin(10, 'p.zip', 'admin', digest('changed'))
    expect([changed.id === old.id, changed.offset]).toEqual([false, 0])
    await part(s, old.id, 4, bytes(6))
    expect(await begin(10)).toMatchObject({ id: old.id, offset: 10 })
    expect((await begin(10, 'p.zip', 'admin', digest('changed again'))).offset).toBe(0)
  })

  it('begins anew when nobody says what it is to become', async () => {
    const unsaid = () => s.ok('POST /uploads', { body: { name: 'p.zip', size: 10 } }, 'admin')
    const first = await unsaid()
    await part(s, first.id, 0, bytes(4))
    expect((await unsaid()).offset).toBe(0)
    expect((await s.call('POST /uploads', { body: { name: 'p.zip', size: 10, sha256: 'ABC' } }, 'admin')).status).toBe(
      422,
    )
  })

  it('is not there for anybody else', async () => {
    const u = await begin(10)
    expect((await s.call('GET /uploads/:id', { params: { id: u.id } }, 'second-admin')).problem.code).toBe('not_found')
    expect((await part(s, u.id, 0, bytes(4), 'second-admin')).problem.code).toBe('not_found')
    expect((await s.call('POST /imports', { body: { upload_id: u.id } }, 'second-admin')).problem.code).toBe(
      'not_found',
    )
    expect((await s.call('POST /uploads', { body: { name: 'p.zip', size: 10 } }, 'student')).problem.code).toBe(
      'no_operation_permission',
    )
  })

  it('of a backup is begun by who may restore one, and is no import however it was sent', async () => {
    const big = { name: 'b.backup', size: limits.importZip + 1, use: 'backup' as const }
    expect((await s.call('POST /uploads', { body: big }, 'admin')).problem.code).toBe('no_operation_permission')
    const { id } = await s.ok('POST /uploads', { body: big }, 'super')
    await s.db.query('update upload set received = size where id = $1', [id])
    const plan = await s.call('POST /imports', { body: { upload_id: id } }, 'super')
    expect(plan.problem.code).toBe('too_large')
    await s.ok('DELETE /uploads/:id', { params: { id } }, 'super')
  })
  it('refuses what is too large before and while it comes, and leaves nothing of it', async () => {
    const r = await s.call('POST /uploads', { body: { name: 'p.zip', size: limits.importZip + 1 } }, 'admin')
    expect([r.status, r.problem.code]).toEqual([413, 'too_large'])
    const u = await begin(10)
    expect((await part(s, u.id, 0, bytes(11))).problem).toMatchObject({ code: 'too_large', details: { max: 10 } })
    const big = await begin(limits.importZip, 'big.zip')
    expect((await part(s, big.id, 0, bytes(limits.chunk + 1))).status).toBe(413)
    expect(await at(big.id)).toBe(0)
    expect(onDisk()).toEqual([])
  })

  it('keeps one of several parts that race for the same place', async () => {
    const u = await begin(9)
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((c) => part(s, u.id, 0, Buffer.alloc(3, c))))
    expect(all.map((r) => r.status).sort()).toEqual([200, 409, 409, 409])
    expect(await at(u.id)).toBe(3)
    expect(onDisk()).toHaveLength(1)
  })

  it('stays at its offset when the sender goes away in the middle of a part', async () => {
    const address = await s.app.listen({ port: 4650, host: '127.0.0.1' })
    const u = await begin(1_000_000)
    await part(s, u.id, 0, bytes(1000))
    const token = await s.token('admin')
    const socket = net.connect(Number(new URL(address).port), '127.0.0.1')
    socket.write(
      `PATCH /api/mg/api/uploads/${u.id}?offset=1000 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/octet-stream\r\ncontent-length: 900000\r\n\r\n`,
    )
    socket.write(bytes(200_000))
    await expect.poll(() => onDisk().some((n) => n.endsWith('.arriving'))).toBe(true)
    socket.destroy()
    await expect.poll(() => onDisk().some((n) => n.endsWith('.arriving'))).toBe(false)
    expect(await at(u.id)).toBe(1000)
    expect((await part(s, u.id, 1000, bytes(5))).body.offset).toBe(1005)
  })
})

describe('room for uploads', () => {
  it('ends where a person holds as much as one may', async () => {
    await setting('import.quota', 25)
    await begin(10, 'a.zip')
    await begin(10, 'b.zip')
    const r = await s.call('POST /uploads', { body: { name: 'c.zip', size: 10 } }, 'admin')
    expect([r.status, r.problem.code, r.problem.details]).toEqual([
      507,
      'quota_full',
      { reason: 'person', max: 25, used: 20 },
    ])
    await begin(10, 'c.zip', 'second-admin')
  })

  it('ends where the disk would be left with less than it must keep', async () => {
    await setting('import.disk_watermark', Number.MAX_SAFE_INTEGER)
    const r = await s.call('POST /uploads', { body: { name: 'c.zip', size: 10 } }, 'admin')
    expect([r.status, r.problem.code, r.problem.details]).toEqual([507, 'quota_full', { reason: 'disk' }])
    expect((await s.ok('GET /imports', {}, 'admin')).items).toEqual([])
  })
})

describe('a start of the server', () => {
  it('forgets uploads nobody went on with for a day, and what parts left behind', async () => {
    const old = await begin(10, 'old.zip')
    await part(s, old.id, 0, bytes(4))
    const young = await begin(10, 'young.zip')
    await part(s, young.id, 0, bytes(4))
    const since = (id: string, hours: number) =>
      s.db.query('update upload set touched_at = $2 where id = $1', [
        id,
        new Date(s.clock.now().getTime() - hours * 3_600_000).toISOString(),
      ])
    await since(old.id, 24.1)
    await since(young.id, 23.9)
    const folder = path.join(uploadsIn(s.platform.files), young.id)
    fs.writeFileSync(path.join(folder, 'half.arriving'), 'x')
    fs.mkdirSync(path.join(uploadsIn(s.platform.files), 'nobody'))
    await startImports(s.platform)
    expect(fs.readdirSync(uploadsIn(s.platform.files))).toEqual([young.id])
    expect(onDisk()).toEqual([path.join(young.id, '000000000000000.part')])
    expect(await at(young.id)).toBe(4)
    expect((await s.call('GET /uploads/:id', { params: { id: old.id } }, 'admin')).status).toBe(404)
  })
})

describe('an upload that becomes an import', () => {
  it('has to be whole, goes into one import only, and is gone from the disk once there is a plan', async () => {
    const zip = zipped({ 'x.json': JSON.stringify({ tools: [{ name: 'Nmap', description: 'Scanner' }] }) })
    const { id } = await begin(zip.length, 'p.zip', 'admin', digest(zip))
    await part(s, id, 0, zip.subarray(0, 20))
    const early = await s.call('POST /imports', { body: { upload_id: id } }, 'admin')
    expect([early.status, early.problem.code]).toEqual([409, 'not_allowed_in_state'])
    expect(await upload(s, zip, 'admin', 'p.zip')).toBe(id)
    const both = await Promise.all([0, 1].map(() => s.call('POST /imports', { body: { upload_id: id } }, 'admin')))
    expect(both.map((r) => r.status).sort()).toEqual([200, 409])
    const p = await planned(s, both.find((r) => r.status === 200)?.body.id ?? '')
    expect(p).toMatchObject({ state: 'planned', file_name: 'p.zip', size: zip.length })
    await expect.poll(onDisk).toEqual([])
    expect((await s.call('POST /imports', { body: { upload_id: id } }, 'admin')).status).toBe(404)
  })

  it('makes the archive of its parts byte by byte', async () => {
    const zip = zipped({ 'x.json': JSON.stringify({ tools: [{ name: 'Nmap', description: 'Scanner' }] }) })
    const { id } = await begin(zip.length, 'p.zip', 'admin', digest(zip))
    for (let i = 0; i < zip.length; i += 7) await part(s, id, i, zip.subarray(i, i + 7))
    const { id: made } = await s.ok('POST /imports', { body: { upload_id: id } }, 'admin')
    expect((await planned(s, made)).sha256).toBe(digest(zip))
  })

  it('that is not what its sender said gives no plan', async () => {
    const zip = zipped({ 'x.json': JSON.stringify({ tools: [{ name: 'Nmap', description: 'Scanner' }] }) })
    const { id } = await begin(zip.length, 'p.zip', 'admin', digest('something else'))
    await part(s, id, 0, zip)
    const { id: made } = await s.ok('POST /imports', { body: { upload_id: id } }, 'admin')
    expect(await planned(s, made)).toMatchObject({ state: 'failed', problem: 'checksum_mismatch', can: ['remove'] })
    expect(await rowsOf(s, made)).toEqual([])
    await expect.poll(onDisk).toEqual([])
  })
})

describe('what is planned at once', () => {
  it('is at most two of one person, so that others find room', async () => {
    const u = await begin(5)
    await part(s, u.id, 0, bytes(5))
    const mine = userId('admin')
    const lay = (n: number, by: string) =>
      s.db.query(
        `insert into import_package (id, state, upload_id, file_name, size, may, beat_at, created_at, created_by, created_by_name,
           updated_at, updated_by, kind, details)
         select 'own-' || n, 'planning', 'none' || n, 'p.zip', 1, '{}', now(), now(), $1::text, '', now(), $1::text, 'resources', null
         from generate_series(1, $2::integer) n`,
        [by, n],
      )
    const plan = () => s.call('POST /imports', { body: { upload_id: u.id, kind: 'resources' } }, 'admin')
    await lay(2, mine)
    expect((await plan()).problem.code).toBe('too_many')
    await s.db.query(`delete from import_package where created_by = $1`, [mine])
    await lay(4, 'somebody')
    expect((await plan()).problem.code).toBe('busy')
    await s.db.query(`delete from import_package where created_by = 'somebody'`)
    expect((await plan()).status).toBe(200)
  })
})
