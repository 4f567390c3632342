/** D6: Files of images, services and USB devices: by tus over a real connection, within rights and limits, until they are kept. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startImages, sweepStore } from '#mock/areas/image/start.ts'
import { depositFile, depositsIn } from '#mock/deposit/folder.ts'
import { imageFile, imagesFolder } from '#mock/world/image/store.ts'
import type { ImageBody, Image } from '#src/contract/image/image.schema.ts'
import type { LivePlatform } from '#mock/platform.ts'
import { limits } from '#src/contract/limits.ts'
import { dockerOf, qcow2Of, rawOf } from '#tests/support/images.ts'
import { lan, node } from '#tests/support/scene.ts'
import { type As, testServer, type TestServer } from './support/server.ts'

let s: TestServer
let port = 0
beforeAll(async () => {
  s = await testServer()
  await s.app.listen({ port: 0, host: '127.0.0.1' })
  port = (s.app.server.address() as net.AddressInfo).port
  await s.setting('store.watermark', 0)
})
afterAll(() => s.close())

/** Waits for what goes on behind answers. */
const settled = () => (s.platform as LivePlatform).settled()
let n = 0
const draft = (more: Partial<ImageBody> = {}): ImageBody => ({
  name: `Image ${++n}`,
  category: 'server',
  description: 'A machine',
  format: 'qcow2',
  ...more,
})
const make = (more: Partial<ImageBody> = {}) => s.ok('POST /images', { body: draft(more) }, 'super')
const get = (id: string) => s.ok('GET /images/:id', { params: { id } }, 'super')
const begin = (target: string, name: string, size: number, more: object = {}, as: As = 'super') =>
  s.call('POST /deposits', { body: { kind: 'image', target, name, size, ...more } }, as)
const onDisk = () => (fs.existsSync(depositsIn(s.platform.files)) ? fs.readdirSync(depositsIn(s.platform.files)) : [])

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: { code?: string; details?: Record<string, unknown> }
}
/** A request of tus as its clients send it. */
async function tus(
  method: 'HEAD' | 'PATCH',
  id: string,
  o: {
    offset?: number
    body?: Buffer
    as?: 'super' | 'second-admin' | 'student'
    headers?: Record<string, string>
  } = {},
): Promise<Answer> {
  const authorization = `Bearer ${await s.token(o.as ?? 'super')}`
  const headers: Record<string, string | number> = { 'tus-resumable': '1.0.0', authorization, ...o.headers }
  if (method === 'PATCH') {
    headers['content-type'] = 'application/offset+octet-stream'
    headers['upload-offset'] = o.offset ?? 0
    headers['content-length'] = o.body?.length ?? 0
  }
  return new Promise((done, fail) => {
    const req = http.request(
      { port, host: '127.0.0.1', method, path: `/api/mg/api/deposits/${id}/content`, headers },
      (res) => {
        const parts: Buffer[] = []
        res.on('data', (p: Buffer) => parts.push(p))
        res.on('end', () => {
          const text = Buffer.concat(parts).toString()
          done({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: text ? (JSON.parse(text) as Answer['body']) : {},
          })
        })
      },
    )
    req.on('error', fail)
    req.end(o.body)
  })
}

async function until(id: string, ...statuses: Image['status'][]): Promise<Image> {
  for (let tries = 0; tries < 200; tries++) {
    const row = await get(id)
    if (statuses.includes(row.status)) return row
    await new Promise((r) => setTimeout(r, 25))
  }
  throw new Error(`${id} never became ${statuses.join()}`)
}
async function kept(bytes: Buffer, file = 'disk.qcow2', more: Partial<ImageBody> = {}): Promise<Image> {
  const { id } = await make(more)
  const d = await begin(id, file, bytes.length, { keep: true })
  expect((await tus('PATCH', d.body.id, { body: bytes })).status).toBe(204)
  return until(id, 'saved', 'error')
}

