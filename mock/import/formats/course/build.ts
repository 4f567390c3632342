/**
 * What formats of courses share: a course and its lessons as rows of a plan. Titles and texts fit the rules of an outline here, ids come from
 * what the file calls things, so that the same file imported again is the same course, and what cannot be kept is named with its lesson.
 */
import { createHash } from 'node:crypto'
import type { CourseFileUse } from '#src/contract/course/media.ts'
import { completionOf, outlineLimits, type SectionKind, usualShare } from '#src/contract/course/outline.ts'
import type { SectionContent } from '#src/contract/course/outline.schema.ts'
import { cut, wide } from '#src/contract/lib/text.ts'
import { withoutHidden } from '#src/contract/lib/oneLine.ts'
import { limits } from '#src/contract/limits.ts'
import { mediaLimits } from '#src/contract/course/media.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { FoundRow, ImportedRow, KeptFile, Place } from '../found.ts'
import { readWhole, type SourceFile } from '../source.ts'
import type { KeptPicture } from '../question/pictures.ts'
import { placeRef } from './ref.ts'

/** An id within a course, from what its file calls the thing. */
const localId = (...of: readonly (string | number)[]): string =>
  createHash('sha256').update(of.join('\u001f')).digest('hex').slice(0, 24)

const oneLine = (text: string): string => withoutHidden(text.replace(/[\p{Cc}\s]+/gu, ' ')).trim()
const plainWords = (text: string): string =>
  oneLine(text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`~#]+/g, ''))
/** A title that fits an outline; a part of the file that has none has the word of its kind. */
const titleOf = (given: string, otherwise: string): string =>
  cut(plainWords(given), outlineLimits.title) || cut(oneLine(otherwise), outlineLimits.title) || '–'

/** A name for a course that fits: whole words, without signs in front, and without its second half where that is set off. */
export function courseNameOf(given: string, otherwise: string): string {
  const { min, max } = limits.name
  const fits = (text: string) => wide(text) >= min && wide(text) <= max
  const plain = plainWords(given)
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim()
  if (fits(plain)) return plain
  const [first = ''] = plain.split(/\s+[–—|-]\s+|[:：]\s*/)
  if (fits(first)) return first
  let words = ''
  for (const word of plain.split(' ')) {
    if (wide(`${words} ${word}`.trim()) > max) break
    words = `${words} ${word}`.trim()
  }
  if (fits(words)) return words
  if (wide(plain) > max) return cut(plain, max)
  const longer = plain ? `${plain} (${oneLine(otherwise)})` : oneLine(otherwise)
  return fits(longer) ? longer : cut(`${longer} course`, max)
}

/** Characters a text of a course is looked at for; nobody learns from a longer one. */
const textMost = 4 * 1024 * 1024
/** A text in pieces that a section may have, cut before a heading where there is one, else between paragraphs, else where it has to be. */
function textPieces(text: string, most: number = outlineLimits.text): string[] {
  if (text.length <= most) return [text]
  const out: string[] = []
  let rest = text.slice(0, textMost)
  while (rest.length > most) {
    const at = cutAt(rest, most)
    out.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  if (rest.trim()) out.push(rest)
  return out
}
function cutAt(text: string, most: number): number {
  let fenced = false
  let heading = 0
  let blank = 0
  let line = 0
  for (let at = 0; at < most; ) {
    const end = text.indexOf('\n', at)
    const next = end < 0 || end >= most ? most : end + 1
    const said = text.slice(at, next)
    if (/^\s{0,3}(?:```|~~~)/.test(said)) fenced = !fenced
    if (!fenced && /^#{1,6}\s/.test(said) && at > most / 4) heading = at
    if (!fenced && said.trim() === '' && at > most / 4) blank = next
    if (at > most / 4) line = at
    at = next
  }
  return heading || blank || line || most
}

export interface SectionDraft {
  /** What its file calls it, within the lesson. */
  key: string
  title: string
  title_other?: string
  content: SectionContent
  /** Of a video, a document or a file: not counted for the lesson. */
  optional?: boolean
  minutes?: number
}
export interface LessonDraft {
  /** What its file calls it, within the course. */
  key: string
  title: string
  title_other?: string
  chapter: { key: string; title: string; title_other?: string }
  place: Place
  sections: SectionDraft[]
  files?: { file: string; name: string; size: number }[]
  kept: KeptFile[]
  pictures: readonly KeptPicture[]
  notes: FieldProblem[]
}
export interface CourseDraft {
  /** The same in another export of the same course. */
  source: string
  name: string
  description: string
  language: '' | 'en-US' | 'zh-CN'
  translation: { name: string; description: string } | null
  /** As its file names it. */
  direction?: string
  place: Place
  notes: FieldProblem[]
}

