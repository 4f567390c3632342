/** Every file of two collections of real data, when they lie beside the project; their own READMEs say how many records they hold. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { dorkCategories } from '#src/contract/library/dork.ts'
import { type Found, findIn } from '#tests/support/found.ts'
import { fileSource } from './source.ts'

const data = path.resolve(import.meta.dirname, '../../../../shared/data')

async function all(root: string): Promise<Found> {
  const files = (readdirSync(root, { recursive: true }) as string[])
    .filter((f) => statSync(path.join(root, f)).isFile())
    .sort()
  return findIn(await Promise.all(files.map((f) => fileSource(path.join(root, f), f))))
}
const of = (found: Found, format: string) => Object.keys(found.formats).filter((f) => found.formats[f] === format)
const rowsIn = (found: Found, under: string) => found.rows.filter((r) => r.place.file.startsWith(under))

describe.skipIf(!existsSync(path.join(data, 'exploitdb_ghdb')))(
  'Exploit-DB and GHDB (skipped when ../shared/data is not there)',
  () => {
    const root = path.join(data, 'exploitdb_ghdb')
    let found: Found
    beforeAll(async () => {
      found = await all(root)
    })

    it('gives all 7,536 dorks of the table, each under its own number, none refused', () => {
      expect(of(found, 'ghdb-json')).toEqual(['pagodo-2025-02/ghdb.json'])
      const rows = rowsIn(found, 'pagodo-2025-02/ghdb.json')
      expect(rows).toHaveLength(7536)
      expect(new Set(rows.map((r) => r.key)).size).toBe(7536)
      expect(new Set(rows.map((r) => r.data['category'])).size).toBe(dorkCategories.length)
      expect(found.bad).toEqual([])
    })

    it('gives every line of the seven lists: 4,767, of which the category and the query tell 4,638 apart', () => {
      expect(of(found, 'ghdb-dorks')).toHaveLength(7)
      const rows = rowsIn(found, 'pagodo-2025-02/dorks/')
      const lines = of(found, 'ghdb-dorks').map(
        (f) => readFileSync(path.join(root, f), 'utf8').split('\n').filter(Boolean).length,
      )
      expect(rows).toHaveLength(lines.reduce((a, b) => a + b))
      expect(rows).toHaveLength(4767)
      expect(new Set(rows.map((r) => `${r.data['category']} ${r.key}`)).size).toBe(4638)
    })

    it('refuses the XML that is cut off upstream, whole, and says where it ends', () => {
      expect(of(found, 'ghdb-xml')).toEqual(['ghdb-xml/ghdb.xml'])
      expect(rowsIn(found, 'ghdb-xml/')).toEqual([])
      const line = readFileSync(path.join(root, 'ghdb-xml/ghdb.xml'), 'utf8').split('\n').length
      const problem = found.files.find((f) => f.place.file === 'ghdb-xml/ghdb.xml')
      expect(problem).toMatchObject({ problem: { code: 'xml_syntax', params: { line } }, place: { line } })
    })

    it('leaves the four generations of exploit tables alone, and says what they are', () => {
      const of = (code: string) => found.files.filter((f) => f.problem.code === code).map((f) => f.place.file)
      expect(of('format_unknown').sort()).toEqual(['MANIFEST.tsv'])
      expect(of('left_aside')).toEqual(['README.md'])
      expect(of('format_elsewhere').sort()).toEqual([
        'exploitdb-2014-05-24/files.csv',
        'exploitdb-2022-01-14/files_shellcodes.csv',
        'exploitdb-2024-01/files_shellcodes.csv',
        'exploitdb-2025/files_exploits.excerpt.csv',
      ])
    })
  },
)

describe.skipIf(!existsSync(path.join(data, 'tools_library')))(
  'tools (skipped when ../shared/data is not there)',
  () => {
    let found: Found
    beforeAll(async () => {
      found = await all(path.join(data, 'tools_library'))
    })

    it('finds the 683 tools in 18 categories; one of them is refused because its address begins with hhttps', () => {
      const files = of(found, 'rawsec-tools').filter((f) => f.includes('/data/tools/'))
      expect(files).toHaveLength(18)
      const rows = rowsIn(found, 'rawsec-inventory/data/tools/')
      expect(new Set(rows.map((r) => r.data['category'])).size).toBe(18)
      expect(found.bad.map((b) => [b.label, b.place.file, b.reasons.map((r) => `${r.path} ${r.rule}`)])).toEqual([
        ['PhoneSploit Pro', 'rawsec-inventory/data/tools/other.json', ['source_url url']],
      ])
      expect(rows.length + found.bad.length).toBe(683)
      expect(new Set(rows.map((r) => r.key)).size).toBe(rows.length)
    })

    it('finds 67 platforms of contests in three lists, which the count of 683 leaves out', () => {
      const rows = rowsIn(found, 'rawsec-inventory/data/ctf_platforms/')
      expect(rows).toHaveLength(67)
      expect(new Set(rows.map((r) => r.data['category']))).toEqual(new Set(['ctf_platforms']))
    })

    it('finds the 124 LOLBAS entries, which is every file below yml/ and not the template beside it', () => {
      expect(of(found, 'lolbas-yaml')).toHaveLength(124)
      expect(rowsIn(found, 'lolbas/')).toHaveLength(124)
      expect(rowsIn(found, 'lolbas/yml/').reduce((n, r) => n + (r.data['commands'] as unknown[]).length, 0)).toBe(262)
      expect(found.formats['lolbas/YML-Template.yml']).toBeNull()
    })

    it('finds the 97 tools of ATT&CK, each with its number taken out of the name', () => {
      const rows = rowsIn(found, 'misp-galaxy/')
      expect(rows).toHaveLength(97)
      expect(rows.every((r) => /^S\d{4}$/.test((r.data['attack_ids'] as string[])[0] ?? ''))).toBe(true)
      expect(rows.some((r) => / - S\d{4}$/.test(String(r.data['name'])))).toBe(false)
    })

    it('knows every file but licences, lists of files and the description of the galaxy', () => {
      expect(found.files.map((f) => [f.place.file, f.problem.code])).toEqual([
        ['MANIFEST.tsv', 'format_unknown'],
        ['README.md', 'left_aside'],
        ['lolbas/LICENSE', 'left_aside'],
        ['lolbas/YML-Template.yml', 'format_unknown'],
        ['misp-galaxy/galaxies/mitre-tool.json', 'galaxy_only'],
        ['rawsec-inventory/COPYRIGHT', 'left_aside'],
        ['rawsec-inventory/LICENSE', 'left_aside'],
      ])
    })
  },
)
