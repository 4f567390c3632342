/**
 * GIF: frames, their delays and how often they repeat stay; comments, texts and data of programs go. The sizes of all frames are added up
 * before anybody draws one. Source: https://www.w3.org/Graphics/GIF/spec-gif89a.txt
 */
import { pictureFrames } from '#src/contract/picture/picture.ts'
import { type Allow, BadPicture, type Cleaned, ByteReader } from './read.ts'

const [IMAGE, EXTENSION, TRAILER, CONTROL, PROGRAM] = [0x2c, 0x21, 0x3b, 0xf9, 0xff] as const
const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/** Bytes of a colour table that the flags announce. */
const table = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Passes over sub-blocks and their end; @returns how many bytes they hold */
function blocks(r: ByteReader): number {
  let held = 0
  for (let size = r.byte(); size > 0; size = r.byte()) held += r.take(size).length
  return held
}

/** @throws BadPicture */
export function cleanGif(bytes: Buffer, allow: Allow): Cleaned {
  const r = new ByteReader(bytes)
  const head = r.take(13)
  const sides = { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  allow(sides)
  r.take(table(head[10] ?? 0))
  const out: Buffer[] = [bytes.subarray(0, r.at)]
  let frames = 0
  let pixels = 0
  for (;;) {
    const from = r.at
    const kind = r.byte()
    if (kind === TRAILER) break
    if (kind === IMAGE) {
      const at = r.take(9)
      const [left, top, width, height] = [
        at.readUInt16LE(0),
        at.readUInt16LE(2),
        at.readUInt16LE(4),
        at.readUInt16LE(6),
      ]
      if (!width || !height || left + width > sides.width || top + height > sides.height) throw new BadPicture('broken')
      r.take(table(at[8] ?? 0))
      const code = r.byte()
      if (code < 1 || code > 11 || blocks(r) === 0) throw new BadPicture('broken')
      pixels += width * height
      if (++frames > pictureFrames.most || pixels > pictureFrames.pixels)
        throw new BadPicture('frames', { most: pictureFrames.most })
      out.push(bytes.subarray(from, r.at))
    } else if (kind === EXTENSION) {
      const label = r.byte()
      const body = r.at
      blocks(r)
      const program = label === PROGRAM && bytes[body] === 11 ? bytes.toString('latin1', body + 1, body + 12) : ''
      // of a program's data only the count of repetitions, as long as it is nothing else
      if ((label === CONTROL && r.at - body === 6) || (loops.has(program) && r.at - body === 17))
        out.push(bytes.subarray(from, r.at))
    } else throw new BadPicture('broken')
  }
  if (frames === 0) throw new BadPicture('broken')
  out.push(Buffer.from([TRAILER]))
  return { type: 'gif', ...sides, bytes: Buffer.concat(out) }
}
