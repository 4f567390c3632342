/**
 * Backups of Moodle courses (`.mbz`, a zip or a gzip tar): sections become chapters with a lesson each, what they hold its sections. Texts, pages,
 * books, files, links and quizzes come in; what is done together or elsewhere is named. Source: https://docs.moodle.org/dev/Backup_2.0_general_architecture
 */
import { limits } from '#src/contract/limits.ts'
import type { FoundRow } from '../found.ts'
import { Unreadable } from '../found.ts'
import { descendantsOf, elements, firstElement, readXmlTree, textIn, type XmlNode } from '../read/xmlTree.ts'
import { baseName, bytesSource, folderOf, readWhole, type SourceFile } from '../source.ts'
import { moodleXml } from '../question/moodle.ts'
import type { PictureBox } from '../question/pictures.ts'
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
  textSections,
} from './build.ts'
import type { CourseFormat } from './format.ts'
import { CourseTexts } from './html.ts'
import { asMoodleXml, type BackupFile } from './moodleQuestions.ts'

const word = (node: XmlNode | undefined, name: string): string => textIn(firstElement(node, name)).trim()
const activitiesMost = 2000

interface Stored {
  context: string
  component: string
  area: string
  item: string
  path: string
  name: string
  source: SourceFile
}
class Backup {
  readonly root: string
  readonly byName: ReadonlyMap<string, SourceFile>
  readonly #questions = new Map<string, XmlNode>()
  /** Of each entry of the bank, which a question may have several versions of, its newest. */
  readonly #entries = new Map<string, string>()
  stored: Stored[] = []

