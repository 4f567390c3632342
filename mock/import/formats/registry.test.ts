import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { zip } from '#tests/support/archives.ts'
import { findIn, findInTexts } from '#tests/support/found.ts'
import { importLimits } from '../zip/limits.ts'
import { openZip } from '../zip/open.ts'
import { formats } from './registry.ts'
import { bytesSource, type SourceFile, zipSources } from './source.ts'
import { some } from '../../../tests/support/some.ts'

const yaml = 'Name: a\nDescription: b\nCommands: []\n'

describe('the registry of formats', () => {
  it('has each format once', () => {
    expect(new Set(formats.map((f) => f.id)).size).toBe(formats.length)
  })

  it('says of every file what it is, and of those it does not know that it does not', async () => {
    const { formats: found, files } = await findInTexts({
      'README.md': '# x',
      'a.yml': yaml,
      'empty.json': '',
      'x.bin': Buffer.alloc(9),
    })
    expect(found).toEqual({ 'README.md': null, 'a.yml': 'lolbas-yaml', 'empty.json': null, 'x.bin': null })
    expect(files.map((f) => [f.place.file, f.problem.code])).toEqual([
      ['README.md', 'left_aside'],
      ['empty.json', 'format_unknown'],
      ['x.bin', 'format_unknown'],
    ])
  })

  it('reads out of an archive, and an entry that is not what the list promised spoils only itself', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'formats-'))
    try {
      const file = path.join(folder, 'a.zip')
      const long = `${yaml}# ${'x'.repeat(50_000)}\n`
      writeFileSync(
        file,
        zip([
          { name: 'good.yml', data: yaml, deflate: true },
          { name: 'wrong.yml', data: long, deflate: true, says: { crc: 1 } },
          { name: 'broken.yml', data: yaml, method: 8 },
          { name: 'inner.dat', data: zip([]) },
        ]),
      )
      const archive = await openZip(file, importLimits)
      const { rows, files } = await findIn(zipSources(archive))
      archive.close()
      expect(rows.map((r) => r.place.file)).toEqual(['good.yml'])
      expect(files.map((f) => [f.place.file, f.problem.code])).toEqual([
        ['wrong.yml', 'zip_crc'],
        ['broken.yml', 'zip_data'],
        ['inner.dat', 'zip_nested'],
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('lets failures through that are not the file’s', async () => {
    const source: SourceFile = {
      name: 'a.yml',
      size: 1,
      async *open() {
        yield Buffer.from('x')
        throw new Error('disk')
      },
    }
    await expect(findIn([source])).rejects.toThrow('disk')
  })

  it('never fails on anything else, whatever bytes a file of any name holds', async () => {
    const names = ['ghdb.json', 'footholds.dorks', 'ghdb.xml', 'a.csv', 'a.yml', 'manifest.json', 'cloud.json']
    const starts = [
      '{"data":[{"url_title":"a","cat_id":[',
      '<?xml version="1.0"?><ghdb><entry><query>',
      'name,summary,category\n',
      'title,query,category\n"',
      yaml,
      '{"format":"range-package","version":1,',
      '{"tools":[{"name":"a","source":',
      '{"category":"tool","type":"x","uuid":"u","values":[',
      '',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.constantFrom(...starts),
        fc.uint8Array({ maxLength: 200 }),
        fc.string({
          unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '<', '>', '&', '*', '!', '-', '\n', ' ', 'a', '1'),
        }),
        async (name, start, bytes, text) => {
          const sources = [Buffer.from(bytes), Buffer.from(text)].map((tail, n) =>
            bytesSource(n ? name : `d/${name}`, Buffer.concat([Buffer.from(start), tail])),
          )
          const { rows, bad, files } = await findIn(sources)
          expect(rows.length + bad.length + files.length).toBeGreaterThan(0)
        },
      ),
      { numRuns: some(500) },
    )
  })
})

describe('memory', () => {
  it.runIf(env.whole)('holds pieces of a file of 64 MB, not the file', { timeout: 60_000 }, async () => {
    const row = {
      id: '1',
      date: '2020-01-01',
      url_title: 'inurl:x',
      cat_id: ['1', 'Footholds'],
      author: { name: 'a' },
      filler: 'x'.repeat(4000),
    }
    const count = 16_000
    const source: SourceFile = {
      name: 'ghdb.json',
      size: 0,
      async *open() {
        yield Buffer.from('{"data":[')
        for (let n = 1; n <= count; n++)
          yield Buffer.from(`${JSON.stringify({ ...row, id: String(n) })}${n < count ? ',' : ']}'}`)
      },
    }
    const { detect, readFound } = await import('./registry.ts')
    const [detected] = await detect([source])
    const base = process.memoryUsage().rss
    let most = 0
    let rows = 0
    if (detected)
      for await (const found of readFound(detected, [source])) {
        if (!('problem' in found)) rows++
        if (rows % 200 === 0) most = Math.max(most, process.memoryUsage().rss - base)
      }
    expect(rows).toBe(count)
    expect(most).toBeLessThan(128 * 2 ** 20)
  })
})
