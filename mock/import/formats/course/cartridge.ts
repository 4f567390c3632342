/**
 * Common Cartridge 1.0 to 1.3, packed or as its files. A module becomes a chapter, what it holds lessons: one for what stands in it, one more for each
 * heading or folder in it. Pages, files, web links and quizzes become sections. Source: https://www.imsglobal.org/cc
 */
import { limits } from '#src/contract/limits.ts'
import type { FoundRow } from '../found.ts'
import { Unreadable } from '../found.ts'
import { descendantsOf, elements, firstElement, readXmlTree, textIn, type XmlNode } from '../read/xmlTree.ts'
import { baseName, folderOf, readWhole, type SourceFile } from '../source.ts'
import { pathFrom } from '../question/beside.ts'
import type { PictureBox } from '../question/pictures.ts'
import { packageBox } from '../question/qti/package.ts'
import { qti } from '../question/qti/qti.ts'
import { setName } from '../question/set.ts'
import {
  questionsIn,
  courseNameOf,
  courseRow,
  languageOf,
  partLeftOut,
  type LessonDraft,
  BroughtFiles,
  lessonRows,
  note,
  quizContent,
  type SectionDraft,
  textOfFile,
  textSections,
} from './build.ts'
import type { CourseFormat } from './format.ts'
import { CourseTexts } from './html.ts'

const deepest = 20
const itemsMost = 5000
const titleIn = (node: XmlNode): string => textIn(firstElement(node, 'title')).replace(/\s+/g, ' ').trim()
const fileBase = /^(?:\$|%24)IMS-CC-FILEBASE(?:\$|%24)\/?/i
const isPicture = /\.(?:png|jpe?g|gif)$/i

interface Resource {
  type: string
  href: string
  files: string[]
}
class Cartridge {
  readonly resources = new Map<string, Resource>()
  readonly used = new Set<string>()
  readonly root: string
  items = 0

