/** The server’s side of the remote framebuffer protocol 3.8 (RFC 6143): no password of its own, raw and zlib encodings, keys and pointer. */
import { type Deflate, constants, createDeflate } from 'node:zlib'
import { byteQueue } from './byteQueue.ts'
import type { ScreenRect } from './paint.ts'
import { present } from '#src/contract/lib/typed.ts'

export interface RfbEnds {
  width: number
  height: number
  name: string
  /** 0xRRGGBB, row by row. */
  pixels(): Uint32Array
  send(bytes: Uint8Array): void
  key(sym: number, down: boolean): void
  pointer(x: number, y: number, buttons: number): void
  cut(text: string): void
  close(): void
  /** Whether another picture may be sent. */
  ready(): boolean
}
interface Format {
  bytes: number
  big: boolean
  max: [number, number, number]
  shift: [number, number, number]
}
export interface Rfb {
  feed(bytes: Uint8Array): void
  /** Parts of the picture that are new. */
  changed: (boxes: readonly ScreenRect[]) => void
  end(): void
}

const zlibEncoding = 6
const mostCut = 65_536
/** Bytes of a pixel (RFC 6143 7.4). */
const pixelBytes = [1, 2, 4]

function join(boxes: readonly ScreenRect[]): ScreenRect | undefined {
  const [first] = boxes
  if (!first) return undefined
  return boxes.reduce((a, b) => {
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
    return {
      x,
      y,
      width: Math.max(a.x + a.width, b.x + b.width) - x,
      height: Math.max(a.y + a.height, b.y + b.height) - y,
    }
  }, first)
}

