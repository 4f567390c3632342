import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pictureUses } from '#src/contract/picture/picture.ts'
import { chunk, ihdr, png, signature } from '#tests/support/pictures.ts'
import { cleanPicture } from './clean.ts'
import { orientationOf } from './jpeg.ts'
import { BadPicture, ByteReader } from './read.ts'
import { some } from '../../tests/support/some.ts'

const any = { ...pictureUses.picture, min: 0 }
const inside = async (bytes: Buffer, name: string, type = '', rule = any as typeof pictureUses.picture) => {
  try {
    return await cleanPicture(bytes, rule, { name, type })
  } catch (e) {
    if (e instanceof BadPicture) return e.reason
    throw e
  }
}
/** A picture of one pixel, 8 bits, sequential: quantisation, frame, Huffman tables, scan. */
const jpeg = (between: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    between,
    Buffer.from(`ffdb004300${'01'.repeat(64)}`, 'hex'),
    Buffer.from('ffc0000b080001000101011100', 'hex'),
    Buffer.from('ffc40014000100000000000000000000000000000003', 'hex'),
    Buffer.from('ffc40014100100000000000000000000000000000000', 'hex'),
    Buffer.from('ffda00080101000000013f00d2cf20', 'hex'),
    Buffer.from('ffd9', 'hex'),
  ])
const gif = (between: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from('01000100800000ffffff000000', 'hex'),
    between,
    Buffer.from('2c000000000100010000', 'hex'),
    Buffer.from('0202440100', 'hex'),
    Buffer.from('3b', 'hex'),
  ])
const app = (marker: number, text: string): Buffer => {
  const data = Buffer.from(text, 'latin1')
  return Buffer.concat([Buffer.from([0xff, marker, 0, data.length + 2]), data])
}
const secret = 'SECRET-PLACE 39.9042N'

