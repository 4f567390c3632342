/**
 * Courses as folders of Markdown: `1.2 Title.md` is the second lesson of the first chapter. Translations lie in `translations/<language>` under the
 * same names, and of those the one in our other language comes along. Source: https://github.com/microsoft/Security-101
 */
import { limits } from '#src/contract/limits.ts'
import { outlineLimits } from '#src/contract/course/outline.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { head, baseName, folderOf, readWhole, type SourceFile } from '../source.ts'
import { headSize } from '../format.ts'
import type { FoundRow } from '../found.ts'
import { Unreadable } from '../found.ts'
import { pathFrom } from '../question/beside.ts'
import { markdownQuiz } from '../question/markdownQuiz.ts'
import { type KeptPicture, Pictures } from '../question/pictures.ts'
import { setName } from '../question/set.ts'
import {
  questionsIn,
  courseNameOf,
  courseRow,
  languageOf,
  type LessonDraft,
  lessonRows,
  note,
  quizContent,
  textOfFile,
  textSections,
} from './build.ts'
import type { CourseFormat } from './format.ts'

const lessonName = /^(\d{1,3})[._-](\d{1,3})[\s._-]+(.+)\.(?:md|markdown)$/i
const translated = /(?:^|\/)(?:translations?|i18n|locales?)\/([a-z]{2,3}(?:[-_][a-z]{2,4})?)\/$/i
const languages: Readonly<Record<string, 'en-US' | 'zh-CN'>> = {
  en: 'en-US',
  'en-us': 'en-US',
  zh: 'zh-CN',
  cn: 'zh-CN',
  'zh-cn': 'zh-CN',
  'zh-hans': 'zh-CN',
}
const languageOfFolder = (folder: string): string | undefined =>
  translated.exec(folder)?.[1]?.toLowerCase().replace('_', '-')

interface Found {
  chapter: number
  lesson: number
  title: string
  source: SourceFile
}
/** Lessons by the folder they lie in. */
function foldersOf(sources: readonly SourceFile[]): Map<string, Found[]> {
  const out = new Map<string, Found[]>()
  for (const source of sources) {
    const [, chapter, lesson, title = ''] = lessonName.exec(baseName(source.name)) ?? []
    if (chapter === undefined || lesson === undefined) continue
    const folder = folderOf(source.name)
    const one = { chapter: Number(chapter), lesson: Number(lesson), title: title.replace(/[_]+/g, ' ').trim(), source }
    out.set(folder, [...(out.get(folder) ?? []), one])
  }
  return out
}
/** The folder of the course: of those that are no translation the one with most lessons. */
function mainOf(folders: ReadonlyMap<string, Found[]>): string | undefined {
  const own = [...folders].filter(([f]) => languageOfFolder(f) === undefined)
  const of = own.length ? own : [...folders]
  return of.toSorted(([a, x], [b, y]) => y.length - x.length || a.length - b.length)[0]?.[0]
}

/** Lessons whose words tell the language. */
const sampled = 10

const withoutComments = (text: string): string => text.replace(/<!--[\s\S]*?-->/g, '')
const heading = /^#\s+(.+)$/m
/** A text without its first heading, which is its title. */
function headed(text: string): { title: string | undefined; body: string } {
  const plain = withoutComments(text).trim()
  const found = heading.exec(plain)
  const title = found && plain.slice(0, found.index).trim() === '' ? found[1]?.trim() : undefined
  return { title, body: title === undefined ? plain : plain.slice((found?.[0] ?? '').length).trim() }
}

