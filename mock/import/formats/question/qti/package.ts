/** What items of one QTI package share: its title, and where its pictures lie. */
import { limits } from '#src/contract/limits.ts'
import { Unreadable } from '../../found.ts'
import { descendantsOf, firstElement, textIn, type XmlNode, readXmlTree } from '../../read/xmlTree.ts'
import { readWhole, baseName, folderOf, type SourceFile } from '../../source.ts'
import { pathFrom } from '../beside.ts'
import type { PictureBox } from '../pictures.ts'
import { setName, setOfFile } from '../set.ts'

/** The manifest of the package a file belongs to: in its own folder or the nearest above. */
function manifestOf(source: SourceFile, beside: readonly SourceFile[]): SourceFile | undefined {
  for (let folder = folderOf(source.name); ; folder = folderOf(folder.slice(0, -1))) {
    const found = beside.find((s) => s.name === `${folder}imsmanifest.xml`)
    if (found || folder === '') return found
  }
}

/** Titles of manifests by the manifest itself: a package of a thousand items asks a thousand times. */
const titles = new WeakMap<SourceFile, string>()

/** A manifest without a title has a test, as a rule, that has one. */
async function titleOfTest(tree: XmlNode, manifest: SourceFile, beside: readonly SourceFile[]): Promise<string> {
  const tests = [...descendantsOf(tree, 'resource')].filter((r) =>
    /^imsqti_(?:test|assessment)/i.test(r.attributes['type'] ?? ''),
  )
  const path = tests.length === 1 ? pathFrom(folderOf(manifest.name), tests[0]?.attributes['href'] ?? '') : undefined
  const file = path === undefined ? undefined : beside.find((s) => s.name === path)
  return (file && (await readXmlTree(file)).attributes['title']?.replace(/\s+/g, ' ').trim()) || ''
}

/** How many XML files lie in each folder of an archive. */
const counts = new WeakMap<readonly SourceFile[], Map<string, number>>()
function filesIn(folder: string, beside: readonly SourceFile[]): number {
  let known = counts.get(beside)
  if (!known) {
    known = new Map()
    for (const { name } of beside)
      if (/\.xml$/i.test(name)) known.set(folderOf(name), (known.get(folderOf(name)) ?? 0) + 1)
    counts.set(beside, known)
  }
  return known.get(folder) ?? 0
}

async function titleOf(manifest: SourceFile, beside: readonly SourceFile[]): Promise<string> {
  const known = titles.get(manifest)
  if (known !== undefined) return known
  let title = ''
  try {
    const tree = await readXmlTree(manifest)
    for (const general of descendantsOf(firstElement(tree, 'metadata'), 'title'))
      title ||= textIn(general).replace(/\s+/g, ' ').trim()
    if (title === '') title = await titleOfTest(tree, manifest, beside)
  } catch (e) {
    // the manifest says for itself what is wrong with it
    if (!(e instanceof Unreadable)) throw e
  }
  titles.set(manifest, title)
  return title
}

/** @param own title of the test inside the file */
export async function setOfPackage(own: string, source: SourceFile, beside: readonly SourceFile[]): Promise<string> {
  if (own.trim() !== '') return setName([own])
  const manifest = manifestOf(source, beside)
  const title = manifest ? await titleOf(manifest, beside) : ''
  // items are files of their own: those of one folder belong together, with a manifest or without
  const folder = folderOf(manifest?.name ?? source.name)
  const several = manifest !== undefined || filesIn(folder, beside) > 1
  return setName([title]) || setOfFile(several ? folder.slice(0, -1) : source.name)
}

/** Addresses are relative to the file or to the package, begin at `$IMS-CC-FILEBASE$`, or leave out folders on the way. */
export const packageBox = (source: SourceFile, beside: readonly SourceFile[]): PictureBox => ({
  async find(src) {
    const base = /^(?:\$|%24)IMS-CC-FILEBASE(?:\$|%24)\/?/i
    const plain = pathFrom('', src.replace(base, '').replace(/^\/+/, ''))
    if (!plain) return undefined
    const manifest = manifestOf(source, beside)
    const root = manifest ? folderOf(manifest.name) : ''
    const wanted = [`${folderOf(source.name)}${plain}`, `${root}web_resources/${plain}`, `${root}${plain}`]
    const ends = beside.filter((s) => s.name.endsWith(`/${plain}`))
    const file =
      wanted.map((w) => beside.find((s) => s.name === w)).find(Boolean) ?? (ends.length === 1 ? ends[0] : undefined)
    return file && (await readWhole(file, limits.icon))
  },
})

/** @throws Unreadable for a package of another version, or one that names no question */
export function checkManifest(manifest: XmlNode, name: string, beside: readonly SourceFile[]): void {
  const schema = textIn(firstElement(firstElement(manifest, 'metadata'), 'schema'))
  const resources = [...descendantsOf(manifest, 'resource')]
  const types = resources.map((r) => r.attributes['type'] ?? '')
  const later = [schema, ...types].find((t) => /qti[\w ]*v?3p?[\d.]*|qtiv3/i.test(t))
  if (later !== undefined) throw new Unreadable('qti_version', { version: later.slice(0, 60), line: manifest.line })
  const folder = folderOf(name)
  const files = resources.flatMap((r) => [
    r.attributes['href'] ?? '',
    ...[...descendantsOf(r, 'file')].map((f) => f.attributes['href'] ?? ''),
  ])
  const there = files.some((f) => f !== '' && beside.some((s) => s.name === pathFrom(folder, f)))
  if (!types.some((t) => /qti/i.test(t)) || !there)
    throw new Unreadable('qti_none', { line: manifest.line, name: baseName(name) })
}