export const note = (rule: string, params?: Record<string, string | number>): FieldProblem => ({
  path: '',
  rule,
  ...(params ? { params } : {}),
})
/** Something of the file that has no place in a course, by what the file calls its kind. */
export const partLeftOut = (kind: string, name: string): FieldProblem =>
  note('note_part', { kind: oneLine(kind).slice(0, 60), name: cut(oneLine(name), 120) || '–' })

/** A sign that the text goes on is as wide as the rule counts it. */
const described = (text: string): string => {
  const { max } = limits.description
  return wide(text) > max ? `${cut(text, max - wide('…'))}…` : text
}

export const courseRow = (c: CourseDraft): ImportedRow => ({
  resource: 'course',
  key: `course:${c.source}`,
  label: c.name,
  place: c.place,
  data: {
    source: c.source,
    name: c.name,
    description: described(c.description),
    language: c.language,
    translation: c.translation && { ...c.translation, description: described(c.translation.description) },
    ...(c.direction === undefined ? {} : { direction: c.direction }),
  },
  notes: c.notes,
})

/** A text in two languages as the sections it takes. */
export function textSections(
  key: string,
  title: string,
  body: string,
  other?: { title?: string; body: string },
): SectionDraft[] {
  const own = textPieces(body)
  const theirs = other ? textPieces(other.body) : []
  return Array.from({ length: Math.max(own.length, theirs.length) }, (_, n) => ({
    key: n ? `${key}/${n + 1}` : key,
    title: n ? `${cut(title, outlineLimits.title - 6)} (${n + 1})` : title,
    ...(other?.title
      ? { title_other: n ? `${cut(other.title, outlineLimits.title - 6)} (${n + 1})` : other.title }
      : {}),
    content: { kind: 'text' as const, body: own[n] ?? '', body_other: theirs[n] ?? '' },
  }))
}

async function hashOf(source: SourceFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source.open()) hash.update(chunk)
  return hash.digest('hex')
}

const share = (kind: SectionKind): number => usualShare(kind)
const sectionRow = (source: string, lesson: LessonDraft, s: SectionDraft) => ({
  id: localId(source, lesson.key, 'section', s.key),
  title: titleOf(s.title, lesson.title),
  title_other: s.title_other ? titleOf(s.title_other, '') : '',
  kind: s.content.kind,
  rule: completionOf[s.content.kind][0],
  share: share(s.content.kind),
  optional: s.optional ?? false,
  minutes: s.minutes ?? 0,
  content: s.content,
})

/** Rows of a course's lessons, in their order; one that has more sections than a lesson may have goes on in another. */
export async function* lessonRows(
  source: string,
  drafts: AsyncIterable<LessonDraft> | Iterable<LessonDraft>,
): AsyncGenerator<FoundRow, void, undefined> {
  let follows: string | null = null
  let n = 0
  for await (const whole of drafts)
    for (const [part, lesson] of partsOf(whole).entries()) {
      const id = localId(source, lesson.key, part)
      const files = (lesson.files ?? []).slice(0, mediaLimits.files)
      const data = {
        course: source,
        id,
        follows,
        chapter: {
          id: localId(source, 'chapter', lesson.chapter.key),
          title: titleOf(lesson.chapter.title, '–'),
          title_other: lesson.chapter.title_other ? titleOf(lesson.chapter.title_other, '') : '',
        },
        title: titleOf(lesson.title, lesson.key),
        title_other: lesson.title_other ? titleOf(lesson.title_other, '') : '',
        theory: 0,
        experiment: 0,
        after: null,
        opens_at: null,
        with_hour: false,
        files,
        sections: lesson.sections.map((s) => sectionRow(source, lesson, s)),
      }
      const hashes = []
      for (const file of lesson.kept) hashes.push([file.mark, await hashOf(file.source)])
      const more = (lesson.files ?? []).slice(mediaLimits.files)
      const row: ImportedRow = {
        resource: 'course-lesson',
        key: `lesson:${source}/${id}`,
        label: data.title,
        place: lesson.place,
        data: { ...data, given: lessonDigest(data, hashes) },
        notes: [...lesson.notes, ...more.map((f) => note('note_file_many', { name: f.name, max: mediaLimits.files }))],
        pictures: [...lesson.pictures],
        ...(lesson.kept.length ? { files: lesson.kept } : {}),
      }
      if (++n > outlineLimits.lessons)
        yield {
          problem: { code: 'row_invalid', params: {} },
          whole: false,
          resource: row.resource,
          label: row.label,
          place: row.place,
          reasons: [{ path: '', rule: 'max', params: { max: outlineLimits.lessons } }],
        }
      else yield row
      follows = id
    }
}
/** What a file says of a lesson, whatever it stands behind. */
export function lessonDigest(lesson: Record<string, unknown>, hashes: unknown): string {
  const { follows: _, ...data } = lesson
  return createHash('sha256')
    .update(JSON.stringify([data, hashes]))
    .digest('hex')
}