describe('a picture', () => {
  it('keeps what is drawn and loses what was written beside it', async () => {
    const exif = 'Exif\0\0II*\0\u0008\0\0\0\u0001\0\u0012\u0001\u0003\0\u0001\0\0\0\u0006\0\0\0\0\0\0\0'
    const full = {
      'a.png': png(8, 8, [chunk('tEXt', Buffer.from(`Comment\0${secret}`)), chunk('eXIf', Buffer.from(secret))]),
      'a.jpg': jpeg(Buffer.concat([app(0xe1, exif + secret), app(0xed, secret), app(0xfe, secret)])),
      'a.gif': gif(Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(secret), Buffer.from([0])])),
    }
    for (const [name, bytes] of Object.entries(full)) {
      const clean = await inside(Buffer.concat([bytes, Buffer.from(`PK\x03\x04<script>${secret}`)]), name)
      if (typeof clean === 'string') throw new Error(`${name}: ${clean}`)
      expect(clean.bytes.includes('SECRET'), name).toBe(false)
      expect(clean.bytes.includes('PK\x03\x04'), name).toBe(false)
      const again = await inside(clean.bytes, name)
      expect(again, name).toEqual(clean)
      if (name === 'a.jpg') {
        const at = clean.bytes.indexOf('Exif')
        expect(orientationOf(clean.bytes.subarray(at))).toBe(6)
      }
    }
  })

  it('is what its content says, and its name and type agree with that', async () => {
    expect(await inside(png(8, 8), 'a.jpg')).toBe('disagrees')
    expect(await inside(png(8, 8), 'a.png', 'image/gif')).toBe('disagrees')
    expect(await inside(png(8, 8), 'a.png.html')).toBe('disagrees')
    expect(await inside(png(8, 8), 'A.PNG', 'image/png')).toMatchObject({ type: 'png', width: 8, height: 8 })
    expect(await inside(jpeg(), 'a.JPEG', 'image/jpeg')).toMatchObject({ type: 'jpg', width: 1, height: 1 })
    expect(await inside(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg')).toBe('type')
    expect(await inside(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.png')).toBe('type')
    expect(await inside(Buffer.from('GIF89a/*'), 'a.gif')).toBe('broken')
    expect(await inside(Buffer.alloc(0), 'a.gif')).toBe('type')
  })

  it('is refused by the sizes in its header, before anything is unpacked', async () => {
    const huge = Buffer.concat([signature, ihdr(50_000, 50_000), chunk('IDAT', Buffer.alloc(64))])
    expect(await inside(huge, 'a.png')).toBe('side')
    expect(await inside(Buffer.concat([signature, ihdr(0, 8), chunk('IEND', Buffer.alloc(0))]), 'a.png')).toBe('broken')
    const many = Buffer.concat(Array.from({ length: 201 }, () => gif().subarray(19, -1)))
    expect(await inside(Buffer.concat([gif().subarray(0, 19), many, Buffer.from([0x3b])]), 'a.gif')).toBe('frames')
  })

  it('whose pixels are more or fewer than announced is refused', async () => {
    const whole = png(16, 16)
    const pixels = whole.subarray(whole.indexOf('IDAT') - 4)
    for (const [w, h] of [
      [16, 15],
      [16, 17],
      [15, 16],
    ] as const)
      expect(await inside(Buffer.concat([signature, ihdr(w, h), pixels]), 'a.png')).toBe('broken')
  })

  it('of the platform has exactly the size of its place', async () => {
    const logo = { ...pictureUses.logo } as unknown as typeof pictureUses.picture
    expect(await inside(png(248, 38), 'a.png', '', logo)).toMatchObject({ width: 248, height: 38 })
    expect(await inside(png(38, 248), 'a.png', '', logo)).toBe('size')
    expect(await inside(gif(), 'a.gif', '', logo)).toBe('type')
  })

  it('cut or changed anywhere is clean or refused, never anything else', async () => {
    const originals = [
      [png(12, 9), 'a.png'],
      [jpeg(), 'a.jpg'],
      [gif(), 'a.gif'],
    ] as const
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...originals),
        fc.nat(),
        fc.option(fc.nat(255)),
        async ([bytes, name], at, value) => {
          const place = at % bytes.length
          const broken = value === null ? bytes.subarray(0, place) : Buffer.from(bytes)
          if (value !== null) broken[place] = value
          const out = await inside(broken, name)
          if (typeof out === 'string') return
          expect(value, 'a cut picture is never whole').not.toBeNull()
          expect(await inside(out.bytes, name)).toEqual(out)
        },
      ),
      { numRuns: some(600) },
    )
  })

  it('of a million crumbs is given up after a few thousand', async () => {
    const r = new ByteReader(Buffer.alloc(2_000_000))
    expect(() => {
      for (;;) r.take(1)
    }).toThrow(BadPicture)
    expect(r.at).toBeLessThan(40_000)
    const crumbs = Buffer.alloc(2_000_000)
    for (let at = 0; at < crumbs.length; at += 4) crumbs.set([0xff, 0xe1, 0, 2], at)
    crumbs.set([0xff, 0xd8], 0)
    expect(await inside(crumbs.subarray(2), 'crumbs.jpg')).not.toBe('taken')
  })

  const folder = path.resolve(import.meta.dirname, '../../../shared/data/adversarial/images/pillow')
  it.skipIf(!existsSync(folder))(
    'of the Pillow corpus is taken or refused (skipped when ../shared/data is not there)',
    async () => {
      const all: Record<string, string> = {}
      for (const name of readdirSync(folder, { recursive: true }) as string[]) {
        if (!/\.(png|jpe?g|gif)$/.test(name)) continue
        const out = await inside(readFileSync(path.join(folder, name)), name)
        all[path.basename(name)] = typeof out === 'string' ? out : 'taken'
      }
      expect(all).toMatchObject({
        'broken_data_stream.png': 'broken',
        'truncated_image.png': 'broken',
        'zero_width.gif': 'broken',
        'decompression_bomb.gif': 'broken',
        'hopper.gif': 'taken',
        'exif-200dpcm.jpg': 'taken',
        'photoshop-200dpi.jpg': 'taken',
      })
      expect(Object.keys(all).length).toBeGreaterThan(20)
    },
  )
})
