/** What manifests say, of all editions and of other kinds of packages: a right reading, or a refusal by its own word. */
import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageFaults, packageLimits } from '#src/contract/course/package.ts'
import { ScormManifest } from '#src/contract/course/package.schema.ts'
import { env } from '#config/env.ts'
import { ZipProblem } from '#mock/import/zip/problem.ts'
import { zip } from '#tests/support/archives.ts'
import { manifest12, manifest2004, packageOf, sco12 } from '#tests/support/package.ts'
import { readScorm, treeOf } from './archive.ts'
import { manifestOf, PackageRefusal } from './manifest.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'range-package-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))
const reading = async (bytes: Buffer) => {
  const file = path.join(dir, 'p.zip')
  await writeFile(file, bytes)
  return readScorm(file)
}
const refusal = async (bytes: Buffer): Promise<unknown> =>
  reading(bytes).then(
    (m) => m.title,
    (e: unknown) =>
      e instanceof PackageRefusal ? [e.code, e.detail] : e instanceof ZipProblem ? ['package_zip', e.code] : e,
  )
const data = path.resolve(import.meta.dirname, '../../../../../shared/data/courses')

describe('a manifest', () => {
  it('of SCORM 1.2 says its items, what opens them and what passes them', async () => {
    const m = await reading(
      packageOf(
        manifest12(
          [
            {
              id: 'g',
              kind: 'group',
              title: 'Part',
              items: [{ id: 'a', title: 'Über & über', mastery: 80, data: 'x=1', parameters: '?a=1' }],
            },
            { id: 'b', kind: 'asset', href: 'docs/read%20me.html?q=1#top', parameters: 'z=2' },
          ],
          'Title',
        ),
        { 'index.html': sco12, 'docs/read me.html': 'hello' },
      ),
    )
    expect(m).toMatchObject({ version: '1.2', edition: '1.2', title: 'Title', files: 3, others: [] })
    expect(m.items.map((i) => [i.id, i.title, i.depth, i.kind, i.href, i.parameters])).toEqual([
      ['g', 'Part', 0, 'group', '', ''],
      ['a', 'Über & über', 1, 'sco', 'index.html', '?a=1'],
      ['b', 'b', 0, 'asset', 'docs/read me.html', '?q=1&z=2#top'],
    ])
    expect(m.items[1]).toMatchObject({ mastery: 80, data: 'x=1', completion: null })
    expect(ScormManifest.safeParse(m).success).toBe(true)
  })
  it.each(['CAM 1.3', '2004 3rd Edition', '2004 4th Edition'])(
    'of SCORM 2004 (%s) says its thresholds',
    async (edition) => {
      const m = await reading(
        packageOf(manifest2004([{ id: 'a', mastery: 0.7, completion: 0.9 }], 'T', edition), { 'index.html': 'x' }),
      )
      expect(m).toMatchObject({ version: '2004', edition })
      expect(m.items[0]).toMatchObject({ mastery: 0.7, completion: 0.9, kind: 'sco' })
    },
  )
  it('is refused by its own word where it cannot be played', async () => {
    const html = { 'index.html': 'x' }
    const only = (name: string) =>
      zip([
        { name, data: 'x' },
        { name: 'index.html', data: 'x' },
      ])
    const cases: [string, Buffer, unknown][] = [
      ['no package', only('readme.txt'), ['package_manifest', '']],
      [
        'in a folder',
        zip([{ name: 'course/imsmanifest.xml', data: manifest12([{ id: 'a' }]) }]),
        ['package_subfolder', 'course'],
      ],
      [
        'aicc',
        zip([
          { name: 'course.crs', data: 'x' },
          { name: 'course.au', data: 'x' },
        ]),
        ['package_aicc', ''],
      ],
      ['cmi5', only('cmi5.xml'), ['package_cmi5', '']],
      ['xapi', only('tincan.xml'), ['package_xapi', '']],
      ['h5p', only('h5p.json'), ['package_h5p', '']],
      [
        'cartridge',
        packageOf(
          '<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1"><metadata><schema>IMS Common Cartridge</schema></metadata></manifest>',
        ),
        ['package_cartridge', ''],
      ],
      ['no xml', packageOf('<manifest>\n<a>'), ['package_xml', '2']],
      ['entities', packageOf('<!DOCTYPE m [<!ENTITY a "b">]><manifest>&a;</manifest>'), ['package_xml', '1']],
      [
        'no version',
        packageOf(
          '<manifest><metadata><schema>ADL SCORM</schema><schemaversion>3.0</schemaversion></metadata></manifest>',
        ),
        ['package_version', 'ADL SCORM 3.0'],
      ],
      ['empty', packageOf(manifest12([]), html), ['package_empty', '']],
      ['groups alone', packageOf(manifest12([{ id: 'g', kind: 'group' }]), html), ['package_empty', '']],
      ['not there', packageOf(manifest12([{ id: 'a', href: 'gone.html' }]), html), ['package_missing', 'gone.html']],
      [
        'up and out',
        packageOf(manifest12([{ id: 'a', href: '../../etc/passwd' }]), html),
        ['package_missing', '../../etc/passwd'],
      ],
      [
        'elsewhere',
        packageOf(manifest12([{ id: 'a', href: 'https://evil.example/x' }]), html),
        ['package_outside', 'https://evil.example/x'],
      ],
      [
        'script',
        packageOf(manifest12([{ id: 'a', href: 'javascript:alert(1)' }]), html),
        ['package_outside', 'javascript:alert(1)'],
      ],
      [
        'too many',
        packageOf(manifest12(Array.from({ length: packageLimits.items + 1 }, (_, n) => ({ id: `i${n}` }))), html),
        ['package_large', '500'],
      ],
      [
        'a link',
        packageOf(manifest12([{ id: 'a' }]), html, [
          { name: 'l', data: '/etc/passwd', madeBy: 3, attributes: 0o120777 * 65536 },
        ]),
        ['package_zip', 'zip_symlink'],
      ],
      [
        'traversal',
        packageOf(manifest12([{ id: 'a' }]), html, [{ name: '../evil.html', data: 'x' }]),
        ['package_zip', 'zip_traversal'],
      ],
      [
        'a bomb',
        packageOf(manifest12([{ id: 'a' }]), html, [{ name: 'b', data: Buffer.alloc(20_000_000), deflate: true }]),
        ['package_zip', 'zip_ratio'],
      ],
      ['no zip', Buffer.from('hello'), ['package_zip', 'zip_not_zip']],
    ]
    for (const [name, bytes, said] of cases) expect(await refusal(bytes), name).toEqual(said)
  })
  it('of items that share an id, or hide, has each once and the visible ones', async () => {
    const doubled = manifest12([{ id: 'a' }, { id: 'b' }]).replace(
      'identifier="b" identifierref="R-b"',
      'identifier="a" identifierref="R-b"',
    )
    expect((await reading(packageOf(doubled, { 'index.html': 'x' }))).items.map((i) => i.id)).toEqual(['a', 'a-2'])
    const hidden = manifest12([{ id: 'a' }, { id: 'b' }]).replace(
      'identifier="b" ',
      'identifier="b" isvisible="false" ',
    )
    expect((await reading(packageOf(hidden, { 'index.html': 'x' }))).items.map((i) => i.id)).toEqual(['a'])
  })
})

