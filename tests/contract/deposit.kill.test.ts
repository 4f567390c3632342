/** D1, D7: uploads against a server of its own: what a large one costs it in memory, what is left when it is killed, what a slow one does to others. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Image } from '#src/contract/image/image.schema.ts'
import type { Deposit } from '#src/contract/device/deposit.schema.ts'
import { limits } from '#src/contract/limits.ts'
import { qcow2Of } from '#tests/support/images.ts'
import { dataDirectory, type Process, startProcess } from './support/importProcess.ts'

const MiB = 2 ** 20
const big = process.env.BIG === '1'
const size = big ? limits.windowsImage : 96 * MiB
const kills = Number(process.env.KILLS ?? 1)
const port = 4671

let data: Awaited<ReturnType<typeof dataDirectory>>
let s: Process
const start = async () => (s = await startProcess(data.dir, port, 'super'))
beforeAll(async () => {
  data = await dataDirectory()
  await start()
})
afterAll(async () => {
  await s.kill()
  data.remove()
})

let n = 0
const image = async () => {
  const body = { name: `Large ${++n}`, category: 'server', description: 'A machine', os: 'windows' }
  return (await s.call<Image>('POST', '/images', body)).body.id
}
const begin = async (target: string, bytes: number, keep = true) =>
  (await s.call<Deposit>('POST', '/deposits', { kind: 'image', target, name: 'disk.qcow2', size: bytes, keep })).body
const patch = (id: string, offset: number, body: Buffer) =>
  fetch(`${s.url}/deposits/${id}/content`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${s.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(body),
  })
const until = async (id: string, status: Image['status']) => {
  for (let tries = 0; tries < 3000; tries++) {
    const { body } = await s.call<Image>('GET', `/images/${id}`)
    if (body.status === status || body.status === 'error') return body
    await new Promise((r) => setTimeout(r, 30))
  }
  throw new Error(`never ${status}`)
}
/** Piece of a disk: its header first, then nothing but the number of the piece. */
const piece = (offset: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length, (offset / MiB) % 251)
  if (offset === 0) qcow2Of().copy(bytes)
  return bytes
}
const uploadsLeft = () => {
  const folder = path.join(data.dir, 'files', 'deposits')
  return existsSync(folder) ? readdirSync(folder) : []
}

describe('an upload', () => {
  it(
    `D1 of ${size / MiB} MiB costs the server less than 64 MiB of memory, and is kept as it was sent`,
    async () => {
      const hash = createHash('sha256')
      const warm = await image()
      const first = await begin(warm, 16 * MiB)
      for (let at = 0; at < 16 * MiB; at += limits.chunk) await patch(first.id, at, piece(at, limits.chunk))
      await until(warm, 'saved')
      const id = await image()
      const { id: deposit } = await begin(id, size)
      const before = s.memory()
      let peak = before
      const watch = setInterval(() => (peak = Math.max(peak, s.memory())), 20)
      for (let at = 0; at < size; at += limits.chunk) {
        const bytes = piece(at, Math.min(limits.chunk, size - at))
        hash.update(bytes)
        expect((await patch(deposit, at, bytes)).status).toBe(204)
      }
      const row = await until(id, 'saved')
      clearInterval(watch)
      console.log(
        `${size / MiB} MiB: memory ${Math.round(before / MiB)} MiB and ${Math.round((peak - before) / MiB)} MiB more at most`,
      )
      expect([row.status, row.size, row.sha256]).toEqual(['saved', size, hash.digest('hex')])
      expect(peak - before).toBeLessThan(64 * MiB)
      expect(uploadsLeft()).toEqual([])
    },
    big ? 1_200_000 : 120_000,
  )

  it(
    `D7 goes on after its server was killed in the middle of it (${kills}), and leaves nothing behind`,
    async () => {
      const whole = piece(0, limits.chunk)
      const sum = createHash('sha256').update(whole).digest('hex')
      const offsets: number[] = []
      for (let k = 0; k < kills; k++) {
        const id = await image()
        const { id: deposit } = await begin(id, whole.length)
        const sending = patch(deposit, 0, whole).catch(() => undefined)
        // from before the first byte to after the last, when it is already looked through
        await new Promise((r) => setTimeout(r, 5 + ((k * 7) % 90)))
        await s.kill()
        await sending
        await start()
        const head = await fetch(`${s.url}/deposits/${deposit}/content`, {
          method: 'HEAD',
          headers: { authorization: `Bearer ${s.token}`, 'tus-resumable': '1.0.0' },
        })
        // one that is in its place is no upload any more
        const at = head.status === 404 ? whole.length : Number(head.headers.get('upload-offset'))
        offsets.push(at)
        if (at < whole.length) expect((await patch(deposit, at, whole.subarray(at))).status).toBe(204)
        const row = await until(id, 'saved')
        expect([row.status, row.sha256]).toEqual(['saved', sum])
        await expect.poll(uploadsLeft).toEqual([])
      }
      console.log(`killed with so many bytes of ${whole.length} on the disk: ${offsets.join(' ')}`)
    },
    60_000 + kills * 20_000,
  )

  it('D7 of one byte a second holds nobody else up, and what came of it goes when it is given up', async () => {
    const id = await image()
    const { id: deposit } = await begin(id, 100_000)
    const socket = net.connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `PATCH /api/mg/api/deposits/${deposit}/content HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${s.token}\r\n` +
        'tus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: 100000\r\n\r\n',
    )
    const drip = setInterval(() => socket.write('x'), 1000)
    try {
      const other = await image()
      const fast = await begin(other, 8 * MiB)
      expect((await patch(fast.id, 0, piece(0, 8 * MiB))).status).toBe(204)
      expect((await until(other, 'saved')).status).toBe('saved')
      expect(uploadsLeft()).toEqual([deposit])
    } finally {
      clearInterval(drip)
      socket.destroy()
    }
    await s.call('DELETE', `/deposits/${deposit}`)
    await expect.poll(uploadsLeft).toEqual([])
  })
})