  constructor(lead: SourceFile, beside: readonly SourceFile[]) {
    this.root = folderOf(lead.name)
    this.byName = new Map(beside.map((s) => [s.name, s]))
  }
  async tree(path: string): Promise<XmlNode | undefined> {
    const file = this.byName.get(`${this.root}${path}`)
    try {
      return file && (await readXmlTree(file))
    } catch (e) {
      if (!(e instanceof Unreadable)) throw e
      return undefined
    }
  }
  async open(): Promise<void> {
    for (const f of elements(await this.tree('files.xml'), 'file')) {
      const hash = word(f, 'contenthash')
      const name = word(f, 'filename')
      const source = /^[0-9a-f]{40}$/.test(hash)
        ? this.byName.get(`${this.root}files/${hash.slice(0, 2)}/${hash}`)
        : undefined
      if (source && name !== '' && name !== '.')
        this.stored.push({
          context: word(f, 'contextid'),
          component: word(f, 'component'),
          area: word(f, 'filearea'),
          item: word(f, 'itemid'),
          path: word(f, 'filepath') || '/',
          name,
          source,
        })
    }
    const bank = await this.tree('questions.xml')
    for (const q of descendantsOf(bank, 'question')) if (q.attributes['id']) this.#questions.set(q.attributes['id'], q)
    for (const entry of descendantsOf(bank, 'question_bank_entry')) {
      const last = [...descendantsOf(entry, 'question')].at(-1)?.attributes['id']
      if (entry.attributes['id'] && last) this.#entries.set(entry.attributes['id'], last)
    }
  }
  question(id: string): XmlNode | undefined {
    return this.#questions.get(this.#entries.get(id) ?? id)
  }
  box(context: string): PictureBox {
    return {
      find: async (src) => {
        const name = /^@@PLUGINFILE@@\/([^?#]*)/.exec(src)?.[1]
        if (name === undefined) return undefined
        let plain = name
        try {
          plain = decodeURIComponent(name)
        } catch {
          // stands for itself
        }
        const file = this.stored.find(
          (s) => s.context === context && `${s.path}${s.name}`.replace(/^\/+/, '') === plain,
        )
        return file && readWhole(file.source, limits.icon)
      },
    }
  }
  async filesOf(question: string): Promise<BackupFile[]> {
    const out: BackupFile[] = []
    for (const s of this.stored)
      if (s.component === 'question' && s.area === 'questiontext' && s.item === question) {
        const bytes = await readWhole(s.source, limits.icon)
        if (bytes) out.push({ name: s.name, path: s.path, base64: bytes.toString('base64') })
      }
    return out
  }
}

interface Activity {
  module: string
  title: string
  directory: string
  section: string
}
const activitiesIn = (tree: XmlNode): Activity[] =>
  [...descendantsOf(tree, 'activity')]
    .filter((a) => firstElement(a, 'directory'))
    .slice(0, activitiesMost)
    .map((a) => ({
      module: word(a, 'modulename'),
      title: word(a, 'title').replace(/\s+/g, ' '),
      directory: word(a, 'directory'),
      section: word(a, 'sectionid'),
    }))

interface At {
  b: Backup
  lesson: LessonDraft
  files: BroughtFiles
  rows: FoundRow[]
  set: string
}

async function html(at: At, key: string, title: string, raw: string, context: string): Promise<void> {
  const texts = new CourseTexts(at.b.box(context))
  const body = await texts.markdown(raw)
  at.lesson.pictures = [...at.lesson.pictures, ...texts.pictures]
  at.lesson.notes.push(...texts.notes)
  if (body) at.lesson.sections.push(...textSections(key, title, body))
}

function stored(at: At, key: string, title: string, context: string, component: string): void {
  for (const s of at.b.stored.filter(
    (f) => f.context === context && f.component === component && f.area === 'content',
  )) {
    if (/\.pdf$/i.test(s.name)) {
      const pdf = at.files.take(s.source, s.name, 'pdf')
      if (pdf)
        at.lesson.sections.push({
          key: `${key}/${s.name}`,
          title,
          content: { kind: 'document', pdf, pdf_other: null, download: true },
        })
    } else if (/\.(?:mp4|m4v|webm|ogv)$/i.test(s.name)) {
      const video = at.files.take(s.source, s.name, 'video')
      if (video)
        at.lesson.sections.push({
          key: `${key}/${s.name}`,
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
    } else {
      const other = at.files.take(s.source, s.name, 'file')
      if (other) at.lesson.files = [...(at.lesson.files ?? []), other]
    }
  }
}

async function quiz(at: At, key: string, title: string, own: XmlNode | undefined, file: string): Promise<void> {
  const ids: { id: string; mark: number }[] = []
  for (const i of descendantsOf(own, 'question_instance')) {
    const entry = word([...descendantsOf(i, 'question_reference')][0], 'questionbankentryid')
    const id = word(i, 'questionid') || word(i, 'question') || entry
    ids.push({ id, mark: Number(word(i, 'maxmark') || word(i, 'grade')) || 1 })
  }
  const parts: string[] = []
  for (const { id, mark } of ids) {
    const q = at.b.question(id)
    if (!q) {
      at.lesson.notes.push(partLeftOut('question', id ? `#${id}` : title))
      continue
    }
    parts.push(asMoodleXml(q, await at.b.filesOf(q.attributes['id'] ?? id), mark))
  }
  if (!parts.length) return void at.lesson.notes.push(partLeftOut('quiz', title))
  // the place of a question is its backup, and the how-manieth of its quiz
  const source = bytesSource(file, `<quiz>\n${parts.join('\n')}\n</quiz>`)
  const asked = await questionsIn(moodleXml.read(source, []), at.set)
  at.rows.push(...asked.rows)
  for (const { kind, name } of asked.refused) at.lesson.notes.push(partLeftOut(kind, name))
  if (asked.items.length) at.lesson.sections.push({ key, title, content: quizContent(asked.items) })
}

async function activity(at: At, a: Activity): Promise<void> {
  const { lesson } = at
  const key = a.directory
  const path = `${a.directory}/${a.module}.xml`
  const tree = await at.b.tree(path)
  const context = tree?.attributes['contextid'] ?? ''
  const own = firstElement(tree, a.module)
  const title = word(own, 'name') || a.title || a.module
  switch (a.module) {
    case 'label':
      return html(at, key, title, word(own, 'intro'), context)
    case 'page':
      return html(at, key, title, word(own, 'content') || word(own, 'intro'), context)
    case 'book':
      for (const [n, chapter] of [...descendantsOf(own, 'chapter')].entries())
        await html(at, `${key}/${n}`, word(chapter, 'title') || title, word(chapter, 'content'), context)
      return
    case 'resource':
    case 'folder': {
      const before = lesson.sections.length + (lesson.files?.length ?? 0)
      stored(at, key, title, context, `mod_${a.module}`)
      if (lesson.sections.length + (lesson.files?.length ?? 0) === before) lesson.notes.push(partLeftOut('file', title))
      return
    }
    case 'url': {
      const to = word(own, 'externalurl')
      if (/^https?:\/\//i.test(to))
        lesson.sections.push({
          key,
          title,
          content: {
            kind: 'text',
            body: `[${title.replace(/[[\]]/g, '')}](${to.replace(/[\s()<>]/g, encodeURIComponent)})`,
            body_other: '',
          },
        })
      else lesson.notes.push(partLeftOut('link', title))
      return
    }
    case 'quiz':
      return quiz(at, key, title, own, `${at.b.root}${path}`)
    case 'assign':
      await html(at, key, title, word(own, 'intro'), context)
      return void lesson.notes.push(note('note_as_text', { kind: 'assignment', name: title }))
    default:
      return void lesson.notes.push(partLeftOut(a.module, title))
  }
}

export const moodleCourse: CourseFormat = {
  id: 'course-moodle',
  leads: (sources) => sources.filter((s) => baseName(s.name) === 'moodle_backup.xml'),
  async *read(source, beside) {
    const tree = await readXmlTree(source)
    const b = new Backup(source, beside)
    await b.open()
    const information = firstElement(tree, 'information')
    const full = word(information, 'original_course_fullname')
    const short = word(information, 'original_course_shortname')
    const name = courseNameOf(full, short || 'Moodle')
    const set = setName([name]) || 'Imported'
    const site = word(information, 'original_site_identifier_hash') || word(information, 'original_wwwroot')
    const id = `moodle:${site.slice(0, 80)}/${word(information, 'original_course_id') || short}`
    const rows: FoundRow[] = []
    const all = activitiesIn(tree)
    const sections = [...descendantsOf(tree, 'section')]
      .filter((s) => firstElement(s, 'directory'))
      .map((s) => ({ id: word(s, 'sectionid'), directory: word(s, 'directory'), title: word(s, 'title') }))
    const known = new Set(sections.map((s) => s.id))
    const drafts: LessonDraft[] = []
    const own = await b.tree('course/course.xml')
    const places = [
      // a backup of single activities has no sections
      ...(all.some((a) => !known.has(a.section)) ? [{ id: '', directory: '', title: name }] : []),
      ...sections,
    ]
    for (const s of places) {
      const about = s.directory ? await b.tree(`${s.directory}/section.xml`) : undefined
      const said = word(about, 'name')
      const title = said && !said.includes('$@NULL@$') ? said : s.title || name
      const files = new BroughtFiles()
      const lesson: LessonDraft = {
        key: s.id || 'activities',
        title,
        chapter: { key: s.id || 'activities', title },
        place: { file: s.directory ? `${b.root}${s.directory}/section.xml` : source.name },
        sections: [],
        files: [],
        kept: files.kept,
        pictures: [],
        notes: [],
      }
      const at: At = { b, lesson, files, rows, set }
      const summary = word(about, 'summary')
      if (summary && !summary.includes('$@NULL@$'))
        await html(at, `${s.id}/summary`, title, summary, about?.attributes['contextid'] ?? '')
      for (const a of all) if (s.id === '' ? !known.has(a.section) : a.section === s.id) await activity(at, a)
      lesson.notes.push(...files.notes)
      if (lesson.sections.length || lesson.notes.length || lesson.files?.length) drafts.push(lesson)
    }
    if (!drafts.length) throw new Unreadable('no_records')
    const texts = new CourseTexts({ find: async () => undefined })
    const description = await texts.markdown(word(own, 'summary'))
    yield courseRow({
      source: id,
      name,
      description,
      language: languageOf(
        `${full} ${drafts.flatMap((d) => d.sections.map((x) => (x.content.kind === 'text' ? x.content.body : x.title))).join(' ')}`,
      ),
      translation: null,
      ...(word(firstElement(own, 'category'), 'name')
        ? { direction: word(firstElement(own, 'category'), 'name') }
        : {}),
      place: { file: source.name },
      notes: [],
    })
    yield* rows
    yield* lessonRows(id, drafts)
  },
}
