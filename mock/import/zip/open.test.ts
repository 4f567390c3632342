/** D4: What the gate before an archive lets in. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { type Crafted, crafted, zip } from '#tests/support/archives.ts'
import { importLimits, type ZipLimits } from './limits.ts'
import { openZip } from './open.ts'
import { ZipProblem } from './problem.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'zip-gate-'))
afterAll(() => rmSync(folder, { recursive: true }))
let count = 0
function stored(bytes: Buffer): string {
  const file = path.join(folder, `${count++}.zip`)
  writeFileSync(file, bytes)
  return file
}

/** What came of an archive: the names it handed out, or the code that refused it. */
async function verdict(file: string, limits: ZipLimits = importLimits): Promise<Crafted['verdict']> {
  const names: string[] = []
  let opened = false
  try {
    const archive = await openZip(file, limits)
    opened = true
    try {
      for (const entry of archive.entries) {
        let size = 0
        for await (const chunk of await entry.open()) size += (chunk as Buffer).length
        if (size !== entry.size) return { names: [`${entry.name} came out with ${size} bytes`] }
        names.push(entry.name)
      }
      return { names }
    } finally {
      archive.close()
    }
  } catch (error) {
    if (!(error instanceof ZipProblem)) throw error
    return opened ? { code: error.code, reading: true } : { code: error.code }
  }
}

