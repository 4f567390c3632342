/**
 * PNG: every chunk's checksum holds, the pixel data unpack to exactly what the header announces, and only the chunks that make the picture
 * stay; texts, camera data, animations and whatever follows the end go. Source: https://www.w3.org/TR/png-3/
 */
import { crc32, createInflate } from 'node:zlib'
import { type Allow, BadPicture, type Cleaned, ByteReader } from './read.ts'

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const kept = new Set('IHDR PLTE IDAT IEND tRNS cHRM gAMA sBIT sRGB iCCP bKGD cICP'.split(' '))
/** Samples of a pixel by colour type, and the bit depths each may have. */
const colours: Record<number, { samples: number; depths: readonly number[] }> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}
/** Adam7: first column, first row, steps. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function header(data: Buffer) {
  if (data.length !== 13) throw new BadPicture('broken')
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = data.subarray(8)
  const kind = colours[colour]
  if (!kind?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    throw new BadPicture('broken')
  return {
    width: data.readUInt32BE(0),
    height: data.readUInt32BE(4),
    bits: depth * kind.samples,
    interlaced: interlace === 1,
  }
}

/** Bytes of the unpacked pixel data: one byte for the filter before each line. */
function rawSize({ width, height, bits, interlaced }: ReturnType<typeof header>): number {
  const lines = (w: number, h: number) => (w && h ? h * (1 + Math.ceil((w * bits) / 8)) : 0)
  if (!interlaced) return lines(width, height)
  return passes.reduce(
    (sum, [x, y, dx, dy]) => sum + lines(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
    0,
  )
}

/** Whether the data unpack to so many bytes. Nothing is kept of them. */
function unpacksTo(parts: readonly Buffer[], size: number): Promise<boolean> {
  return new Promise((resolve) => {
    // in large pieces: each costs the thread that answers everybody a turn
    const inflate = createInflate({ chunkSize: 1 << 20 })
    let got = 0
    const done = (right: boolean) => {
      resolve(right)
      inflate.destroy()
    }
    inflate.on('data', (chunk: Buffer) => {
      got += chunk.length
      if (got > size) done(false)
    })
    inflate.on('end', () => done(got === size))
    inflate.on('error', () => done(false))
    for (const part of parts) inflate.write(part)
    inflate.end()
  })
}

/** @throws BadPicture */
export async function cleanPng(bytes: Buffer, allow: Allow): Promise<Cleaned> {
  const r = new ByteReader(bytes)
  r.take(pngSignature.length)
  const out: Buffer[] = [pngSignature]
  const pixels: Buffer[] = []
  let head: ReturnType<typeof header> | undefined
  for (let type = ''; type !== 'IEND'; ) {
    const from = r.at
    const size = r.take(4).readUInt32BE()
    const named = r.take(4)
    type = named.toString('latin1')
    const data = r.take(size)
    if (!/^[A-Za-z]{4}$/.test(type) || r.take(4).readUInt32BE() !== crc32(bytes.subarray(from + 4, from + 8 + size)))
      throw new BadPicture('broken')
    if (!head !== (type === 'IHDR')) throw new BadPicture('broken')
    if (type === 'IHDR') {
      head = header(data)
      allow(head)
    }
    if (type === 'IDAT') pixels.push(data)
    if (kept.has(type)) out.push(bytes.subarray(from, r.at))
    // a chunk that begins with a capital must be understood by whoever draws
    else if (type < 'a') throw new BadPicture('broken')
  }
  if (!head || !(await unpacksTo(pixels, rawSize(head)))) throw new BadPicture('broken')
  return { type: 'png', width: head.width, height: head.height, bytes: Buffer.concat(out) }
}
