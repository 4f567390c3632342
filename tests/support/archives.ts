/**
 * Archives made byte by byte, so that they can lie: a writer whose every field can be overruled, and a list of crafted archives with the
 * verdict each one has to get.
 */
import { crc32, deflateRawSync } from 'node:zlib'
import type { ZipLimits } from '#mock/import/zip/limits.ts'
import type { ZipCode } from '#mock/import/zip/problem.ts'

export interface Part {
  name: string | Buffer
  data?: Buffer | string
  /** Stored unless said otherwise. */
  deflate?: boolean
  flags?: number
  method?: number
  /** Upper byte: system, 3 is Unix. */
  madeBy?: number
  /** Unix mode in the upper half, DOS attributes in the lower. */
  attributes?: number
  extra?: Buffer
  /** What the list says instead of the truth. */
  says?: { crc?: number; size?: number; packed?: number; headerAt?: number }
  /** What the header before the data says instead of what the list says. */
  before?: {
    signature?: number
    name?: Buffer | string
    flags?: number
    method?: number
    crc?: number
    size?: number
    packed?: number
    extra?: Buffer
  }
  /** The packed bytes themselves. */
  packed?: Buffer
  /** Sizes and checksum behind the data, as writers do that do not know them beforehand. */
  described?: boolean
  /** Listed only: its data is somebody else's. */
  without?: boolean
}
export interface Shape {
  prefix?: Buffer | string
  /** Moves all offsets with the prefix, as a self-extracting archive does. */
  moved?: boolean
  suffix?: Buffer | string
  comment?: Buffer | string
  /** What the end record says instead of the truth. */
  count?: number
  disk?: number
  /** Disk where the list begins, and how many of its records are on this one. */
  start?: number
  here?: number
  listSize?: number
  /** Adds the long end record; fields overrule what it says. */
  long?: {
    count?: number
    offset?: number
    size?: number
    gap?: Buffer
    short?: boolean
    signature?: number
    at?: number
  }
}

const bytes = (v: Buffer | string | undefined): Buffer =>
  typeof v === 'string' ? Buffer.from(v) : (v ?? Buffer.alloc(0))
const numbers = (...fields: [width: 2 | 4 | 8, value: number][]): Buffer =>
  Buffer.concat(
    fields.map(([width, value]) => {
      const b = Buffer.alloc(width)
      if (width === 2) b.writeUInt16LE(value & 0xffff)
      else if (width === 4) b.writeUInt32LE(value >>> 0)
      else b.writeBigUInt64LE(BigInt(value))
      return b
    }),
  )
const field = (id: number, data: Buffer): Buffer => Buffer.concat([numbers([2, id], [2, data.length]), data])

