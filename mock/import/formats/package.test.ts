import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findInTexts } from '#tests/support/found.ts'

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
const tool = (name: string) => ({ name, category: 'net', summary: 'x', platforms: ['linux'] })
const dork = { ghdb_id: null, title: 'a', query: 'a', category: 'footholds' }

const tools = JSON.stringify([tool('A'), tool('B')])
const dorks = `${JSON.stringify(dork)}\n\n${JSON.stringify({ ...dork, query: 'b' })}\n`
const listed = (resource: string, file: string, text: string, count: number) => ({
  resource,
  file,
  sha256: sha256(text),
  count,
})
const manifest = (over: object = {}) =>
  JSON.stringify({
    format: 'range-package',
    version: 1,
    name: 'Autumn set',
    created: '2026-01-01T00:00:00Z',
    resources: [listed('tool', 'tools.json', tools, 2), listed('dork', 'data/dorks.ndjson', dorks, 2)],
    ...over,
  })
const good = { 'set/manifest.json': manifest(), 'set/tools.json': tools, 'set/data/dorks.ndjson': dorks }
const codes = async (files: Record<string, string>) =>
  (await findInTexts(files)).files.map((f) => `${f.place.file} ${f.problem.code}`)

describe('our own package', () => {
  it('gives the records of every file it names, lists and lines alike', async () => {
    const { formats, rows, bad, files } = await findInTexts(good)
    expect(formats).toEqual({ 'set/manifest.json': 'package', 'set/tools.json': null, 'set/data/dorks.ndjson': null })
    expect([...bad, ...files]).toEqual([])
    expect(rows.map((r) => [r.resource, r.label, r.place])).toEqual([
      ['tool', 'A', { file: 'set/tools.json', line: 1, index: 1 }],
      ['tool', 'B', { file: 'set/tools.json', line: 1, index: 2 }],
      ['dork', 'a', { file: 'set/data/dorks.ndjson', line: 1, index: 1 }],
      ['dork', 'a', { file: 'set/data/dorks.ndjson', line: 3, index: 2 }],
    ])
    expect(rows[0]?.data).toEqual(tool('A'))
  })
  it('refuses fields the resource does not have', async () => {
    const text = `[{"name":"A","category":"net","summary":"x","can":["remove"]},{"name":"B","category":"net","summary":"x","__proto__":{"id":"1"}},{"name":"C","category":"net","summary":"x"}]`
    const { rows, bad } = await findInTexts({
      'manifest.json': manifest({ resources: [listed('tool', 't.json', text, 3)] }),
      't.json': text,
    })
    expect(rows.map((r) => r.label)).toEqual(['C'])
    expect(bad.map((b) => b.reasons)).toEqual([
      [{ path: 'can', rule: 'unknown_field' }],
      [{ path: '__proto__', rule: 'unknown_field' }],
    ])
  })
  it('refuses a record that breaks a rule a hundred thousand times, with one reason', async () => {
    const many = { ...tool('A'), keywords: Array(100_000).fill('') }
    const wide = { ...tool('B'), ...Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`x${n}`, 1])) }
    const text = JSON.stringify([many, wide, tool('C')])
    const resources = [listed('tool', 't.json', text, 3)]
    const { rows, bad } = await findInTexts({ 'manifest.json': manifest({ resources }), 't.json': text })
    expect(rows.map((r) => r.label)).toEqual(['C'])
    expect(bad.map((b) => b.reasons)).toEqual([
      [{ path: 'keywords', rule: 'max', params: { max: 1000 } }],
      [{ path: '', rule: 'max', params: { max: 1000 } }],
    ])
  })
  it('gives nothing of a file that is not what the manifest says, and the rest of the package', async () => {
    const { rows, files } = await findInTexts({ ...good, 'set/tools.json': tools.replace('"B"', '"C"') })
    expect(files).toMatchObject([{ problem: { code: 'package_checksum' }, place: { file: 'set/tools.json' } }])
    expect(rows.map((r) => r.resource)).toEqual(['dork', 'dork'])
    const other = manifest({ resources: [listed('tool', 'tools.json', tools, 3)] })
    expect((await findInTexts({ 'manifest.json': other, 'tools.json': tools })).files).toMatchObject([
      { problem: { code: 'package_count', params: { expected: 3, found: 2 } } },
    ])
  })
  it('misses files, names what it does not list, and does not read it on its own', async () => {
    const { 'set/tools.json': _, ...without } = good
    expect(await codes(without)).toEqual(['set/tools.json package_missing'])
    expect(await codes({ ...good, 'set/footholds.dorks': 'inurl:x' })).toEqual(['set/footholds.dorks package_unlisted'])
    expect(await codes({ ...good, 'footholds.dorks': 'inurl:x' })).toEqual([])
  })
  it('lies in another as files of it', async () => {
    const inner = { 'set/in/manifest.json': manifest(), 'set/in/tools.json': tools, 'set/in/data/dorks.ndjson': dorks }
    const { formats, rows, files } = await findInTexts({ ...inner, ...good })
    expect(Object.values(formats).filter(Boolean)).toEqual(['package'])
    expect(rows).toHaveLength(4)
    expect(files.map((f) => [f.place.file, f.problem.code])).toEqual(
      Object.keys(inner).map((f) => [f, 'package_unlisted']),
    )
    expect((await findInTexts(inner)).rows).toHaveLength(4)
  })
  it('checks the files that records refer to', async () => {
    const files = [{ file: 'logo.bin', sha256: sha256('logo'), size: 4 }]
    const parts = {
      'manifest.json': manifest({ resources: [listed('tool', 't.json', tools, 2)], files }),
      't.json': tools,
    }
    expect(await codes({ ...parts, 'logo.bin': 'logo' })).toEqual([])
    expect(await codes({ ...parts, 'logo.bin': 'fake' })).toEqual(['logo.bin package_checksum'])
    expect(await codes({ ...parts, 'logo.bin': 'logos' })).toEqual(['logo.bin package_checksum'])
  })
  it('refuses a manifest that is none, of another version, or that names a file twice', async () => {
    const refused = async (over: object) =>
      (await findInTexts({ 'manifest.json': manifest(over), 't.json': tools })).files[0]?.problem
    expect(await refused({ version: 2 })).toEqual({ code: 'package_version', params: { version: 2, limit: 1 } })
    expect(await refused({ created: 'yesterday' })).toEqual({
      code: 'package_manifest',
      params: { path: 'created', rule: 'format' },
    })
    expect(await refused({ resources: [] })).toMatchObject({ code: 'package_manifest' })
    const t = listed('tool', 't.json', tools, 2)
    expect(await codes({ 'manifest.json': manifest({ resources: [t, t] }), 't.json': tools })).toEqual([
      't.json package_manifest',
    ])
  })
  it('refuses a manifest that would fill the memory, and a file that is neither list nor lines', async () => {
    const large = manifest({ name: 'Autumn set', note: 'x'.repeat(2 ** 20) })
    expect(await codes({ 'manifest.json': large })).toEqual(['manifest.json file_too_large'])
    const resources = [listed('tool', 't.json', '"x"', 0)]
    expect(await codes({ 'manifest.json': manifest({ resources }), 't.json': '"x"' })).toEqual(['t.json json_shape'])
  })
  it('passes over a resource nobody here knows and goes on', async () => {
    const resources = [listed('constructor', 'x.json', '[]', 0), listed('tool', 't.json', tools, 2)]
    const { rows, files } = await findInTexts({
      'manifest.json': manifest({ resources }),
      'x.json': '[]',
      't.json': tools,
    })
    expect(files).toMatchObject([{ problem: { code: 'package_resource', params: { resource: 'constructor' } } }])
    expect(rows).toHaveLength(2)
  })
  it('says on which line a record breaks off, and gives none of that file', async () => {
    const text = `${JSON.stringify(dork)}\n{"ghdb_id": nul}\n`
    const { rows, files } = await findInTexts({
      'manifest.json': manifest({ resources: [listed('dork', 'd.ndjson', text, 2)] }),
      'd.ndjson': text,
    })
    expect(rows).toEqual([])
    expect(files[0]?.problem).toEqual({ code: 'json_syntax', params: { line: 2, column: 13 } })
  })
  it('reads no manifest of another kind', async () => {
    expect(await codes({ 'manifest.json': '{"name": "web app"}' })).toEqual(['manifest.json format_unknown'])
  })
})