  constructor(
    manifest: XmlNode,
    readonly lead: SourceFile,
    readonly beside: readonly SourceFile[],
  ) {
    this.root = folderOf(lead.name)
    const base = firstElement(manifest, 'resources')?.attributes['base'] ?? ''
    for (const r of descendantsOf(manifest, 'resource')) {
      const at = `${base}${r.attributes['base'] ?? ''}`
      const files = elements(r, 'file').map((f) => at + (f.attributes['href'] ?? ''))
      this.resources.set(r.attributes['identifier'] ?? '', {
        type: (r.attributes['type'] ?? '').toLowerCase(),
        href: at + (r.attributes['href'] ?? files[0]?.slice(at.length) ?? ''),
        files,
      })
    }
  }
  file(path: string): SourceFile | undefined {
    const plain = pathFrom(this.root, path.replace(fileBase, 'web_resources/'))
    return plain === undefined ? undefined : this.beside.find((s) => s.name === plain)
  }
  /** The file of a resource: what it begins with, or the only one it has. */
  first({ href, files }: Resource): SourceFile | undefined {
    return [href, ...files].map((f) => this.file(f)).find((f) => f !== undefined)
  }
  box(source: SourceFile): PictureBox {
    const inPackage = packageBox(source, this.beside)
    return {
      find: async (src) => {
        if (/^[a-z][a-z\d+.-]*:/i.test(src)) return undefined
        const there = fileBase.test(src) ? this.file(src.replace(/[?#].*$/, '')) : undefined
        return there ? readWhole(there, limits.icon) : inPackage.find(src)
      },
    }
  }
}

interface LessonAt {
  lesson: LessonDraft
  texts: CourseTexts
  files: BroughtFiles
}

async function webContent(c: Cartridge, at: LessonAt, key: string, title: string, source: SourceFile): Promise<void> {
  const { lesson, files } = at
  const name = baseName(source.name)
  if (/\.x?html?$/i.test(name)) {
    const html = await textOfFile(source)
    if (html === undefined) lesson.notes.push(note('note_text_unread', { name: source.name }))
    else {
      const texts = new CourseTexts(c.box(source))
      const body = await texts.markdown(html)
      lesson.pictures = [...lesson.pictures, ...texts.pictures]
      lesson.notes.push(...texts.notes)
      if (body) lesson.sections.push(...textSections(key, title, body))
      else lesson.notes.push(partLeftOut('page', title))
    }
    return
  }
  if (isPicture.test(name)) {
    const texts = new CourseTexts({ find: () => readWhole(source, limits.icon) })
    const body = await texts.markdown(`<img src="picture" alt="${title.replace(/["<>&]/g, '')}">`)
    lesson.pictures = [...lesson.pictures, ...texts.pictures]
    if (texts.pictures.length) lesson.sections.push(...textSections(key, title, body))
    else lesson.notes.push(note('note_picture', { name }))
    return
  }
  if (/\.(?:mp4|m4v|webm|ogv)$/i.test(name)) {
    const video = files.take(source, name, 'video')
    if (video)
      lesson.sections.push({
        key,
        title,
        content: {
          kind: 'video',
          video: { ...video, seconds: 0 },
          video_other: null,
          captions: [],
          chapters: [],
          free_seek: true,
        },
      })
    return
  }
  if (/\.pdf$/i.test(name)) {
    const pdf = files.take(source, name, 'pdf')
    if (pdf) lesson.sections.push({ key, title, content: { kind: 'document', pdf, pdf_other: null, download: true } })
    return
  }
  const other = files.take(source, name, 'file')
  if (other) lesson.files = [...(lesson.files ?? []), other]
}

/** A text that a resource of its own kind says, as the section of a lesson. */
async function said(
  at: LessonAt,
  key: string,
  title: string,
  node: XmlNode | undefined,
  source: SourceFile,
  c: Cartridge,
) {
  const texts = new CourseTexts(c.box(source))
  const raw = textIn(node)
  const plain = !/html/i.test(node?.attributes['texttype'] ?? 'html')
  const body = await texts.markdown(plain ? `<p>${raw.replace(/[<&]/g, (x) => `&#${x.charCodeAt(0)};`)}</p>` : raw)
  at.lesson.pictures = [...at.lesson.pictures, ...texts.pictures]
  at.lesson.notes.push(...texts.notes)
  if (body) at.lesson.sections.push(...textSections(key, title, body))
}

async function resourceOf(c: Cartridge, at: LessonAt, item: XmlNode, rows: FoundRow[], set: string): Promise<void> {
  const { lesson } = at
  const id = item.attributes['identifierref'] ?? ''
  const title = titleIn(item) || id
  // one resource may stand in several places, and two items under one name
  const key = `${item.attributes['identifier'] ?? id}/${lesson.sections.length}`
  const resource = c.resources.get(id)
  c.used.add(id)
  if (!resource) return void lesson.notes.push(partLeftOut('item', title))
  const source = c.first(resource)
  const { type } = resource
  if (/basiclti|lti_/.test(type)) return void lesson.notes.push(partLeftOut('LTI', title))
  if (!source) return void lesson.notes.push(note('note_file_missing', { name: resource.href || title }))
  if (type === 'webcontent' || type.startsWith('associatedcontent')) return webContent(c, at, key, title, source)
  if (type.startsWith('imswl')) {
    const link = await treeOf(source)
    const said = [...descendantsOf(link, 'url')][0]?.attributes['href'] ?? ''
    // some leave out how it is reached
    const url = /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,10}\//i.test(said) ? `https://${said}` : said
    const words = (titleIn(link ?? item) || title).replace(/[[\]]/g, '')
    if (/^https?:\/\//i.test(url))
      lesson.sections.push({
        key,
        title,
        content: { kind: 'text', body: `[${words}](${url.replace(/[\s()<>]/g, encodeURIComponent)})`, body_other: '' },
      })
    else lesson.notes.push(partLeftOut('link', `${title}: ${url}`))
    return
  }
  if (type.startsWith('imsqti')) {
    const asked = await questionsIn(quietly(qti.read(source, c.beside)), set)
    rows.push(...asked.rows)
    for (const { kind, name } of asked.refused) lesson.notes.push(partLeftOut(kind, name))
    if (asked.items.length) lesson.sections.push({ key, title, content: quizContent(asked.items) })
    else lesson.notes.push(partLeftOut('quiz', title))
    return
  }
  if (type.startsWith('imsdt') || type.startsWith('assignment')) {
    const tree = await treeOf(source)
    const kind = type.startsWith('imsdt') ? 'discussion' : 'assignment'
    await said(at, key, title, firstElement(tree, 'text') ?? firstElement(tree, 'instructor_text'), source, c)
    lesson.notes.push(note('note_as_text', { kind, name: title }))
    return
  }
  lesson.notes.push(partLeftOut(type.slice(0, 60) || 'item', title))
}
async function treeOf(source: SourceFile): Promise<XmlNode | undefined> {
  try {
    return await readXmlTree(source)
  } catch (e) {
    if (!(e instanceof Unreadable)) throw e
    return undefined
  }
}
async function* quietly(rows: AsyncIterable<FoundRow>): AsyncGenerator<FoundRow> {
  try {
    yield* rows
  } catch (e) {
    if (!(e instanceof Unreadable)) throw e
  }
}

/** The modules: below the root that most writers put above them. */
function modulesOf(organization: XmlNode | undefined): XmlNode[] {
  let items = elements(organization, 'item')
  for (
    let n = 0;
    items.length === 1 && items[0] && !items[0].attributes['identifierref'] && titleIn(items[0]) === '' && n < deepest;
    n++
  )
    items = elements(items[0], 'item')
  return items
}

async function lessonsOf(c: Cartridge, module: XmlNode, rows: FoundRow[], set: string): Promise<LessonDraft[]> {
  const out: LessonDraft[] = []
  const chapter = { key: module.attributes['identifier'] ?? titleIn(module), title: titleIn(module) || '–' }
  const begin = (node: XmlNode, title: string): LessonAt => {
    const lesson: LessonDraft = {
      key:
        node === module ? `${chapter.key}/` : `${chapter.key}/${node.attributes['identifier'] ?? title}/${out.length}`,
      title,
      chapter,
      place: { file: c.lead.name, line: node.line },
      sections: [],
      files: [],
      kept: [],
      pictures: [],
      notes: [],
    }
    const files = new BroughtFiles()
    lesson.kept = files.kept
    out.push(lesson)
    return { lesson, texts: new CourseTexts({ find: async () => undefined }), files }
  }
  const walk = async (
    items: readonly XmlNode[],
    first: LessonAt | undefined,
    node: XmlNode,
    depth: number,
  ): Promise<void> => {
    if (depth > deepest) throw new Unreadable('too_deep', { line: node.line, limit: deepest })
    let at = first
    for (const item of items) {
      if (++c.items > itemsMost) throw new Unreadable('record_too_large', { line: item.line, limit: itemsMost })
      const inside = elements(item, 'item')
      // a heading, or a folder: what comes behind it is a lesson of its own
      if (!item.attributes['identifierref']) {
        at = undefined
        const next = begin(item, titleIn(item) || chapter.title)
        if (inside.length) await walk(inside, next, item, depth + 1)
        else at = next
        continue
      }
      at ??= begin(node, titleIn(node) || chapter.title)
      await resourceOf(c, at, item, rows, set)
      at.lesson.notes.push(...at.files.notes.splice(0))
      if (inside.length) await walk(inside, at, item, depth + 1)
    }
  }
  if (module.attributes['identifierref']) await walk([module], undefined, module, 0)
  else await walk(elements(module, 'item'), undefined, module, 0)
  return out.filter((l) => l.sections.length || l.notes.length || l.files?.length)
}

export const cartridgeCourse: CourseFormat = {
  id: 'course-cartridge',
  leads: (sources, heads) =>
    sources.filter(
      (s) => baseName(s.name) === 'imsmanifest.xml' && /imscc(?:v1p\d|_)|IMS Common Cartridge/i.test(heads(s)),
    ),
  async *read(source, beside) {
    const manifest = await readXmlTree(source)
    const c = new Cartridge(manifest, source, beside)
    const general = [...descendantsOf(firstElement(manifest, 'metadata'), 'general')][0]
    const title = textIn(firstElement(general, 'title')).replace(/\s+/g, ' ').trim()
    const description = textIn(firstElement(general, 'description')).trim()
    const name = courseNameOf(title, baseName(folderOf(source.name).slice(0, -1)) || 'Common Cartridge')
    const set = setName([name]) || 'Imported'
    const id = `cartridge:${manifest.attributes['identifier'] ?? name}`
    const rows: FoundRow[] = []
    const drafts: LessonDraft[] = []
    for (const module of modulesOf([...descendantsOf(manifest, 'organization')][0]))
      drafts.push(...(await lessonsOf(c, module, rows, set)))
    if (!drafts.length) throw new Unreadable('no_records')
    const pages = [...c.resources].filter(
      ([key, r]) => r.type === 'webcontent' && /\.html?$/i.test(r.href) && !c.used.has(key),
    )
    yield courseRow({
      source: id,
      name,
      description,
      language: languageOf(drafts.flatMap((d) => [d.title, ...bodiesOf(d.sections)]).join('\n')),
      translation: null,
      place: { file: source.name },
      notes: pages.length ? [note('note_unused', { n: pages.length })] : [],
    })
    yield* rows
    yield* lessonRows(id, drafts)
  },
}
const bodiesOf = (sections: readonly SectionDraft[]): string[] =>
  sections.flatMap((s) => (s.content.kind === 'text' ? [s.content.body] : []))