export function zip(parts: readonly Part[], shape: Shape = {}): Buffer {
  const prefix = bytes(shape.prefix)
  const out: Buffer[] = [prefix]
  let at = shape.moved ? prefix.length : 0
  const list: Buffer[] = []
  for (const p of parts) {
    const name = bytes(p.name)
    const data = bytes(p.data)
    const packed = p.packed ?? (p.deflate ? deflateRawSync(data) : data)
    const method = p.method ?? (p.deflate ? 8 : 0)
    const flags =
      (p.flags ?? (typeof p.name === 'string' && !/^[\x00-\x7f]*$/.test(p.name) ? 0x0800 : 0)) | (p.described ? 8 : 0)
    const told = { crc: crc32(data), size: data.length, packed: packed.length, headerAt: at, ...p.says }
    const extra = bytes(p.extra)
    list.push(
      numbers([4, 0x02014b50], [2, p.madeBy ?? 0x031e], [2, 20], [2, flags], [2, method], [4, 0]),
      numbers([4, told.crc], [4, told.packed], [4, told.size], [2, name.length], [2, extra.length], [2, 0]),
      numbers([2, 0], [2, 0], [4, p.attributes ?? 0o100644 * 0x10000], [4, told.headerAt]),
      name,
      extra,
    )
    if (p.without) continue
    const unknown = p.described ? { crc: 0, size: 0, packed: 0 } : told
    const before = {
      signature: 0x04034b50,
      ...unknown,
      flags,
      method,
      ...p.before,
      name: bytes(p.before?.name ?? name),
      extra: bytes(p.before?.extra),
    }
    const local = [
      numbers([4, before.signature], [2, 20], [2, before.flags], [2, before.method], [4, 0]),
      numbers([4, before.crc], [4, before.packed], [4, before.size], [2, before.name.length], [2, before.extra.length]),
      before.name,
      before.extra,
      packed,
      ...(p.described ? [numbers([4, 0x08074b50], [4, told.crc], [4, told.packed], [4, told.size])] : []),
    ]
    out.push(...local)
    at += local.reduce((n, b) => n + b.length, 0)
  }
  const listed = Buffer.concat(list)
  const listSize = shape.listSize ?? listed.length
  const { long } = shape
  const count = shape.count ?? parts.length
  out.push(listed)
  if (long) {
    const recordAt = at + listed.length
    const gap = bytes(long.gap)
    out.push(
      numbers([4, long.signature ?? 0x06064b50], [8, 44], [2, 0x031e], [2, 45], [4, 0], [4, 0]),
      numbers([8, long.count ?? count], [8, long.count ?? count], [8, long.size ?? listSize], [8, long.offset ?? at]),
      gap,
      numbers([4, 0x07064b50], [4, 0], [8, long.at ?? recordAt], [4, 1]),
    )
  }
  const comment = bytes(shape.comment)
  const short = long?.short ? { count: 0xffff, size: 0xffffffff, at: 0xffffffff } : { count, size: listSize, at }
  out.push(
    numbers(
      [4, 0x06054b50],
      [2, shape.disk ?? 0],
      [2, shape.start ?? 0],
      [2, shape.here ?? short.count],
      [2, short.count],
    ),
    numbers([4, short.size], [4, short.at], [2, comment.length]),
    comment,
    bytes(shape.suffix),
  )
  return Buffer.concat(out)
}

export interface Crafted {
  id: string
  bytes: () => Buffer
  /** Names that come out, or the code it is refused with: when it is opened, or when its entries are read. */
  verdict: { names: string[] } | { code: ZipCode; reading?: true }
  /** Where the usual limits would refuse it for something else first. */
  limits?: Partial<ZipLimits>
}

const text = { name: 'a.txt', data: 'alpha' }
const unix = (mode: number) => mode * 0x10000
const good = (id: string, make: () => Buffer, ...names: string[]): Crafted => ({ id, bytes: make, verdict: { names } })
const bad = (id: string, code: ZipCode, make: () => Buffer): Crafted => ({ id, bytes: make, verdict: { code } })
const lies = (id: string, code: ZipCode, make: () => Buffer): Crafted => ({
  id,
  bytes: make,
  verdict: { code, reading: true },
})
const named = (id: string, code: ZipCode, ...names: (string | Buffer)[]) =>
  bad(id, code, () => zip(names.map((name) => ({ name, data: 'x' }))))
const many = (count: number): Part[] => Array.from({ length: count }, (_, n) => ({ name: `f${n}` }))
const zeros = (size: number): Part => ({ name: 'zeros.bin', data: Buffer.alloc(size), deflate: true })
const half = 'half'.repeat(40_000)

