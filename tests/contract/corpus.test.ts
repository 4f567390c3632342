/** D2: every kind of file under every name, as every kind of image and service. Content, name and description agree, or it is refused. */
import { describe, expect, it } from 'vitest'
import { packageFault } from '#mock/areas/device/package.ts'
import { packageEnds, servicePlatforms } from '#src/contract/device/service.ts'
import type { ReadBytesAt } from '#src/contract/image/header/found.ts'
import { agrees, fileExtensionOf, endsOf, recognise, typeOfFormat } from '#src/contract/image/header/recognise.ts'
import { formatsOf, type ImageFormat, imageFormats, imageTypes } from '#src/contract/image/image.ts'
import { dockerOf, isoOf, ociOf, ovaOf, qcow2Of, rawOf, tarOf, vdiOf, vhdOf, vmdkOf } from '#tests/support/images.ts'
import { png } from '#tests/support/pictures.ts'

const reader =
  (b: Uint8Array): ReadBytesAt =>
  async (at, length) =>
    at >= 0 && at < b.length ? b.subarray(at, at + length) : new Uint8Array()

const disks: Partial<Record<ImageFormat, Buffer>> = {
  qcow2: qcow2Of(),
  vmdk: vmdkOf(),
  vdi: vdiOf(),
  vhd: vhdOf(),
  raw: rawOf(),
  iso: isoOf(),
  docker: dockerOf(['library/nginx:1.27']),
  oci: ociOf('docker.io/library/nginx:1.27'),
  ova: ovaOf(),
}
const text = Buffer.from('<html><script>alert(1)</script></html>'.repeat(200))
const zip = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(2000)])
const exe = (() => {
  const b = Buffer.alloc(1024)
  b.write('MZ')
  b.writeUInt32LE(128, 60)
  b.write('PE\0\0', 128, 'latin1')
  return b
})()
/** Two things at once, halves of things, and things that are something else. */
const strange: Record<string, Buffer> = {
  text,
  zip,
  exe,
  empty: Buffer.alloc(0),
  zeros: Buffer.alloc(100_000),
  'a picture': png(40, 40),
  'a picture with a disk behind it': Buffer.concat([png(40, 40), qcow2Of()]),
  'a page with a disk behind it': Buffer.concat([text, qcow2Of()]),
  'a zip with a disk behind it': Buffer.concat([zip, qcow2Of()]),
  'the first bytes of a disk': qcow2Of().subarray(0, 40),
  'a disk that rests on another': qcow2Of({ backing: 512 }),
  'an encrypted disk': qcow2Of({ crypt: 1 }),
  'half a vmdk': vmdkOf().subarray(0, 300),
  'half a disc': isoOf({ blocks: 4000 }),
  'a tar of anything': tarOf({ 'a.txt': 'x' }),
  'a tar that climbs out': tarOf({ '../../etc/cron.d/x': 'x' }),
  'a container without its layer': dockerOf(['library/nginx:1.27'], ['gone.tar']),
}
const ends = ['qcow2', 'img', 'vmdk', 'vdi', 'vhd', 'raw', 'iso', 'tar', 'ova', 'exe', 'zip', 'svg', 'txt', '']
const nameFor = (type: (typeof imageTypes)[number]) => (type === 'container' ? 'nginx' : 'A machine')

describe('D2 files of images', () => {
  const cases = Object.entries(disks).flatMap(([is, bytes]) =>
    imageFormats.flatMap((said) => ends.map((end) => ({ is: is as ImageFormat, bytes, said, end }))),
  )

  it(`of ${cases.length} files each is taken exactly when content, name and description are one`, async () => {
    const wrong: string[] = []
    let taken = 0
    for (const { is, bytes, said, end } of cases) {
      const type = typeOfFormat(said)
      const verdict = agrees(
        await recognise(reader(bytes), bytes.length),
        { name: nameFor(type), type, format: said },
        `nginx.${end}`,
      )
      const fits = is === said && endsOf(type).includes(end) && (is !== 'qcow2' || end === 'qcow2' || end === 'img')
      const right = fits && formatEnds(is).includes(end)
      if (verdict.ok) taken++
      if (verdict.ok !== right) wrong.push(`${is} as ${said} named .${end}: ${verdict.ok ? 'taken' : verdict.reason}`)
    }
    expect(wrong).toEqual([])
    expect(taken).toBeGreaterThanOrEqual(Object.keys(disks).length)
  })

  it(`of ${Object.keys(strange).length * ends.length} files that are no image none is taken, whatever it is called`, async () => {
    const wrong: string[] = []
    for (const [what, bytes] of Object.entries(strange))
      for (const type of imageTypes)
        for (const format of formatsOf[type])
          for (const end of ends) {
            const verdict = agrees(
              await recognise(reader(bytes), bytes.length),
              { name: nameFor(type), type, format },
              `nginx.${end}`,
            )
            // a file without any mark may be a disk byte for byte, and only as one
            if (verdict.ok) wrong.push(`${what} as ${format} named .${end}`)
          }
    expect(wrong).toEqual([])
  })
})

/** Ends a format may have. */
const formatEnds = (f: ImageFormat): readonly string[] =>
  f === 'qcow2'
    ? ['qcow2', 'qcow', 'img']
    : f === 'raw'
      ? ['raw', 'img']
      : f === 'docker' || f === 'oci'
        ? ['tar']
        : [f]

describe('D2 packages of services', () => {
  const good: Record<string, Buffer> = {
    zip,
    exe,
    rar: Buffer.concat([Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'), Buffer.alloc(600)]),
    msi: Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]),
    tar: tarOf({ 'a.txt': 'x' }),
  }
  const all = [...Object.keys(good), 'svg', 'html', 'sh', 'js', '']
  const others = { ...strange, ...disks }

  it('are taken exactly when they are what they are called, on a platform that takes it', async () => {
    const wrong: string[] = []
    let files = 0
    for (const platform of servicePlatforms)
      for (const [is, bytes] of Object.entries(good))
        for (const end of all) {
          files++
          const fault = await packageFault(reader(bytes), bytes.length, { name: `setup.${end}`, platform })
          const right = is === end && (packageEnds[platform] as readonly string[]).includes(end)
          if ((fault === undefined) !== right) wrong.push(`${is} named .${end} for ${platform}`)
        }
    expect(wrong).toEqual([])
    expect(files).toBeGreaterThanOrEqual(100)
  })

  it('that are something else are refused under every name', async () => {
    const wrong: string[] = []
    for (const platform of servicePlatforms)
      for (const [what, bytes] of Object.entries(others))
        for (const end of ['zip', 'rar', 'msi', 'exe', 'tar']) {
          const fault = await packageFault(reader(bytes), bytes.length, { name: `setup.${end}`, platform })
          const is = fileExtensionOf(`x.${what}`)
          const own = what === 'zip' || what === 'exe' ? what === end : isTar(bytes) ? end === 'tar' : false
          const zipped = what.startsWith('a zip') && end === 'zip'
          if (!fault && !own && !zipped) wrong.push(`${what} named .${end} for ${platform} ${is}`)
        }
    expect(wrong).toEqual([])
  })
})

const isTar = (b: Buffer): boolean => b.subarray(257, 262).toString('latin1') === 'ustar'
