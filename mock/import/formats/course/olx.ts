/**
 * Courses and content libraries of Open edX: a tree of files that name one another by kind and name. Sections become chapters, subsections lessons,
 * and what a unit holds one after the other their sections. Source: https://edx.readthedocs.io/projects/edx-open-learning-xml
 */
import { limits } from '#src/contract/limits.ts'
import type { FoundRow } from '../found.ts'
import { Unreadable } from '../found.ts'
import { markupIn, descendantsOf, elements, readXmlTree, type XmlNode } from '../read/xmlTree.ts'
import { baseName, folderOf, readWhole, type SourceFile } from '../source.ts'
import type { PictureBox } from '../question/pictures.ts'
import { setName } from '../question/set.ts'
import {
  type AskedQuestions,
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
import { olxQuestion } from './olxProblem.ts'

/** Elements on the way down; nobody nests deeper than a unit in a unit. */
const deepest = 20
const nodesMost = 20_000

/** The archive as the course sees it. */
class Tree {
  readonly byName: ReadonlyMap<string, SourceFile>
  readonly #static = new Map<string, SourceFile>()
  readonly #read = new Map<string, XmlNode | undefined>()
  #nodes = 0

  constructor(
    readonly root: string,
    sources: readonly SourceFile[],
  ) {
    this.byName = new Map(sources.map((s) => [s.name, s]))
    // an address has underscores where the name of a file has spaces
    for (const s of sources)
      if (s.name.startsWith(`${root}static/`)) {
        const name = s.name.slice(root.length + 'static/'.length)
        for (const as of [name, name.replace(/[\s()]+/g, '_')]) if (!this.#static.has(as)) this.#static.set(as, s)
      }
  }

  async xml(path: string): Promise<XmlNode | undefined> {
    if (!this.#read.has(path)) {
      const file = this.byName.get(path)
      let tree: XmlNode | undefined
      try {
        tree = file && (await readXmlTree(file))
      } catch (e) {
        if (!(e instanceof Unreadable)) throw e
      }
      this.#read.set(path, tree)
    }
    return this.#read.get(path)
  }

  /** An element where it is written: here, or in the file it names. */
  async whole(node: XmlNode): Promise<{ node: XmlNode; file: string | undefined }> {
    if (++this.#nodes > nodesMost) throw new Unreadable('record_too_large', { line: node.line, limit: nodesMost })
    const { url_name, filename } = node.attributes
    const name = filename ?? url_name
    if (name === undefined || elements(node).length) return { node, file: undefined }
    const path = `${this.root}${node.name}/${name.replaceAll(':', '/')}.xml`
    const there = await this.xml(path)
    if (!there) return { node, file: undefined }
    return { node: { ...there, attributes: { ...node.attributes, ...there.attributes } }, file: path }
  }

  staticFile(address: string): SourceFile | undefined {
    const asset = /(?:^|[@/])block@([^/?#]+)/.exec(address)?.[1]
    const [, name = asset ?? ''] = /^\/?static\/([^?#]+)/.exec(address) ?? []
    let plain = name
    try {
      plain = decodeURIComponent(name)
    } catch {
      // stands for itself
    }
    return this.#static.get(plain) ?? this.#static.get(plain.replace(/[\s()]+/g, '_'))
  }
  readonly box: PictureBox = {
    find: async (src) => {
      const file = this.staticFile(src)
      return file && (await readWhole(file, limits.icon))
    },
  }
}

const nameOf = (node: XmlNode): string =>
  (node.attributes['display_name'] ?? '').replace(/\s+/g, ' ').trim() || (node.attributes['url_name'] ?? '')

/** What a unit holds, in its order: texts side by side are one section, and so are problems. */
class Unit {
  readonly sections: SectionDraft[] = []
  #texts: string[] = []
  #asked: AskedQuestions['items'] = []

  constructor(
    readonly key: string,
    readonly title: string,
  ) {}

  text(markdown: string): void {
    if (this.#asked.length) this.end()
    if (markdown.trim()) this.#texts.push(markdown.trim())
  }
  ask(items: AskedQuestions['items']): void {
    if (this.#texts.length && items.length) this.end()
    this.#asked.push(...items)
  }
  add(section: Omit<SectionDraft, 'key'>): void {
    this.end()
    this.sections.push({ ...section, key: `${this.key}/${this.sections.length}` })
  }
  end(): void {
    const key = `${this.key}/${this.sections.length}`
    if (this.#texts.length) this.sections.push(...textSections(key, this.title, this.#texts.join('\n\n')))
    if (this.#asked.length) this.sections.push({ key, title: this.title, content: quizContent(this.#asked) })
    this.#texts = []
    this.#asked = []
  }
}

interface Reading {
  tree: Tree
  set: string
  rows: FoundRow[]
}

class LessonReading {
  readonly texts: CourseTexts
  readonly files = new BroughtFiles()
  readonly beside: NonNullable<LessonDraft['files']> = []

  constructor(
    readonly at: Reading,
    readonly unit: Unit,
    of: { texts: CourseTexts },
  ) {
    this.texts = of.texts
  }
}

const youtube = (node: XmlNode): string | undefined => {
  const id = node.attributes['youtube_id_1_0'] || /1\.0+:([\w-]{6,20})/.exec(node.attributes['youtube'] ?? '')?.[1]
  return id && /^[\w-]{6,20}$/.test(id) ? `https://www.youtube.com/watch?v=${id}` : undefined
}

async function video(r: LessonReading, node: XmlNode): Promise<void> {
  const { tree } = r.at
  const sources = [...descendantsOf(node, 'source')].map((s) => s.attributes['src'] ?? '')
  const inside = sources.map((s) => tree.staticFile(s)).find((s) => s !== undefined)
  const title = nameOf(node) || 'Video'
  const kept = inside && r.files.take(inside, baseName(inside.name), 'video')
  if (kept)
    r.unit.add({
      title,
      content: {
        kind: 'video',
        video: { ...kept, seconds: 0 },
        video_other: null,
        captions: [],
        chapters: [],
        free_seek: true,
      },
    })
  else {
    const to = youtube(node) ?? sources.find((s) => /^https?:/i.test(s))
    if (to)
      r.unit.add({ title, content: { kind: 'text', body: `[${title.replace(/[[\]]/g, '')}](${to})`, body_other: '' } })
    else r.texts.note(partLeftOut('video', title))
  }
  for (const t of elements(node, 'transcript'))
    r.texts.note(partLeftOut('transcript', t.attributes['src'] ?? t.attributes['language'] ?? ''))
  for (const word of ['track', 'handout'] as const) {
    const src = node.attributes[word]
    if (!src) continue
    const file = tree.staticFile(src)
    const taken = file && r.files.take(file, baseName(file.name), 'file')
    if (taken) r.beside.push(taken)
    else r.texts.note(partLeftOut(word, src.split(/[@/]/).at(-1) ?? src))
  }
}

async function problems(r: LessonReading, nodes: readonly { node: XmlNode; file: string }[]): Promise<void> {
  const { tree, set, rows } = r.at
  async function* read(): AsyncGenerator<FoundRow> {
    for (const { node, file } of nodes) yield await olxQuestion(node, file, set, tree.box)
  }
  const asked = await questionsIn(read(), set)
  rows.push(...asked.rows)
  for (const { kind, name } of asked.refused) r.texts.note(partLeftOut(kind, name))
  r.unit.ask(asked.items)
}

async function part(r: LessonReading, given: XmlNode, at: string, depth = 0): Promise<void> {
  if (depth > deepest) throw new Unreadable('too_deep', { line: given.line, limit: deepest })
  const { node, file = at } = await r.at.tree.whole(given)
  switch (node.name) {
    case 'html': {
      const name = node.attributes['filename'] ?? node.attributes['url_name'] ?? ''
      const source = r.at.tree.byName.get(`${r.at.tree.root}html/${name}.html`)
      const html = source ? await textOfFile(source) : markupIn(node)
      if (html === undefined) r.texts.note(note('note_text_unread', { name: source?.name ?? file }))
      else r.unit.text(await r.texts.markdown(html))
      return
    }
    case 'problem':
      return problems(r, [{ node, file }])
    case 'video':
      return video(r, node)
    case 'library_content': {
      const inside = []
      for (const child of elements(node, 'problem')) {
        const whole = await r.at.tree.whole(child)
        inside.push({ node: whole.node, file: whole.file ?? file })
      }
      r.texts.note(note('note_group'))
      return problems(r, inside)
    }
    case 'vertical':
    case 'wrapper':
    case 'conditional':
    case 'split_test':
      if (node.name !== 'vertical') r.texts.note(partLeftOut(node.name, nameOf(node)))
      for (const child of elements(node)) await part(r, child, file, depth + 1)
      return
    case 'wiki':
    case 'show':
    case 'sources_list':
      return
    default:
      // what somebody else’s machine shows, or what is voted, drawn and handed in elsewhere
      r.texts.note(partLeftOut(node.name, nameOf(node)))
  }
}

async function lessonOf(at: Reading, chapter: { key: string; title: string }, given: XmlNode): Promise<LessonDraft> {
  const { node, file } = await at.tree.whole(given)
  const key = given.attributes['url_name'] ?? nameOf(node)
  const texts = new CourseTexts(at.tree.box)
  const files = new BroughtFiles()
  const beside: NonNullable<LessonDraft['files']> = []
  const sections: SectionDraft[] = []
  const units = node.name === 'sequential' || node.name === 'videosequence' ? elements(node) : [given]
  for (const [n, child] of units.entries()) {
    const whole = await at.tree.whole(child)
    const unit = new Unit(child.attributes['url_name'] ?? String(n), nameOf(whole.node) || nameOf(node))
    const r = new LessonReading(at, unit, { texts })
    Object.assign(r, { files, beside })
    await part(r, child, file ?? at.tree.root)
    unit.end()
    sections.push(...unit.sections)
  }
  return {
    key,
    title: nameOf(node),
    chapter,
    place: { file: file ?? `${at.tree.root}${given.name}/${key}.xml` },
    sections,
    files: beside,
    kept: files.kept,
    pictures: texts.pictures,
    notes: [...texts.notes, ...files.notes],
  }
}

async function* course(source: SourceFile, beside: readonly SourceFile[]): AsyncGenerator<FoundRow, void, undefined> {
  const tree = new Tree(folderOf(source.name), beside)
  const lead = await readXmlTree(source)
  const { node } = await tree.whole(lead)
  const { org = '', course: number = '', url_name = '' } = lead.attributes
  const about = tree.byName.get(`${tree.root}about/overview.html`)
  const overview = (about && (await textOfFile(about))) ?? ''
  const words = new CourseTexts({ find: async () => undefined })
  const description = await words.markdown(overview)
  const name = courseNameOf(node.attributes['display_name'] ?? '', number || url_name)
  const said = node.attributes['language'] ?? ''
  const language = /^zh/i.test(said) ? 'zh-CN' : /^en/i.test(said) ? 'en-US' : languageOf(description)
  const id = `olx:${org}/${number || url_name}`
  const at: Reading = { tree, set: setName([name]) || 'Imported', rows: [] }
  const drafts: LessonDraft[] = []
  for (const [n, given] of elements(node, 'chapter').entries()) {
    const { node: chapter } = await tree.whole(given)
    const of = { key: given.attributes['url_name'] ?? String(n), title: nameOf(chapter) }
    for (const child of elements(chapter)) drafts.push(await lessonOf(at, of, child))
  }
  if (!drafts.length) throw new Unreadable('no_records')
  yield courseRow({
    source: id,
    name,
    description,
    language,
    translation: null,
    place: { file: source.name },
    notes: [],
  })
  yield* at.rows
  yield* lessonRows(id, drafts)
}

async function* library(source: SourceFile, beside: readonly SourceFile[]): AsyncGenerator<FoundRow, void, undefined> {
  const tree = new Tree(folderOf(source.name), beside)
  const lead = await readXmlTree(source)
  const { org = '', library: own = '', display_name = '' } = lead.attributes
  const name = courseNameOf(display_name, own || 'Library')
  const id = `olx-library:${org}/${own}`
  const at: Reading = { tree, set: setName([name]) || 'Imported', rows: [] }
  const texts = new CourseTexts(tree.box)
  const files = new BroughtFiles()
  const unit = new Unit('library', name)
  const r = new LessonReading(at, unit, { texts })
  Object.assign(r, { files })
  for (const child of elements(lead)) await part(r, child, source.name)
  unit.end()
  yield courseRow({
    source: id,
    name,
    description: '',
    language: '',
    translation: null,
    place: { file: source.name },
    notes: [],
  })
  yield* at.rows
  yield* lessonRows(id, [
    {
      key: 'library',
      title: display_name || name,
      chapter: { key: 'library', title: display_name || name },
      place: { file: source.name },
      sections: unit.sections,
      files: r.beside,
      kept: files.kept,
      pictures: texts.pictures,
      notes: [...texts.notes, ...files.notes],
    },
  ])
}

const isLead = (head: string): boolean =>
  /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?<(?:course|library)\s[^>]*\burl_name=/.test(head)
export const olxCourse: CourseFormat = {
  id: 'course-olx',
  leads: (sources, heads) =>
    sources.filter((s) => {
      const name = baseName(s.name)
      if (name !== 'course.xml' && name !== 'library.xml') return false
      // the file that a course names is no course of its own
      return isLead(heads(s)) && /\sorg=/.test(heads(s))
    }),
  read: (source, beside) =>
    baseName(source.name) === 'library.xml' ? library(source, beside) : course(source, beside),
}