describe('D4: the zip gate', () => {
  it('is shown more than forty crafted archives, each under its own name', () => {
    expect(new Set(crafted.map((c) => c.id)).size).toBe(crafted.length)
    expect(crafted.length).toBeGreaterThan(40)
  })
  // those of 70,000 entries take longer than the others together: one of them stands for all
  const many = crafted.filter((c) => /70,000/.test(c.id)).slice(1)
  it.each(crafted.filter((c) => env.whole || !many.includes(c)).map((c) => [c.id, c] as const))(
    'judges rightly: %s',
    async (_, { bytes, verdict: expected, limits }) => {
      const file = stored(bytes())
      expect(await verdict(file, { ...importLimits, ...limits })).toEqual(expected)
      rmSync(file)
    },
  )

  it('says which entry and which limit, and never shows a name that turns the line', async () => {
    const file = stored(zip([{ name: `photo\u202egpj.exe` }]))
    await expect(openZip(file, importLimits)).rejects.toMatchObject({
      code: 'zip_name_bidi',
      params: { entry: 'photo\\u{202e}gpj.exe' },
    })
    const deep = stored(zip([{ name: '1/2/3/4/5/6/7/8/9' }]))
    await expect(openZip(deep, importLimits)).rejects.toMatchObject({
      params: { entry: '1/2/3/4/5/6/7/8/9', limit: 8 },
    })
  })

  it('refuses a file above the limit without reading it', async () => {
    const file = stored(zip([{ name: 'a', data: 'x'.repeat(2000) }]))
    await expect(openZip(file, { ...importLimits, file: 1000 })).rejects.toMatchObject({ code: 'zip_too_large' })
  })

  it('takes an archive that is exactly at every limit, and not one above any of them', async () => {
    const bytes = zip([
      { name: 'a', data: 'alpha' },
      { name: 'b/c', data: 'beta' },
    ])
    const file = stored(bytes)
    const limits = {
      ...importLimits,
      file: bytes.length,
      entries: 2,
      directory: 2 * 46 + 4,
      entry: 5,
      total: 9,
      depth: 2,
      name: 3,
    }
    expect(await verdict(file, limits)).toEqual({ names: ['a', 'b/c'] })
    const codes: string[] = []
    for (const key of ['file', 'entries', 'directory', 'entry', 'total', 'depth', 'name'] as const) {
      const came = await verdict(file, { ...limits, [key]: limits[key] - 1 })
      codes.push('code' in came ? came.code : 'taken')
    }
    expect(codes).toEqual([
      'zip_too_large',
      'zip_entries',
      'zip_directory',
      'zip_entry_size',
      'zip_total',
      'zip_depth',
      'zip_name_length',
    ])
  })

  it('holds the ratio of one entry and of all together to the figure, and only from the sizes at which it says something', async () => {
    const { entry, total } = importLimits.ratioFrom
    // a hundredfold, as the checks of the product have it
    expect(importLimits.ratio).toBe(100)
    const zeros = (size: number, name = 'z') => ({
      name,
      data: Buffer.alloc(size),
      deflate: true,
    })

    const size = entry + 1
    const small = deflateRawSync(Buffer.alloc(size)).length
    const one = stored(zip([zeros(size)]))
    // size above packed × ratio: exactly at it passes, a hair below it does not
    expect(await verdict(one, { ...importLimits, ratio: size / small })).toEqual({ names: ['z'] })
    expect(await verdict(one, { ...importLimits, ratio: (size - 1) / small })).toEqual({ code: 'zip_ratio' })
    expect(await verdict(one)).toEqual({ code: 'zip_ratio' })
    expect(await verdict(stored(zip([zeros(entry)])))).toEqual({
      names: ['z'],
    })

    // each of them too small to be judged, and together they are not
    const many = (sum: number) => {
      const names = Array.from({ length: Math.ceil(sum / entry) }, (_, n) => `z${n}`)
      return zip(names.map((name, n) => zeros(Math.min(entry, sum - n * entry), name)))
    }
    const bytes = many(total + 1)
    const all = stored(bytes)
    expect(await verdict(all)).toEqual({ code: 'zip_ratio' })
    expect(
      await verdict(all, {
        ...importLimits,
        ratio: (total + 1) / bytes.length,
      }),
    ).toHaveProperty('names')
    expect(await verdict(all, { ...importLimits, ratio: total / bytes.length })).toEqual({ code: 'zip_ratio' })
    expect(await verdict(stored(many(total)))).toHaveProperty('names')
  })

  it('stops a bomb that lies at what it had declared', async () => {
    const zeros = { name: 'z', data: Buffer.alloc(50_000_000), deflate: true, says: { size: 100_000 } }
    const archive = await openZip(stored(zip([zeros])), importLimits)
    let got = 0
    const read = async () => {
      for await (const chunk of (await archive.entries[0]?.open()) ?? []) got += (chunk as Buffer).length
    }
    await expect(read()).rejects.toMatchObject({ code: 'zip_size' })
    archive.close()
    expect(got).toBeLessThanOrEqual(100_000)
  })

  it('hands out a zip inside unopened where the limits allow one', async () => {
    const file = stored(zip([{ name: 'inner.zip', data: zip([{ name: 'a' }]) }]))
    expect(await verdict(file, { ...importLimits, nested: true })).toEqual({ names: ['inner.zip'] })
  })

  it('opens an entry twice, and lets an open stream end after closing', async () => {
    const file = stored(zip([{ name: 'a', data: 'x'.repeat(300_000), deflate: true }]))
    const archive = await openZip(file, { ...importLimits, ratio: 10_000 })
    const [entry] = archive.entries
    const first = await entry?.open()
    const second = await entry?.open()
    archive.close()
    let length = 0
    for (const stream of [first, second]) for await (const chunk of stream ?? []) length += (chunk as Buffer).length
    expect(length).toBe(600_000)
    await expect(entry?.open()).rejects.toThrow('closed')
  })

  it('gives up an entry in the middle without keeping the file open', async () => {
    const file = stored(zip([{ name: 'a', data: Buffer.alloc(3_000_000, 'ab'), deflate: true }]))
    const archive = await openZip(file, { ...importLimits, ratio: 10_000 })
    for await (const _ of (await archive.entries[0]?.open()) ?? []) break
    archive.close()
    const { readdirSync, readlinkSync } = await import('node:fs')
    const held = () =>
      existsSync('/proc/self/fd') &&
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === file
        } catch {
          return false
        }
      })
    await expect.poll(held).toBe(false)
  })

  it.runIf(env.whole)('streams: 128 MB go through in less than 64 MB of memory', async () => {
    const block = Buffer.alloc(2 ** 20)
    for (let i = 0; i < block.length; i += 4) block.writeUInt32LE((i * 2654435761) >>> 0, i)
    const file = stored(zip([{ name: 'big', data: Buffer.concat(Array.from({ length: 128 }, () => block)) }]))
    const archive = await openZip(file, importLimits)
    globalThis.gc?.()
    const base = process.memoryUsage().rss
    let most = 0
    let total = 0
    for await (const chunk of (await archive.entries[0]?.open()) ?? []) {
      total += (chunk as Buffer).length
      most = Math.max(most, process.memoryUsage().rss - base)
    }
    archive.close()
    rmSync(file)
    expect(total).toBe(128 * 2 ** 20)
    expect(most).toBeLessThan(64 * 2 ** 20)
  })
})

