/** Small pictures made for tests: whole, valid, and as large as asked. */
import { crc32, deflateSync } from 'node:zlib'

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function ihdr(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return chunk('IHDR', head)
}

/** A PNG of noise, so that it does not pack; `extra` stands before the pixels. */
export function png(width: number, height: number, extra: readonly Buffer[] = []): Buffer {
  const raw = Buffer.alloc(height * (1 + width * 3))
  for (let n = 0, x = 1; n < raw.length; n++) {
    x = (Math.imul(x, 1103515245) + 12345) >>> 0
    raw[n] = n % (1 + width * 3) === 0 ? 0 : x >>> 24
  }
  return Buffer.concat([
    signature,
    ihdr(width, height),
    ...extra,
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
