/**
 * JPEG: the segments a picture is drawn from stay, in their order, and of the camera's data only which way is up; places, names, comments,
 * previews and whatever follows the end go. Source: ITU-T T.81 (markers), CIPA DC-008 Exif 2.3 (orientation).
 */
import { type Allow, BadPicture, type Cleaned, ByteReader, type Sides } from './read.ts'

const [SOI, EOI, SOS, APP0, APP1, APP2, APP14] = [0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee] as const
/** Frames every browser draws: baseline, extended, progressive. */
const frames = new Set([0xc0, 0xc1, 0xc2])
/** Tables: Huffman, quantisation, restart interval. */
const tables = new Set([0xc4, 0xdb, 0xdd])

const starts = (data: Buffer, text: string): boolean => data.subarray(0, text.length).toString('latin1') === text

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** Which way is up, 1 to 8, from the first directory of the camera's data; 1 when it does not say. */
export function orientationOf(exif: Buffer): number {
  const tiff = exif.subarray(6)
  if (!starts(exif, 'Exif\0\0') || tiff.length < 14) return 1
  const little = starts(tiff, 'II')
  const u16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return 1
  const count = u16(first)
  for (let n = 0; n < count; n++) {
    const at = first + 2 + n * 12
    if (at + 12 > tiff.length) return 1
    if (u16(at) !== 0x0112) continue
    const value = u16(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** The least camera data that says which way is up. */
function upright(orientation: number): Buffer {
  const data = Buffer.alloc(32)
  data.write('Exif\0\0MM\0*', 'latin1')
  data.writeUInt32BE(8, 10)
  data.writeUInt16BE(1, 14)
  data.writeUInt16BE(0x0112, 16)
  data.writeUInt16BE(3, 18)
  data.writeUInt32BE(1, 20)
  data.writeUInt16BE(orientation, 24)
  return segment(APP1, data)
}

/** What of a segment goes on, if anything. */
function clean(marker: number, data: Buffer): Buffer | undefined {
  if (tables.has(marker)) return segment(marker, data)
  if (marker === APP0 && starts(data, 'JFIF\0') && data.length >= 14)
    return segment(marker, Buffer.concat([data.subarray(0, 12), Buffer.from([0, 0])]))
  if (marker === APP1) {
    const orientation = orientationOf(data)
    return orientation === 1 ? undefined : upright(orientation)
  }
  if (marker === APP2 && starts(data, 'ICC_PROFILE\0')) return segment(marker, data)
  if (marker === APP14 && starts(data, 'Adobe') && data.length >= 12) return segment(marker, data.subarray(0, 12))
  return undefined
}

/** Where the drawing data end: at the next marker that is neither a stuffed byte nor a restart. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new BadPicture('broken')
}

/** @throws BadPicture */
export function cleanJpeg(bytes: Buffer, allow: Allow): Cleaned {
  const r = new ByteReader(bytes)
  const out: Buffer[] = [r.take(2)]
  let sides: Sides | undefined
  let drawn = false
  for (;;) {
    if (r.byte() !== 0xff) throw new BadPicture('broken')
    let marker = r.byte()
    while (marker === 0xff) marker = r.byte()
    if (marker === EOI) break
    if (marker <= 0x01 || (marker >= 0xd0 && marker <= SOI)) throw new BadPicture('broken')
    const data = r.take(r.take(2).readUInt16BE() - 2)
    if (frames.has(marker)) {
      if (sides || data.length < 6) throw new BadPicture('broken')
      sides = { height: data.readUInt16BE(1), width: data.readUInt16BE(3) }
      allow(sides)
      out.push(segment(marker, data))
    } else if (marker >= 0xc0 && marker <= 0xcf && !tables.has(marker)) throw new BadPicture('type')
    else if (marker === SOS) {
      if (!sides) throw new BadPicture('broken')
      const end = scanEnd(bytes, r.at)
      out.push(segment(marker, data), r.take(end - r.at))
      drawn = true
    } else {
      const kept = clean(marker, data)
      if (kept) out.push(kept)
    }
  }
  if (!sides || !drawn) throw new BadPicture('broken')
  out.push(Buffer.from([0xff, EOI]))
  return { type: 'jpg', ...sides, bytes: Buffer.concat(out) }
}