/** What the archives of this list hold is harmless; only their form is not. */
export const crafted: readonly Crafted[] = [
  good('empty archive', () => zip([])),
  good('stored file', () => zip([text]), 'a.txt'),
  good('deflated file', () => zip([{ name: 'a.txt', data: half, deflate: true }]), 'a.txt'),
  good('empty deflated file', () => zip([{ name: 'a.txt', deflate: true }]), 'a.txt'),
  good(
    'sizes behind the data',
    () =>
      zip([
        { ...text, deflate: true, described: true },
        { name: 'b', data: 'b' },
      ]),
    'a.txt',
    'b',
  ),
  good(
    'folders',
    () =>
      zip([
        { name: 'd/', attributes: unix(0o040755) + 0x10 },
        { name: 'd/a.txt', data: 'x' },
      ]),
    'd/a.txt',
  ),
  good('archive comment', () => zip([text], { comment: 'made by hand' }), 'a.txt'),
  good(
    'leading ./',
    () =>
      zip([
        { name: './', attributes: unix(0o040755) },
        { name: './d/a.txt', data: 'x' },
      ]),
    'd/a.txt',
  ),
  good('dots inside a name', () => zip([{ name: 'v1..2/.hidden', data: 'x' }]), 'v1..2/.hidden'),
  good(
    'leftovers of desktops',
    () =>
      zip([
        { name: '__MACOSX/._a.txt', data: 'x' },
        { name: 'd/.DS_Store', data: 'x' },
        { name: 'Thumbs.db', data: 'x' },
        text,
      ]),
    'a.txt',
  ),
  good('UTF-8 with its flag', () => zip([{ name: '测试.txt', data: 'x' }]), '测试.txt'),
  good(
    'UTF-8 without its flag',
    () => zip([{ name: Buffer.from('Žluťoučký/測試.txt'), data: 'x' }]),
    'Žluťoučký/測試.txt',
  ),
  good('NFD becomes NFC', () => zip([{ name: Buffer.from('Pru\u0308fung.txt'), data: 'x' }]), 'Prüfung.txt'),
  good('code page 437', () => zip([{ name: Buffer.from('5072816e67652e747874', 'hex'), data: 'x' }]), 'Prünge.txt'),
  good(
    'GB18030, common characters',
    () => zip([{ name: Buffer.from('b2e2cad42e747874', 'hex'), data: 'x' }]),
    '测试.txt',
  ),
  good('code page 437, two in a row', () => zip([{ name: Buffer.from('677294e165', 'hex'), data: 'x' }]), 'größe'),
  good('GB18030 among letters', () => zip([{ name: Buffer.from('61b2e231cad462', 'hex'), data: 'x' }]), 'a测1试b'),
  good(
    'GB18030, one rare character',
    () => zip([{ name: Buffer.from('d6ece946bbf92e747874', 'hex'), data: 'x' }]),
    '朱镕基.txt',
  ),
  good(
    'name in the Unicode path field',
    () => {
      const raw = Buffer.from('test_ek.txt')
      const right = Buffer.concat([Buffer.from([1]), numbers([4, crc32(raw)]), Buffer.from('testíček.txt')])
      return zip([{ name: raw, data: 'x', extra: field(0x7075, right) }])
    },
    'testíček.txt',
  ),
  good(
    'stale Unicode path field',
    () => {
      const stale = Buffer.concat([Buffer.from([1]), numbers([4, 1]), Buffer.from('../evil')])
      return zip([{ name: 'a.txt', data: 'x', extra: field(0x7075, stale) }])
    },
    'a.txt',
  ),
  good('short file of one letter', () => zip([{ name: 'a', data: Buffer.alloc(100_000, 'a'), deflate: true }]), 'a'),
  {
    ...good('exactly as large as allowed', () => zip([text, { name: 'b', data: 'beta' }]), 'a.txt', 'b'),
    limits: { entry: 5, total: 9 },
  },
  {
    ...good(
      'where the ratio begins to count',
      () => zip([{ name: 'a', data: Buffer.alloc(9000), deflate: true }]),
      'a',
    ),
    limits: { ratioFrom: { entry: 9000, total: 9000 } },
  },
  good('zip64 that agrees', () => zip([text], { long: {} }), 'a.txt'),
  good('zip64 that replaces', () => zip([text], { long: { short: true } }), 'a.txt'),
  good(
    'zip64 sizes of an entry',
    () => {
      const sizes = numbers([8, 5], [8, 5])
      return zip([
        {
          ...text,
          says: { size: 0xffffffff, packed: 0xffffffff },
          extra: field(1, sizes),
          before: { size: 0xffffffff, packed: 0xffffffff, extra: field(1, sizes) },
        },
      ])
    },
    'a.txt',
  ),
  good('8 parts deep', () => zip([{ name: '1/2/3/4/5/6/7/8', data: 'x' }]), '1/2/3/4/5/6/7/8'),
  good('255 bytes of name', () => zip([{ name: 'n'.repeat(255), data: 'x' }]), 'n'.repeat(255)),

  named('traversal', 'zip_traversal', 'good.txt', '../../evil'),
  named('traversal inside', 'zip_traversal', 'a/../../evil'),
  named('traversal at the end', 'zip_traversal', 'a/..'),
  named('absolute path', 'zip_absolute', '/etc/evil'),
  named('drive', 'zip_absolute', 'C:/evil'),
  named('backslash', 'zip_backslash', '..\\evil'),
  named('UNC path', 'zip_backslash', '\\\\host\\share'),
  bad('traversal in the Unicode path field', 'zip_traversal', () => {
    const raw = Buffer.from('a.txt')
    const path = Buffer.concat([Buffer.from([1]), numbers([4, crc32(raw)]), Buffer.from('../evil')])
    return zip([{ name: raw, data: 'x', extra: field(0x7075, path) }])
  }),
  named('256 bytes of name', 'zip_name_length', 'n'.repeat(256)),
  named('256 bytes in 86 characters', 'zip_name_length', `${'测'.repeat(85)}x`),
  named('9 parts deep', 'zip_depth', '1/2/3/4/5/6/7/8/9'),
  named('no name', 'zip_name_empty', ''),
  named('empty part', 'zip_name_empty', 'a//b'),
  bad('flag says UTF-8, bytes do not', 'zip_name_encoding', () =>
    zip([{ name: Buffer.from('ff2e747874', 'hex'), flags: 0x0800 }]),
  ),
  bad('overlong UTF-8', 'zip_name_encoding', () => zip([{ name: Buffer.from('c0ae2e', 'hex'), flags: 0x0800 }])),
  named('control character', 'zip_name_control', 'a\u0007b'),
  named('zero byte', 'zip_name_control', 'a.txt\u0000.png'),
  named('line break', 'zip_name_control', 'a\nb'),
  named('direction override', 'zip_name_bidi', 'photo\u202egpj.exe'),
  named('direction isolate', 'zip_name_bidi', 'a\u2066b'),
  named('zero width', 'zip_name_bidi', 'a\u200bb'),
  named('device of Windows', 'zip_name_reserved', 'd/CON'),
  named('device with an extension', 'zip_name_reserved', 'lpt1.tar.gz'),
  named('wildcard', 'zip_name_reserved', 'a*b'),
  named('alternate data stream', 'zip_name_stream', 'a:ads'),
  named('trailing space', 'zip_name_trailing', 'a.txt '),
  named('trailing dot of a folder', 'zip_name_trailing', 'd./a'),
  named('duplicate', 'zip_duplicate', 'a.txt', 'a.txt'),
  named('upper and lower case', 'zip_collision', 'A.txt', 'a.txt'),
  named('folders in upper and lower case', 'zip_collision', 'Data/a', 'data/b'),
  named('NFC and NFD', 'zip_collision', 'Prüfung', 'Pru\u0308fung'),
  named('file where a folder is', 'zip_collision', 'a', 'a/b'),
  named('folder where a file is', 'zip_collision', 'a/b', 'a'),

  bad('symbolic link', 'zip_symlink', () => zip([{ name: 'l', data: '/etc/passwd', attributes: unix(0o120777) }])),
  bad('symbolic link of another system', 'zip_symlink', () =>
    zip([{ name: 'l', data: '/etc/passwd', madeBy: 20, attributes: unix(0o120777) }]),
  ),
  bad('reparse point', 'zip_symlink', () => zip([{ name: 'l', data: 'x', madeBy: 20, attributes: 0x420 }])),
  bad('character device', 'zip_special', () => zip([{ name: 'null', attributes: unix(0o020666) }])),
  bad('DOS device', 'zip_special', () => zip([{ name: 'lst', madeBy: 20, attributes: 0x60 }])),
  bad('named pipe', 'zip_special', () => zip([{ name: 'pipe', attributes: unix(0o010666) }])),
  bad('folder that holds data', 'zip_special', () => zip([{ name: 'd/', data: 'x', attributes: 0 }])),
  bad('folder under the name of a file', 'zip_special', () => zip([{ name: 'd', attributes: unix(0o040755) }])),
  bad('encrypted', 'zip_encrypted', () => zip([{ ...text, flags: 1, data: 'x'.repeat(17), says: { size: 5 } }])),
  bad('strong encryption', 'zip_encrypted', () => zip([{ ...text, flags: 0x41 }])),
  bad('AES', 'zip_encrypted', () => zip([{ ...text, method: 99 }])),
  bad('masked list', 'zip_encrypted', () => zip([{ ...text, flags: 0x2000 }])),
  bad('unknown packing', 'zip_method', () => zip([{ ...text, method: 14 }])),
  bad('zip by name', 'zip_nested', () => zip([{ name: 'inner.ZIP', data: 'x' }])),
  lies('zip by content', 'zip_nested', () => zip([{ name: 'inner.dat', data: zip([text]) }])),
  lies('empty zip by content', 'zip_nested', () => zip([{ name: 'inner.dat', data: zip([]), deflate: true }])),

  bad('bomb of one file', 'zip_ratio', () => zip([zeros(20_000_000)])),
  bad('bomb of 1 MB', 'zip_ratio', () => zip([zeros(1_000_000)])),
  bad('bomb of many small files', 'zip_ratio', () =>
    zip(Array.from({ length: 40 }, (_, n) => ({ name: `z${n}`, data: Buffer.alloc(250_000), deflate: true }))),
  ),
  bad('one file too large', 'zip_entry_size', () =>
    zip([{ ...text, says: { size: 600 * 2 ** 20, packed: 0x0700_0000 }, method: 8 }]),
  ),
  {
    ...bad('all files too large', 'zip_total', () =>
      zip(
        Array.from({ length: 5 }, (_, n) => ({
          name: `${n}`,
          method: 8,
          says: { size: 500 * 2 ** 20, packed: 0x0700_0000 },
        })),
      ),
    ),
    limits: { ratio: 2 ** 40 },
  },
  bad('70,000 entries, counted modulo 65,536', 'zip_unlisted', () => zip(many(70_000))),
  bad('70,000 entries in zip64', 'zip_entries', () => zip(many(70_000), { long: { count: 70_000, short: true } })),
  bad('20,001 entries', 'zip_entries', () => zip(many(20_001))),
  bad('more entries counted than listed', 'zip_malformed', () => zip([text], { count: 2 })),
  bad('fewer entries counted than listed', 'zip_unlisted', () => zip([text, { name: 'b' }], { count: 1 })),
  bad('list of 20 MB', 'zip_directory', () =>
    zip(Array.from({ length: 320 }, (_, n) => ({ name: `${n}`, extra: field(0xcafe, Buffer.alloc(65_000)) }))),
  ),
  bad('extra field longer than its room', 'zip_malformed', () =>
    zip([{ ...text, extra: numbers([2, 0xcafe], [2, 100]) }]),
  ),
  bad('two zip64 fields', 'zip_header', () =>
    zip([{ ...text, extra: Buffer.concat([field(1, numbers([8, 5])), field(1, numbers([8, 6]))]) }]),
  ),
  bad('zip64 field too short', 'zip_malformed', () =>
    zip([{ ...text, says: { size: 0xffffffff }, extra: field(1, numbers([4, 5])) }]),
  ),
  bad('zip64 size beyond counting', 'zip_entry_size', () =>
    zip([{ ...text, method: 8, says: { size: 0xffffffff }, extra: field(1, Buffer.alloc(8, 0xff)) }]),
  ),
  bad('zip64 end that disagrees', 'zip_ambiguous', () => zip([text], { long: { count: 2 } })),
  bad('zip64 end with something behind it', 'zip_ambiguous', () => zip([text], { long: { gap: Buffer.from('gap') } })),
  bad('zip64 end beyond the file', 'zip_malformed', () => zip([text], { long: { short: true, offset: 2 ** 40 } })),
  bad('zip64 end on another part than the short one', 'zip_ambiguous', () => zip([text], { disk: 1, long: {} })),
  bad('part of several', 'zip_multi_disk', () => zip([text], { disk: 1 })),
  bad('list on another part', 'zip_multi_disk', () => zip([text], { start: 1 })),
  bad('list on several parts', 'zip_multi_disk', () => zip([text, { name: 'b' }], { here: 1 })),
  bad('zip64 end that is none', 'zip_malformed', () => zip([text], { long: { short: true, signature: 0x06064b51 } })),
  bad('zip64 end where the short one is', 'zip_malformed', () => zip([text], { long: { short: true, at: 150 } })),
  bad('second end in the comment', 'zip_ambiguous', () =>
    zip([text], { comment: zip([{ name: 'b.txt', data: 'beta' }]) }),
  ),
  bad('page in front', 'zip_prepended', () => zip([text], { prefix: '<html><script>1</script>' })),
  bad('page in front, offsets moved', 'zip_prepended', () =>
    zip([text], { prefix: '<html><script>1</script>', moved: true }),
  ),
  bad('8 bytes behind', 'zip_appended', () => zip([text], { suffix: 'junkjunk' })),
  bad('cut off', 'zip_truncated', () => zip([{ name: 'a', data: 'x'.repeat(1000) }]).subarray(0, 600)),
  bad('no zip', 'zip_not_zip', () => Buffer.from('%PDF-1.7\n'.repeat(40))),
  bad('nothing', 'zip_not_zip', () => Buffer.alloc(0)),
  bad('list outside the file', 'zip_malformed', () => zip([text], { listSize: 5000 })),

  bad('two entries, one data area', 'zip_overlap', () =>
    zip([text, { ...text, name: 'b.txt', without: true, says: { headerAt: 0 } }]),
  ),
  bad('data runs into the next entry', 'zip_overlap', () =>
    zip([{ name: 'a', method: 8, data: 'x'.repeat(9), says: { packed: 60 }, before: { packed: 60 } }, text]),
  ),
  bad('data runs into the list', 'zip_overlap', () =>
    zip([{ name: 'a', method: 8, data: 'x'.repeat(9), says: { packed: 60 } }]),
  ),
  bad('header beyond the file', 'zip_overlap', () =>
    zip([text, { name: 'b', without: true, says: { headerAt: 0x7fff_0000 } }]),
  ),
  bad('no header', 'zip_header', () => zip([{ ...text, before: { signature: 0x04034b51 } }])),
  bad('header with another name', 'zip_header', () => zip([{ ...text, before: { name: 'b.txt' } }])),
  bad('header with another size', 'zip_header', () => zip([{ ...text, deflate: true, before: { size: 9 } }])),
  bad('header with another checksum', 'zip_header', () => zip([{ ...text, before: { crc: 9 } }])),
  bad('header with another packing', 'zip_header', () => zip([{ ...text, before: { method: 8 } }])),
  bad('header that says encrypted', 'zip_header', () => zip([{ ...text, before: { flags: 1 } }])),
  bad('stored in another size', 'zip_size', () => zip([{ ...text, says: { size: 4 } }])),
  lies('declared 100, really 2 MB', 'zip_size', () => zip([{ ...zeros(2_000_000), says: { size: 100 } }])),
  lies('declared more than there is', 'zip_size', () =>
    zip([{ name: 'a', data: half, deflate: true, says: { size: half.length + 1 } }]),
  ),
  lies('wrong checksum, stored', 'zip_crc', () => zip([{ ...text, says: { crc: 1 } }])),
  lies('wrong checksum, deflated', 'zip_crc', () => zip([{ name: 'a', data: half, deflate: true, says: { crc: 1 } }])),
  lies('no deflate data', 'zip_data', () => zip([{ ...text, method: 8, packed: Buffer.from('ffffffffff', 'hex') }])),
  lies('deflate data cut off', 'zip_data', () =>
    zip([{ ...text, data: half, method: 8, packed: deflateRawSync(Buffer.from(half)).subarray(0, 20) }]),
  ),
  lies('something behind the deflate data', 'zip_data', () =>
    zip([{ ...text, method: 8, packed: Buffer.concat([deflateRawSync(Buffer.from('alpha')), Buffer.from('hidden')]) }]),
  ),
]