function partsOf(lesson: LessonDraft): LessonDraft[] {
  const most = outlineLimits.sections
  if (lesson.sections.length <= most) return [lesson]
  const out: LessonDraft[] = []
  for (let from = 0; from < lesson.sections.length; from += most)
    out.push({
      ...lesson,
      title: from ? `${cut(lesson.title, outlineLimits.title - 6)} (${from / most + 1})` : lesson.title,
      ...(lesson.title_other && from
        ? { title_other: `${cut(lesson.title_other, outlineLimits.title - 6)} (${from / most + 1})` }
        : {}),
      sections: lesson.sections.slice(from, from + most),
      ...(from ? { files: [], kept: [], notes: [] } : {}),
    })
  return out
}

/** Questions of a file as rows of a set, and as what a quiz asks of them. */
export interface AskedQuestions {
  rows: FoundRow[]
  items: Extract<SectionContent, { kind: 'quiz' }>['items']
  /** Those that are none of ours: what they ask for that ours do not, where that is why. */
  refused: { name: string; kind: string }[]
}
export async function questionsIn(rows: AsyncIterable<FoundRow>, set: string): Promise<AskedQuestions> {
  const out: AskedQuestions = { rows: [], items: [], refused: [] }
  for await (const row of rows) {
    if ('unread' in row || ('problem' in row && row.whole)) continue
    if ('problem' in row) {
      out.rows.push(row)
      const type = row.reasons.find((r) => r.rule === 'question_type')?.params?.['type']
      out.refused.push({ name: row.label, kind: String(type ?? 'question') })
      continue
    }
    if (row.resource !== 'theory-question') continue
    if (out.items.length >= outlineLimits.questions) {
      out.refused.push({ name: row.label, kind: 'question' })
      continue
    }
    const ref = placeRef(row.place)
    const { score } = row.data
    out.rows.push({ ...row, key: `${row.key}:${ref}`, data: { ...row.data, set } })
    out.items.push({
      id: localId(ref),
      question_id: ref,
      question_version: 1,
      score: typeof score === 'number' && score > 0 ? Math.min(score, 1000) : 1,
    })
  }
  return out
}
export const quizContent = (items: AskedQuestions['items']): SectionContent => ({
  kind: 'quiz',
  items,
  attempts: null,
  shuffle: false,
})

/** Files that go with a lesson, each under a mark until its bytes are in the store. */
export class BroughtFiles {
  readonly kept: KeptFile[] = []
  readonly notes: FieldProblem[] = []

  take(source: SourceFile, name: string, use: CourseFileUse): { file: string; name: string; size: number } | undefined {
    const plain =
      withoutHidden(name.replace(/[\p{Cc}/\\]+/gu, ' '))
        .trim()
        .slice(-200) || 'file'
    const most = use === 'video' ? 512 * 2 ** 20 : use === 'captions' ? mediaLimits.captions : limits.upload
    if (source.size > most || source.size === 0) {
      this.notes.push(note('note_file_large', { name: plain, max: Math.floor(most / 2 ** 20) }))
      return undefined
    }
    const known = this.kept.find((k) => k.source === source && k.use === use)
    const mark = known?.mark ?? `@${this.kept.length}`
    if (!known) this.kept.push({ mark, name: plain, source, use })
    return { file: mark, name: plain, size: source.size }
  }
}

/** A text of the archive; undefined where it is too long or is no text. */
export async function textOfFile(source: SourceFile, most = textMost): Promise<string | undefined> {
  const bytes = await readWhole(source, most)
  if (!bytes) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
  } catch {
    return undefined
  }
}

const han = /\p{Script=Han}/gu
/** The language of a text by its letters; empty where they say nothing. */
export function languageOf(text: string): '' | 'en-US' | 'zh-CN' {
  const sample = text.slice(0, 20_000)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters < 10) return ''
  if ((sample.match(han)?.length ?? 0) > letters / 5) return 'zh-CN'
  return (sample.match(/[a-z]/gi)?.length ?? 0) > letters * 0.9 ? 'en-US' : ''
}