describe('an image', () => {
  it('goes from creating over to-edit and saving to saved, with what its file says', async () => {
    const bytes = qcow2Of()
    const { id, status } = await make()
    expect(status).toBe('creating')
    const d = await begin(id, 'disk.qcow2', bytes.length)
    expect(d.body).toMatchObject({ received: 0, part: limits.chunk, state: 'open' })
    expect((await tus('PATCH', d.body.id, { body: bytes.subarray(0, 1000) })).headers['upload-offset']).toBe('1000')
    expect((await get(id)).arriving).toMatchObject({ received: 1000, state: 'open' })
    expect(
      (await s.call('POST /images/:id/save', { params: { id }, body: { version: 1 } }, 'super')).problem.code,
    ).toBe('not_allowed_in_state')
    expect((await tus('PATCH', d.body.id, { offset: 1000, body: bytes.subarray(1000) })).status).toBe(204)
    const came = await get(id)
    expect([came.status, came.file_name, came.size]).toEqual(['to-edit', 'disk.qcow2', bytes.length])
    await s.ok('POST /images/:id/save', { params: { id }, body: { version: came.version } }, 'super')
    const saved = await until(id, 'saved', 'error')
    expect(saved).toMatchObject({
      status: 'saved',
      virtual_size: 1_073_741_824,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      arriving: null,
    })
    expect(onDisk()).not.toContain(d.body.id)
    const again = await s.ok('POST /images/:id/reopen', { params: { id }, body: { version: saved.version } }, 'super')
    expect(again.status).toBe('to-edit')
  })

  it.each([
    ['of another format', rawOf(), 'disk.img', 'format_differs'],
    ['that rests on another file', qcow2Of({ backing: 512 }), 'disk.qcow2', 'backing_file'],
    ['that is no disk', Buffer.alloc(3000, 'x'), 'disk.qcow2', 'unknown_content'],
  ])('is in error over a file %s, keeps nothing of it and may begin anew', async (_what, bytes, file, reason) => {
    const row = await kept(bytes, file)
    expect([row.status, row.reason]).toEqual(['error', reason])
    expect(fs.existsSync(imageFile(s.platform.files, row.id))).toBe(false)
    expect(row.arriving).toBeNull()
    const anew = await s.ok(
      'POST /images/:id/retry',
      { params: { id: row.id }, body: { version: row.version } },
      'super',
    )
    expect([anew.status, anew.reason, anew.file_name]).toEqual(['creating', null, ''])
  })

  it('of a container is kept under the name it has in the image store, and no other', async () => {
    const container = { type: 'container', format: 'docker' } as const
    expect(await kept(dockerOf(), 'nginx.tar', { name: 'nginx-1.27', ...container })).toMatchObject({ status: 'saved' })
    expect(await kept(dockerOf(), 'nginx.tar', { name: 'apache', ...container })).toMatchObject({
      status: 'error',
      reason: 'store_name',
      reason_details: { name: 'nginx' },
    })
    const wrong = await s.call('POST /images', { body: draft({ name: '-Nginx', ...container }) }, 'super')
    expect(wrong.problem.details?.fields).toEqual([expect.objectContaining({ path: 'name', rule: 'container_name' })])
  })

  it('is removed with its file and its snapshots', async () => {
    const { id } = await kept(qcow2Of())
    await s.ok('DELETE /images/:id', { params: { id } }, 'super')
    for (let tries = 0; tries < 100 && fs.existsSync(path.join(imagesFolder(s.platform.files), id)); tries++)
      await new Promise((r) => setTimeout(r, 25))
    expect(fs.existsSync(path.join(imagesFolder(s.platform.files), id))).toBe(false)
  })

  it('counts the topologies that use it, and is not removed while one does: the refusal names them', async () => {
    const { id } = await make()
    expect((await get(id)).uses).toBe(0)
    const document = lan(node('pc', 'machine', { image_id: id }))
    const drawn = await s.ok('POST /topologies/import', { body: { name: 'Uses an image', document } }, 'super')
    expect((await get(id)).uses).toBe(1)
    const refused = await s.call('DELETE /images/:id', { params: { id } }, 'super')
    expect([refused.problem.code, refused.problem.details]).toEqual([
      'in_use',
      expect.objectContaining({ names: ['Uses an image'], n: 1 }),
    ])
    await s.ok('DELETE /topologies/:id', { params: { id: drawn.id } }, 'super')
    expect((await s.call('DELETE /images/:id', { params: { id } }, 'super')).status).toBe(200)
  })

  it('that was being saved when its server ended is looked through at the next start', async () => {
    const row = await kept(qcow2Of())
    await s.db.query(`update r_image set data = data || '{"status":"saving","sha256":""}' where id = $1`, [row.id])
    await startImages(s.platform)
    expect(await until(row.id, 'saved', 'error')).toMatchObject({ status: 'saved', sha256: row.sha256 })
  })
})