export function rfb(ends: RfbEnds): Rfb {
  const held = byteQueue()
  let phase: 'version' | 'security' | 'init' | 'open' = 'version'
  let format: Format = { bytes: 4, big: false, max: [255, 255, 255], shift: [16, 8, 0] }
  let zlib = false
  let deflate: Deflate | undefined
  let wanted: ScreenRect | undefined
  let fresh: ScreenRect[] = []
  let busy = false

  const send = (b: Uint8Array) => ends.send(b)
  send(Buffer.from('RFB 003.008\n'))

  function init(): Buffer {
    const name = Buffer.from(ends.name)
    const b = Buffer.alloc(24 + name.length)
    b.writeUInt16BE(ends.width, 0)
    b.writeUInt16BE(ends.height, 2)
    b.set([32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0], 4)
    b.writeUInt32BE(name.length, 20)
    name.copy(b, 24)
    return b
  }
  /** Pixels of a part in the client’s own format. */
  function raw(box: ScreenRect): Buffer {
    const all = ends.pixels()
    const out = Buffer.alloc(box.width * box.height * format.bytes)
    const [rm, gm, bm] = format.max
    const [rs, gs, bs] = format.shift
    let at = 0
    for (let y = box.y; y < box.y + box.height; y++)
      for (let x = box.x; x < box.x + box.width; x++) {
        const p = all[y * ends.width + x] ?? 0
        const v =
          (((((p >> 16) & 255) * rm) / 255) << rs) |
          (((((p >> 8) & 255) * gm) / 255) << gs) |
          ((((p & 255) * bm) / 255) << bs)
        const n = format.bytes
        for (let k = 0; k < n; k++) out[at + (format.big ? n - 1 - k : k)] = (v >>> (8 * k)) & 255
        at += format.bytes
      }
    return out
  }
  const packed = (bytes: Buffer): Promise<Buffer> =>
    new Promise((done, failed) => {
      const d = (deflate ??= createDeflate({ level: 3 }))
      const parts: Buffer[] = []
      const take = (c: Buffer) => void parts.push(c)
      d.on('data', take)
      d.write(bytes)
      d.flush(constants.Z_SYNC_FLUSH, () => {
        d.off('data', take)
        d.off('error', failed)
        done(Buffer.concat(parts))
      })
      d.once('error', failed)
    })
  async function update(): Promise<void> {
    const box = join(fresh)
    if (busy || !wanted || !box || !ends.ready()) return
    busy = true
    wanted = undefined
    fresh = []
    const clipped = { x: Math.max(0, box.x), y: Math.max(0, box.y), width: 0, height: 0 }
    clipped.width = Math.min(ends.width, box.x + box.width) - clipped.x
    clipped.height = Math.min(ends.height, box.y + box.height) - clipped.y
    if (clipped.width > 0 && clipped.height > 0) {
      const pixels = raw(clipped)
      const body = zlib ? await packed(pixels) : pixels
      const head = Buffer.alloc(16 + (zlib ? 4 : 0))
      head.writeUInt16BE(1, 2)
      ;[clipped.x, clipped.y, clipped.width, clipped.height].forEach((n, i) => head.writeUInt16BE(n, 4 + i * 2))
      head.writeInt32BE(zlib ? zlibEncoding : 0, 12)
      if (zlib) head.writeUInt32BE(body.length, 16)
      send(Buffer.concat([head, body]))
    }
    busy = false
    void update()
  }
  const take = (n: number): Buffer | undefined => (held.length < n ? undefined : held.take(n))
  /** One message; false where more bytes have to come first. */
  function message(): boolean {
    const now = held.peek()
    const [kind] = now
    if (kind === undefined) return false
    if (kind === 0) {
      const b = take(20)
      if (!b) return false
      const bytes = (b[4] ?? 0) / 8
      if (!pixelBytes.includes(bytes)) return ends.close(), false
      format = {
        bytes,
        big: b[6] !== 0,
        max: [b.readUInt16BE(8), b.readUInt16BE(10), b.readUInt16BE(12)],
        shift: [b[14] ?? 0, b[15] ?? 0, b[16] ?? 0],
      }
      return true
    }
    if (kind === 2) {
      if (now.length < 4) return false
      const b = take(4 + now.readUInt16BE(2) * 4)
      if (!b) return false
      zlib = false
      for (let i = 4; i < b.length; i += 4) if (b.readInt32BE(i) === zlibEncoding) zlib = true
      return true
    }
    if (kind === 3) {
      const b = take(10)
      if (!b) return false
      wanted = { x: b.readUInt16BE(2), y: b.readUInt16BE(4), width: b.readUInt16BE(6), height: b.readUInt16BE(8) }
      if (b[1] === 0) fresh = [{ x: 0, y: 0, width: ends.width, height: ends.height }]
      void update()
      return true
    }
    if (kind === 4) {
      const b = take(8)
      if (!b) return false
      ends.key(b.readUInt32BE(4), b[1] === 1)
      return true
    }
    if (kind === 5) {
      const b = take(6)
      if (!b) return false
      ends.pointer(b.readUInt16BE(2), b.readUInt16BE(4), b[1] ?? 0)
      return true
    }
    if (kind === 6) {
      if (now.length < 8) return false
      // a negative length announces an extension nobody agreed on
      const n = now.readInt32BE(4)
      if (n < 0 || n > mostCut) return ends.close(), false
      const b = take(8 + n)
      if (!b) return false
      ends.cut(b.subarray(8).toString('latin1'))
      return true
    }
    ends.close()
    return false
  }
  function step(): boolean {
    if (phase === 'version') {
      const b = take(12)
      if (!b) return false
      if (!b.toString('latin1').startsWith('RFB 003.')) return ends.close(), false
      send(Buffer.from([1, 1]))
      phase = 'security'
    } else if (phase === 'security') {
      const b = take(1)
      if (!b) return false
      if (b[0] !== 1) return ends.close(), false
      send(Buffer.alloc(4))
      phase = 'init'
    } else if (phase === 'init') {
      if (!take(1)) return false
      send(init())
      phase = 'open'
    } else return message()
    return true
  }
  return {
    feed(bytes) {
      held.add(bytes)
      while (step());
    },
    changed(boxes) {
      if (phase !== 'open') return
      fresh.push(...boxes)
      if (fresh.length > 64) fresh = [present(join(fresh))]
      void update()
    },
    end() {
      deflate?.close()
    },
  }
}