/** What a file about the course says of it: its name, a first paragraph, and names of chapters in a table of its lessons. */
function aboutOf(text: string) {
  const plain = withoutComments(text)
  const at = heading.exec(plain)
  const behind = at ? plain.slice(at.index + at[0].length) : plain
  const paragraph = behind
    .split(/\n\s*\n/)
    .map((p) => p.trim())
    .find((p) => p !== '' && !/^(?:[#>|<!-]|\[?!\[|\d+\.|\*\s)/.test(p))
  const chapters = new Map<number, string>()
  for (const line of plain.split('\n')) {
    const [, number, title = ''] =
      /^\|\s*\*{0,2}(\d{1,3})\.\d{1,3}\*{0,2}\s*\|\s*([^|[\]]{2,100}?)\s*\|/.exec(line) ?? []
    if (number !== undefined && title && !chapters.has(Number(number))) chapters.set(Number(number), title)
  }
  return { name: at?.[1]?.trim() ?? '', description: paragraph ?? '', chapters }
}
type About = ReturnType<typeof aboutOf>

/** Pictures of the archive; from its root where an address begins there. */
const boxOf = (source: SourceFile, root: string, byName: ReadonlyMap<string, SourceFile>) => ({
  async find(src: string): Promise<Buffer | undefined> {
    const path = src.startsWith('/') ? pathFrom(root, src.replace(/^\/+/, '')) : pathFrom(folderOf(source.name), src)
    const file = path === undefined ? undefined : byName.get(path)
    return file && (await readWhole(file, limits.icon))
  },
})

interface Text {
  title: string | undefined
  body: string
  pictures: KeptPicture[]
  notes: FieldProblem[]
}
const remote = /(\[?)!\[([^\]\n]{0,300})\]\(\s*<?(https?:[^()\s<>]{1,600})>?(?:\s[^()\n]{0,200})?\)/gi
async function textOf(source: SourceFile, root: string, byName: ReadonlyMap<string, SourceFile>): Promise<Text> {
  const raw = await textOfFile(source)
  if (raw === undefined)
    return { title: undefined, body: '', pictures: [], notes: [note('note_text_unread', { name: source.name })] }
  const { title, body } = headed(raw)
  const pictures = new Pictures(boxOf(source, root, byName))
  // what lies elsewhere is looked at there, and nothing is fetched
  const linked = body.replace(remote, (_, open: string, alt: string, src: string) =>
    open ? `[${alt || src}` : `[${alt || src}](${src})`,
  )
  const text = await pictures.markdown(linked)
  return {
    title,
    body: text,
    pictures: [...pictures.kept.values()],
    notes: [...pictures.lost].map((name) => note('note_picture', { name })),
  }
}

async function* lessons(
  main: readonly Found[],
  other: ReadonlyMap<string, Found>,
  about: { own: About | undefined; other: About | undefined },
  at: {
    root: string
    set: string
    language: string
    byName: ReadonlyMap<string, SourceFile>
    rows: FoundRow[]
    all: readonly SourceFile[]
  },
): AsyncGenerator<LessonDraft> {
  const chapterTitle = (n: number, of: About | undefined, language: string) =>
    of?.chapters.get(n) ?? (language === 'zh-CN' ? `第 ${n} 章` : `Chapter ${n}`)
  for (const one of main) {
    const key = `${one.chapter}.${one.lesson}`
    const twin = other.get(key)
    const own = await textOf(one.source, at.root, at.byName)
    const theirs = twin && (await textOf(twin.source, folderOf(twin.source.name), at.byName))
    const begins = await head(one.source, headSize)
    const title = one.title || own.title || key
    const draft: LessonDraft = {
      key,
      title,
      ...(twin ? { title_other: theirs?.title ?? twin.title } : {}),
      chapter: {
        key: String(one.chapter),
        title: chapterTitle(one.chapter, about.own, at.language),
        ...(other.size
          ? { title_other: chapterTitle(one.chapter, about.other, at.language === 'zh-CN' ? 'en-US' : 'zh-CN') }
          : {}),
      },
      place: { file: one.source.name },
      sections: [],
      kept: [],
      pictures: [...own.pictures, ...(theirs?.pictures ?? [])],
      notes: [...own.notes, ...(theirs?.notes ?? [])],
    }
    if (markdownQuiz.sniff(one.source.name, begins) >= 0.5) {
      const asked = await questionsIn(quietly(markdownQuiz.read(one.source, at.all)), at.set)
      at.rows.push(...asked.rows)
      if (asked.items.length) draft.sections.push({ key: 'quiz', title, content: quizContent(asked.items) })
    }
    if (!draft.sections.length)
      draft.sections = textSections(
        'text',
        title,
        own.body,
        theirs ? { title: theirs.title ?? twin.title, body: theirs.body } : undefined,
      )
    yield draft
  }
}
/** Rows as far as they come: what cannot be read is a text. */
async function* quietly(rows: AsyncIterable<FoundRow>): AsyncGenerator<FoundRow> {
  try {
    yield* rows
  } catch (e) {
    if (!(e instanceof Unreadable)) throw e
  }
}

export const markdownCourse: CourseFormat = {
  id: 'course-markdown',
  leads(sources) {
    const folders = foldersOf(sources)
    const main = mainOf(folders)
    if (main === undefined) return []
    const readme = sources.find((s) => folderOf(s.name) === main && /^readme\.(?:md|markdown)$/i.test(baseName(s.name)))
    const first = folders.get(main)?.[0]?.source
    return readme ? [readme] : first ? [first] : []
  },
  async *read(source, beside) {
    const folders = foldersOf(beside)
    const root = mainOf(folders)
    if (root === undefined) throw new Unreadable('no_records')
    const inOrder = (folders.get(root) ?? []).toSorted((a, b) => a.chapter - b.chapter || a.lesson - b.lesson)
    // two files of one number are two lessons: the later one has a number behind it
    const main = [...new Map(inOrder.map((l) => [`${l.chapter}.${l.lesson} ${l.title}`, l])).values()]
    const byName = new Map(beside.map((s) => [s.name, s]))
    const readme = (folder: string) =>
      beside.find((s) => folderOf(s.name) === folder && /^readme\.(?:md|markdown)$/i.test(baseName(s.name)))
    const aboutIn = async (folder: string): Promise<About | undefined> => {
      const file = readme(folder)
      const text = file && (await textOfFile(file))
      return text === undefined ? undefined : aboutOf(text)
    }
    /** Pictures that the page about the course shows and that are not there. */
    const missingIn = async (folder: string): Promise<FieldProblem[]> => {
      const file = readme(folder)
      return file ? (await textOf(file, folder, byName)).notes : []
    }
    let sample = ''
    for (const one of main.slice(0, sampled)) sample += `${(await textOfFile(one.source)) ?? ''}\n`
    const language = languages[languageOfFolder(root) ?? ''] ?? languageOf(sample)
    const others = [...folders].filter(([f]) => f !== root && languageOfFolder(f) !== undefined)
    const wanted = language === 'zh-CN' ? 'en-US' : 'zh-CN'
    const chosen = language === '' ? undefined : others.find(([f]) => languages[languageOfFolder(f) ?? ''] === wanted)
    const left = others.filter((o) => o !== chosen).map(([f]) => languageOfFolder(f) ?? '')
    const about = { own: await aboutIn(root), other: chosen && (await aboutIn(chosen[0])) }
    const name = courseNameOf(about.own?.name ?? '', main[0]?.title ?? baseName(source.name))
    const rows: FoundRow[] = []
    const drafts: LessonDraft[] = []
    const at = { root, set: setName([name]) || 'Imported', language, byName, rows, all: beside }
    const other = new Map((chosen?.[1] ?? []).map((l) => [`${l.chapter}.${l.lesson}`, l]))
    for await (const draft of lessons(main, other, about, at)) drafts.push(draft)
    const course = `markdown:${name}`
    yield courseRow({
      source: course,
      name,
      description: about.own?.description ?? '',
      language,
      translation: chosen
        ? {
            name: courseNameOf(about.other?.name ?? '', name),
            description: about.other?.description ?? '',
          }
        : null,
      place: { file: source.name },
      notes: [
        ...(left.length ? [note('note_language', { names: left.slice(0, 20).join(', ') })] : []),
        ...(await missingIn(root)),
        ...(chosen ? await missingIn(chosen[0]) : []),
      ],
    })
    yield* rows
    yield* lessonRows(course, drafts)
    if (main.length > outlineLimits.lessons) return
  },
}