describe.runIf(existsSync(data))('packages of others (skipped when ../shared/data is not there)', () => {
  const adl = `${data}/scorm/adl-2004-4ed-manifests`
  const names = existsSync(adl) ? readdirSync(adl) : []
  /** Files that a manifest names, as the package has them. */
  const filesIn = (text: string) => [...text.matchAll(/href="([^"?#]*)/g)].map((m) => decodeURIComponent(m[1] ?? ''))
  it('of ADL: all 30 manifests are read, or say in one word what is missing', () => {
    expect(names.length).toBeGreaterThanOrEqual(30)
    const read = names.map((name) => {
      const text = readFileSync(`${adl}/${name}/imsmanifest.xml`)
      try {
        const m = manifestOf(treeOf(text), withBases(text.toString('utf8'), filesIn))
        expect(m.version).toBe('2004')
        return m.items.length > 0 ? 'read' : 'empty'
      } catch (e) {
        if (e instanceof PackageRefusal) return `${name} ${e.code} ${e.detail}`
        throw e
      }
    })
    expect(read.filter((r) => r !== 'read')).toEqual([])
  })
  it('of Moodle and cmi5: each by its word', async () => {
    const moodle = (name: string) => refusal(readFileSync(`${data}/scorm/moodle/${name}.zip`))
    // a declaration with nothing behind it
    expect(await moodle('validscorm')).toEqual(['package_xml', '2'])
    expect(await moodle('validaicc')).toEqual(['package_aicc', ''])
    expect(await moodle('badscorm')).toEqual(['package_subfolder', expect.any(String)])
    expect(await moodle('invalid')).toEqual(['package_manifest', ''])
    for (const name of ['single_au_basic_framed', 'single_au_basic_responsive'])
      expect(
        await refusal(zip([{ name: 'cmi5.xml', data: readFileSync(`${data}/cmi5/course_examples/${name}/cmi5.xml`) }])),
      ).toEqual(['package_cmi5', ''])
  })
})
/** Manifests name files below bases that they say themselves: every joining of them is there. */
function withBases(text: string, filesIn: (text: string) => string[]): string[] {
  const bases = ['', ...[...text.matchAll(/xml:base="([^"]*)"/g)].map((m) => m[1] ?? '')]
  return bases.flatMap((a) => bases.flatMap((b) => filesIn(text).map((f) => (a + b + f).replace(/\/+/g, '/'))))
}

/** A sentence or a right reading, and never long. */
const mutations = env.whole ? 10_000 : 600
describe('manifests that broke', () => {
  it(`of ${mutations}, each is read or refused by one of the words, within its time`, () => {
    let seed = 18
    const random = (n: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed % n
    }
    const sources = [
      manifest12([{ id: 'g', kind: 'group', items: [{ id: 'a', mastery: 80, parameters: '?x' }] }, { id: 'b' }]),
      manifest2004([
        { id: 'a', mastery: 0.5, completion: 1 },
        { id: 'b', kind: 'asset' },
      ]),
    ]
    const bits = [
      '<item>',
      '</item>',
      '&amp;',
      '&x;',
      '<![CDATA[',
      ']]>',
      '<!--',
      '"',
      "'",
      '../',
      'http://',
      '\u0000',
      '\ud800',
      '1e999',
      '-1',
      '<organizations>',
      '<resource href="',
      ' isvisible="false"',
      '<?xml version="1.0"?>',
      'identifierref="R-a"',
    ]
    let read = 0
    let slowest = 0
    for (let n = 0; n < mutations; n++) {
      let text = sources[n % 2] ?? ''
      for (let k = 0; k <= random(4); k++) {
        const at = random(text.length)
        const how = random(4)
        if (how === 0) text = text.slice(0, at) + (bits[random(bits.length)] ?? '') + text.slice(at)
        if (how === 1) text = text.slice(0, at) + text.slice(at + 1 + random(30))
        if (how === 2)
          text = text.slice(0, at) + text.slice(at, at + random(200)).repeat(1 + random(50)) + text.slice(at)
        if (how === 3) text = text.slice(0, at) + String.fromCharCode(32 + random(95)) + text.slice(at + 1)
      }
      const began = performance.now()
      try {
        const m = manifestOf(treeOf(Buffer.from(text)), ['index.html'])
        read++
        expect(ScormManifest.safeParse({ ...m, files: 1, bytes: 1 }).success).toBe(true)
        expect(m.items.some((i) => i.kind !== 'group')).toBe(true)
      } catch (e) {
        expect(e, text.slice(0, 2000)).toBeInstanceOf(PackageRefusal)
        expect(packageFaults).toContain((e as PackageRefusal).code)
      }
      slowest = Math.max(slowest, performance.now() - began)
    }
    expect(read).toBeGreaterThan(mutations / 50)
    expect(slowest).toBeLessThan(2000)
  })
})