/** Base archives of the fuzz: everything small that is well-formed, and a few that are nearly. */
const seeds = crafted.filter((c) => 'names' in c.verdict).map((c) => c.bytes())

const change = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), to: fc.nat(40) }),
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) }),
  fc.record({ kind: fc.constant('extreme' as const), at: fc.nat(), to: fc.constantFrom(0, 0xff) }),
  // the last bytes and the list are where lies pay
  fc.record({ kind: fc.constant('end' as const), at: fc.nat(120), to: fc.integer({ min: 0, max: 255 }) }),
)
function mutate(bytes: Buffer, { kind, at, to }: { kind: string; at: number; to: number }): Buffer {
  if (!bytes.length) return bytes
  const i = kind === 'end' ? Math.max(0, bytes.length - 1 - at) : at % bytes.length
  if (kind === 'cut') return Buffer.concat([bytes.subarray(0, i), bytes.subarray(i + to)])
  if (kind === 'insert') return Buffer.concat([bytes.subarray(0, i), Buffer.from([to]), bytes.subarray(i)])
  const copy = Buffer.from(bytes)
  copy.fill(to, i, Math.min(copy.length, i + (kind === 'extreme' ? 4 : 1)))
  return copy
}

describe('D4: the zip gate under mutation', () => {
  const runs = Number(process.env['FUZZ'] ?? (env.whole ? 2000 : 160))
  it(`never crashes, never names a place outside and never gives more than was promised, in ${runs} archives`, {
    timeout: 30_000 + runs * 60,
  }, async () => {
    const staging = path.join(folder, 'staging')
    const inside = (p: path.PlatformPath, name: string) => {
      const root = p === path.win32 ? 'C:\\staging' : staging
      const target = p.resolve(root, name)
      return target.startsWith(root + p.sep) && !p.relative(root, target).startsWith('..')
    }
    const base = process.memoryUsage().rss
    let most = 0
    const seen = { taken: 0, refused: 0 }
    const file = path.join(folder, 'mutant.zip')
    await fc.assert(
      fc.asyncProperty(
        fc.nat(seeds.length - 1),
        // some stay as they were, so that it takes no luck for one to be let in
        fc.array(change, { maxLength: 6 }),
        async (n, changes) => {
          writeFileSync(file, changes.reduce(mutate, seeds[n] ?? Buffer.alloc(0)))
          const came = await verdict(file)
          most = Math.max(most, process.memoryUsage().rss - base)
          if ('code' in came) seen.refused++
          else seen.taken++
          if ('names' in came) {
            expect(came.names.every((name) => inside(path.posix, name) && inside(path.win32, name))).toBe(true)
            expect(new Set(came.names.map((name) => name.toLowerCase())).size).toBe(came.names.length)
          }
        },
      ),
      { numRuns: runs },
    )
    expect(seen.taken).toBeGreaterThan(0)
    expect(seen.refused).toBeGreaterThan(0)
    expect(most).toBeLessThan(128 * 2 ** 20)
  })
})

const real = path.resolve(import.meta.dirname, '../../../../shared/data/adversarial/archives')
describe.skipIf(!existsSync(real))('archives of real archivers (skipped when ../shared/data is not there)', () => {
  const words = ['Prüfung.txt', 'test.test', 'testíček.txt', 'Žluťoučký/Koníček.txt', '测试.txt', '試験.txt']
  const names: Record<string, string[]> = {
    'empty.zip': [],
    'test_win8_de.zip': ['Prüfung.txt', 'test.test'],
    'test_7zip_927.zip': words,
    'test_infozip_3.zip': words,
    'test_moodle.zip': words,
    'test_moodle_22.zip': words,
    'test_osx_1074.zip': words,
    'test_winzip_165.zip': words,
  }
  it.each(Object.entries(names))('%s opens with the names it was made with', async (file, expected) => {
    const came = await verdict(path.join(real, 'moodle-zips', file))
    expect('names' in came && [...came.names].sort()).toEqual([...expected].sort())
  })
  it('refuses the zip-slip archive and what is no zip', async () => {
    expect(await verdict(path.join(real, 'zip-slip/zip-slip.zip'))).toEqual({ code: 'zip_traversal' })
    expect(await verdict(path.join(real, 'zip-slip/zip-slip.tar'))).toEqual({ code: 'zip_not_zip' })
    expect(await verdict(path.join(real, 'moodle-zips/test.tgz'))).toEqual({ code: 'zip_not_zip' })
  })
})