describe('an upload by tus', () => {
  it('is its owner’s alone, and only for those who may create images', async () => {
    const { id } = await make()
    const d = await begin(id, 'a.qcow2', 1000)
    expect((await tus('HEAD', d.body.id)).headers).toMatchObject({ 'upload-offset': '0', 'upload-length': '1000' })
    expect((await tus('HEAD', d.body.id, { as: 'second-admin' })).status).toBe(404)
    expect((await tus('PATCH', d.body.id, { as: 'student', body: Buffer.alloc(10) })).status).toBe(404)
    expect((await begin(id, 'a.qcow2', 1000, {}, 'student')).problem.code).toBe('no_operation_permission')
    expect((await begin(id, 'b.qcow2', 1000, {}, 'second-admin')).problem.code).toBe('locked')
    const cross = await tus('PATCH', d.body.id, { body: Buffer.alloc(10), headers: { origin: 'https://evil.example' } })
    expect([cross.status, cross.body.code]).toEqual([403, 'cross_site'])
  })

  it('goes on where it stopped for the same file, and begins anew for another', async () => {
    const { id } = await make()
    const fingerprint = 'a'.repeat(64)
    const d = await begin(id, 'a.qcow2', 1000, { fingerprint })
    await tus('PATCH', d.body.id, { body: Buffer.alloc(400) })
    expect((await begin(id, 'a.qcow2', 1000, { fingerprint })).body).toMatchObject({ id: d.body.id, received: 400 })
    const other = await begin(id, 'a.qcow2', 1000, { fingerprint: 'b'.repeat(64) })
    expect(other.body.received).toBe(0)
    expect(other.body.id).not.toBe(d.body.id)
  })

  it('survives a connection that is cut in the middle of a part', async () => {
    const bytes = qcow2Of()
    const { id } = await make()
    const d = await begin(id, 'a.qcow2', bytes.length, { keep: true })
    const token = await s.token('super')
    await new Promise<void>((done) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.write(
          `PATCH /api/mg/api/deposits/${d.body.id}/content HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n` +
            `tus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
        )
        socket.write(bytes.subarray(0, 100_000), () => setTimeout(() => socket.destroy(), 150))
      })
      socket.on('close', () => done())
    })
    let offset = 0
    for (let tries = 0; tries < 40 && offset === 0; tries++) {
      await new Promise((r) => setTimeout(r, 50))
      offset = Number((await tus('HEAD', d.body.id)).headers['upload-offset'])
    }
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThan(bytes.length)
    const wrong = await tus('PATCH', d.body.id, { offset: offset + 1, body: Buffer.alloc(10) })
    expect([wrong.status, wrong.body.code, wrong.body.details]).toEqual([409, 'offset_mismatch', { offset }])
    expect((await tus('PATCH', d.body.id, { offset, body: bytes.subarray(offset) })).status).toBe(204)
    expect(await until(id, 'saved', 'error')).toMatchObject({ status: 'saved' })
  })

  it('D1 that brings more than it announced is refused at the first byte too many, and leaves nothing', async () => {
    const { id } = await make()
    const d = await begin(id, 'a.qcow2', 100_000)
    const token = await s.token('super')
    const socket = net.connect(port, '127.0.0.1')
    let said = ''
    socket.on('data', (b) => (said += b.toString()))
    const piece = (bytes: number) => socket.write(`${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`)
    try {
      socket.write(
        `PATCH /api/mg/api/deposits/${d.body.id}/content HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n` +
          'tus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\ntransfer-encoding: chunked\r\n\r\n',
      )
      piece(60_000)
      piece(40_000)
      await expect.poll(() => fs.statSync(depositFile(s.platform.files, d.body.id)).size).toBe(100_000)
      expect(said).toBe('')
      piece(1)
      await expect.poll(() => said).toMatch(/^HTTP\/1\.1 413 /)
    } finally {
      socket.destroy()
    }
    expect((await tus('HEAD', d.body.id)).status).toBe(404)
    expect(onDisk()).not.toContain(d.body.id)
  })

  it.each([
    ['a Windows image above 2 GB', { os: 'windows' } as const, 'a.qcow2', limits.windowsImage + 1, 'too_large'],
    ['a disc of 1 GB', { type: 'installer', format: 'iso' } as const, 'a.iso', limits.disc, 'too_large'],
    ['a name that is no disk’s', {}, 'a.exe', 1000, 'unsupported_type'],
  ])('does not begin for %s', async (_what, more, file, size, code) => {
    const { id } = await make(more)
    expect((await begin(id, file, size)).problem.code).toBe(code)
  })

  it('of a Linux image knows no limit but the quota of the person', async () => {
    // above what a Windows image may have, and little enough for any disk
    await s.setting('store.quota', 5)
    const { id } = await make()
    expect((await begin(id, 'a.qcow2', 3 * 2 ** 30)).status).toBe(200)
    const second = await make()
    const refused = await begin(second.id, 'b.qcow2', 3 * 2 ** 30)
    expect([refused.status, refused.problem.code, refused.problem.details?.reason]).toEqual([
      507,
      'quota_full',
      'person',
    ])
    await s.setting('store.quota', undefined)
    await s.db.query('delete from deposit')
  })

  it('D6 does not begin, and does not go on, below the watermark of the disk', async () => {
    const { id } = await make()
    const d = await begin(id, 'a.qcow2', 1000)
    await s.setting('store.watermark', 10_000)
    try {
      const second = await make()
      const refused = await begin(second.id, 'a.qcow2', 1000)
      expect([refused.status, refused.problem.details?.reason]).toEqual([507, 'disk'])
      const part = await tus('PATCH', d.body.id, { body: Buffer.alloc(100) })
      expect([part.status, part.body.code]).toEqual([507, 'quota_full'])
    } finally {
      await s.setting('store.watermark', 0)
    }
  })

  it('D7 nobody goes on with is swept, and so is what belongs to no row', async () => {
    const { id } = await make()
    const d = await begin(id, 'a.qcow2', 1000)
    await tus('PATCH', d.body.id, { body: Buffer.alloc(10) })
    fs.writeFileSync(path.join(depositsIn(s.platform.files), 'lost'), 'x')
    await sweepStore(s.platform)
    expect(onDisk()).toContain(d.body.id)
    expect(onDisk()).not.toContain('lost')
    s.clock.advance(2 * 86_400)
    await startImages(s.platform)
    expect(onDisk()).not.toContain(d.body.id)
    expect((await get(id)).arriving).toBeNull()
  })

  it('that is given up is gone at once', async () => {
    const { id } = await make()
    const d = await begin(id, 'a.qcow2', 1000)
    await tus('PATCH', d.body.id, { body: Buffer.alloc(10) })
    await s.ok('DELETE /deposits/:id', { params: { id: d.body.id } }, 'super')
    await settled()
    expect(onDisk()).not.toContain(d.body.id)
  })
})

describe('snapshots of an image', () => {
  it('are taken, put back and removed', async () => {
    const { id, sha256, version } = await kept(qcow2Of())
    const params = { id }
    const first = await s.ok('POST /images/:id/snapshots', { params, body: { name: 'First' } }, 'super')
    await settled()
    expect(
      (await s.call('POST /images/:id/snapshots', { params, body: { name: 'First' } }, 'super')).problem.code,
    ).toBe('name_taken')
    await s.ok('POST /images/:id/reopen', { params, body: { version } }, 'super')
    const bytes = qcow2Of({ size: 2 ** 20 })
    const d = await begin(id, 'other.qcow2', bytes.length, { keep: true })
    await tus('PATCH', d.body.id, { body: bytes })
    expect((await until(id, 'saved')).sha256).not.toBe(sha256)
    await s.ok('POST /image-snapshots/:id/restore', { params: { id: first.id } }, 'super')
    await settled()
    expect((await until(id, 'saved')).sha256).toBe(sha256)
    await s.ok('DELETE /image-snapshots/:id', { params: { id: first.id } }, 'super')
    await settled()
    expect(fs.readdirSync(path.join(imagesFolder(s.platform.files), id))).toEqual(['content'])
  })
})

describe('an export', () => {
  it('is one at a time, and its link gives ranges of the file without a session', async () => {
    const one = await kept(qcow2Of())
    await s.db.query(
      `insert into image_export (id, image_id, image_name, file_name, state, size, beat_at, created_at, created_by, created_by_name)
       values ('other', 'x', 'x', 'x', 'preparing', 1, $1, $1, 'x', 'x')`,
      [s.clock.now().toISOString()],
    )
    const busy = await s.call('POST /images/:id/export', { params: { id: one.id } }, 'super')
    expect([busy.status, busy.problem.code]).toEqual([409, 'image_exporting'])
    s.clock.advance(200)
    const row = await s.ok('POST /images/:id/export', { params: { id: one.id } }, 'super')
    await settled()
    expect((await s.ok('GET /image-exports', {}, 'super')).items[0]).toMatchObject({ id: row.id, state: 'ready' })
    const { path: link } = await s.ok('POST /image-exports/:id/ticket', { params: { id: row.id } }, 'super')
    const at = `http://127.0.0.1:${port}/api/mg/api${link}`
    const part = await fetch(at, { headers: { range: 'bytes=0-3' } })
    expect([
      part.status,
      part.headers.get('content-range'),
      Buffer.from(await part.arrayBuffer()).toString('latin1'),
    ]).toEqual([206, `bytes 0-3/${one.size}`, 'QFI\xfb'])
    expect((await fetch(at, { headers: { range: `bytes=${one.size}-` } })).status).toBe(416)
    expect((await (await fetch(at)).arrayBuffer()).byteLength).toBe(one.size)
    expect((await fetch(at.replace(/.$/, (c) => (c === 'A' ? 'B' : 'A')))).status).toBe(404)
    s.clock.advance(700)
    expect((await fetch(at)).status).toBe(404)
  })

  it('is for administrators, and of images that have a file', async () => {
    const { id } = await make()
    expect((await s.call('POST /images/:id/export', { params: { id } }, 'super')).problem.code).toBe(
      'not_allowed_in_state',
    )
    expect((await s.call('POST /images/:id/export', { params: { id } }, 'student')).problem.code).toBe(
      'no_operation_permission',
    )
  })
})

describe('services and devices', () => {
  it('a service is saved when its package is what it is called, else in error until it is tried again', async () => {
    const body = { name: `Service ${++n}`, description: 'A service', platform: 'windows' as const }
    const { id } = await s.ok('POST /services', { body }, 'super')
    const put = async (name: string, bytes: Buffer) => {
      const d = await s.call(
        'POST /deposits',
        { body: { kind: 'service', target: id, name, size: bytes.length } },
        'super',
      )
      if (d.status !== 200) return d.problem.code
      await tus('PATCH', d.body.id, { body: bytes })
      await settled()
      const row = await s.ok('GET /services/:id', { params: { id } }, 'super')
      return [row.status, row.reason]
    }
    expect(await put('setup.tar', dockerOf())).toBe('unsupported_type')
    expect(await put('setup.msi', Buffer.from('PK\x03\x04 no installer'))).toEqual(['error', 'extension_differs'])
    expect(await put('setup.zip', Buffer.from('PK\x03\x04'))).toBe('not_allowed_in_state')
    const { version } = await s.ok('GET /services/:id', { params: { id } }, 'super')
    await s.ok('POST /services/:id/retry', { params: { id }, body: { version } }, 'super')
    expect(await put('setup.zip', Buffer.from('PK\x03\x04 a package'))).toEqual(['saved', null])
    expect(fs.existsSync(imageFile(s.platform.files, id))).toBe(true)
  })

  it('a physical device that is used or offline is not referenced, and one that is used is not removed', async () => {
    const { id, version, link } = await s.ok(
      'POST /physical-devices',
      { body: { name: `PLC ${++n}`, model: 'S7-1200', address: '10.30.0.7', ports: [{ name: 'X1' }] } },
      'super',
    )
    expect(link).toBe('online')
    const reference = (v: number) =>
      s.call(
        'POST /physical-devices/:id/reference',
        { params: { id }, body: { version: v, reason: 'Course 7' } },
        'super',
      )
    const used = await reference(version)
    expect(used.body).toMatchObject({ usage: 'used', used_for: 'Course 7' })
    expect((await reference(used.body.version)).problem.code).toBe('not_allowed_in_state')
    expect((await s.call('DELETE /physical-devices/:id', { params: { id } }, 'super')).problem.code).toBe('in_use')
    const free = await s.ok(
      'POST /physical-devices/:id/release',
      { params: { id }, body: { version: used.body.version } },
      'super',
    )
    expect([free.usage, free.used_for]).toEqual(['free', ''])
    await s.db.query(`insert into world_fault (kind, ref, since) values ('device', $1, $2)`, [
      id,
      s.clock.now().toISOString(),
    ])
    s.clock.advance(89)
    expect((await s.ok('GET /physical-devices/:id', { params: { id } }, 'super')).link).toBe('online')
    s.clock.advance(20)
    expect(
      (await s.ok('GET /physical-devices', { query: { link: 'offline' } }, 'super')).items.map((r) => r.id),
    ).toEqual([id])
    expect((await reference(free.version)).problem.code).toBe('device_offline')
  })
})
