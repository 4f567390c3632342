/** The gate of tars: what a zip may not hold, a tar may not either. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, describe, expect, it } from 'vitest'
import { packingOf } from './archive.ts'
import { importLimits } from './limits.ts'
import { ZipProblem } from './problem.ts'
import { openTar } from './tar.ts'

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'tar-gate-'))
afterAll(() => fs.rmSync(dir, { recursive: true }))

type Entry = [header: Parameters<ReturnType<typeof pack>['entry']>[0], bytes?: Buffer | string]
async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const p = pack()
  for (const [header, bytes = ''] of entries) p.entry(header, bytes)
  p.finalize()
  const parts: Buffer[] = []
  for await (const chunk of p) parts.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(parts)
}
let n = 0
function written(bytes: Buffer): string {
  const file = path.join(dir, `${++n}.tar.gz`)
  fs.writeFileSync(file, bytes)
  return file
}
const gz = async (...entries: Entry[]) => written(gzipSync(await tarOf(entries)))
const refused = (file: string, limits = importLimits) =>
  openTar(file, limits).then(
    (zip) => {
      zip.close()
      return 'taken'
    },
    (e: unknown) => (e instanceof ZipProblem ? e.code : String(e)),
  )
const textOf = async (open: () => Promise<AsyncIterable<Uint8Array>>) => {
  const parts: Uint8Array[] = []
  for await (const chunk of await open()) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

describe('a gzip tar', () => {
  it('hands out its files again and again, without folders and what a Mac writes beside them', async () => {
    const file = await gz(
      [{ name: 'course/', type: 'directory' }],
      [{ name: './course/a.txt' }, 'one'],
      [{ name: 'course/._a.txt' }, 'shadow'],
      [{ name: '__MACOSX/x' }, 'clutter'],
      [{ name: `${'long/'.repeat(3)}${'n'.repeat(120)}.txt` }, 'two'],
    )
    expect(await packingOf(file)).toBe('tar')
    const zip = await openTar(file, importLimits)
    expect(zip.entries.map((e) => e.name)).toEqual(['course/a.txt', `${'long/'.repeat(3)}${'n'.repeat(120)}.txt`])
    expect(await textOf(() => zip.entries[0]!.open())).toBe('one')
    expect(await textOf(() => zip.entries[0]!.open())).toBe('one')
    expect(await textOf(() => zip.entries[1]!.open())).toBe('two')
    zip.close()
    // nothing of it stays beside the file
    expect(fs.readdirSync(dir).filter((f) => !f.endsWith('.tar.gz'))).toEqual([])
  })
  it.each<[string, Entry[]]>([
    ['zip_symlink', [[{ name: 'a', type: 'symlink', linkname: '/etc/passwd' }]]],
    ['zip_symlink', [[{ name: 'a', type: 'link', linkname: 'b' }]]],
    ['zip_special', [[{ name: 'a', type: 'character-device' }]]],
    ['zip_special', [[{ name: 'a', type: 'fifo' }]]],
    ['zip_traversal', [[{ name: '../a' }, 'x']]],
    ['zip_absolute', [[{ name: '/etc/a' }, 'x']]],
    ['zip_backslash', [[{ name: 'a\\b' }, 'x']]],
    ['zip_name_reserved', [[{ name: 'con.txt' }, 'x']]],
    [
      'zip_duplicate',
      [
        [{ name: 'a' }, 'x'],
        [{ name: 'a' }, 'y'],
      ],
    ],
    [
      'zip_collision',
      [
        [{ name: 'a' }, 'x'],
        [{ name: 'A' }, 'y'],
      ],
    ],
    ['zip_depth', [[{ name: 'a/'.repeat(9) + 'b' }, 'x']]],
  ])('is refused for %s', async (code, entries) => {
    expect(await refused(await gz(...entries))).toBe(code)
  })
  it('is refused for more files, larger ones and larger packing than may be', async () => {
    const many = await gz(...Array.from({ length: 5 }, (_, i): Entry => [{ name: `f${i}` }, 'x']))
    expect(await refused(many, { ...importLimits, entries: 4 })).toBe('zip_entries')
    const large = await gz([{ name: 'a' }, 'x'.repeat(5000)])
    expect(await refused(large, { ...importLimits, entry: 4000 })).toBe('zip_entry_size')
    expect(await refused(large, { ...importLimits, total: 4000 })).toBe('zip_total')
    const bomb = await gz([{ name: 'zeros' }, Buffer.alloc(32 * 1024 * 1024)])
    expect(await refused(bomb)).toBe('zip_ratio')
    // a million empty files are headers alone
    const empty = await gz(...Array.from({ length: 40_000 }, (_, i): Entry => [{ name: `f${i}` }]))
    expect(['zip_ratio', 'zip_entries']).toContain(await refused(empty))
  })
  it('is refused when it breaks off or is something else', async () => {
    const whole = gzipSync(await tarOf([[{ name: 'a' }, 'x'.repeat(100_000)]]))
    expect(await refused(written(whole.subarray(0, whole.length - 40)))).toBe('tar_malformed')
    expect(await refused(written(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3])))).toBe('tar_malformed')
    expect(await refused(written(gzipSync(Buffer.from('no tar at all'.repeat(100)))))).toBe('tar_malformed')
  })
})
