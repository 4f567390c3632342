/** A question on its way from a foreign file to the bank: what it says in our fields, and what of it could not be kept. */
import { unstorable } from '#mock/crud/fold.ts'
import { fieldProblems } from '#mock/http/request/fields.ts'
import { ExerciseBody, FlagBody, TheoryBody } from '#src/contract/bank/question.schema.ts'
import { cut, wide } from '#src/contract/lib/text.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { FoundUploads, KeptFile, Place, ReadRow } from '../found.ts'
import { rowRefusal } from '../rows.ts'
import { htmlToMarkdown } from './html.ts'
import { type KeptPicture, noPictures, type PictureBox, Pictures } from './pictures.ts'
import { plainToMarkdown, wordsOfMarkdown } from './plain.ts'
import { textOf } from '#src/contract/lib/typed.ts'
import { strictBody } from '../../strictBody.ts'

export type TextFormat = 'html' | 'markdown' | 'plain' | 'moodle'
type Params = NonNullable<FieldProblem['params']>

const titleWidth = 255
/** Characters of one text that are looked at; the rules refuse far shorter ones. */
const textMost = 8 * 1024 * 1024
/** What of a question could not be kept: nobody reads more. */
const notesMost = 200
const looksHtml =
  /<\/?(?:p|br|b|i|em|strong|u|ul|ol|li|code|pre|img|a|span|div|sub|sup|table|tr|td|h[1-6]|blockquote|font|tt)(?:\s[^<>]*)?\/?>/i

const bodies = {
  'theory-question': strictBody(TheoryBody),
  exercise: strictBody(ExerciseBody),
  'flag-challenge': FlagBody.strict(),
}
export type QuestionKind = keyof typeof bodies

/** Thrown by a reader for a question that cannot become one of ours; the reason names what stands in the way. */
export class NoQuestion extends Error {
  constructor(
    readonly rule: string,
    readonly params: Params = {},
    readonly path = '',
  ) {
    super(rule)
  }
}

const reasonOf = ({ rule, params, path }: NoQuestion): FieldProblem =>
  Object.keys(params).length ? { path, rule, params } : { path, rule }

const fieldOf = (path: string): string => path.split('.')[0] ?? ''

export class Foreign {
  /** What fields of it break that its reader could not make. */
  readonly #broken: FieldProblem[] = []
  readonly notes: FieldProblem[] = []
  readonly #noted = new Set<string>()
  readonly pictures: Pictures
  /** Files that go with it, to be taken over with the plan. */
  readonly files: KeptFile[] = []
  /** Files its solver hands in, where the file says so. */
  uploads: FoundUploads | undefined
  /** Names it to people before its title is known. */
  label = ''
  /** What our own export says of it that is no field of the bank. */
  ours: Record<string, string> = {}

  constructor(
    readonly place: Place,
    box: PictureBox = noPictures,
  ) {
    this.pictures = new Pictures(box)
  }

  /** A field as its reader makes it. What stands in the way refuses the question, together with all that is wrong with the others. */
  field<T>(make: () => T): T | undefined {
    try {
      return make()
    } catch (e) {
      if (!(e instanceof NoQuestion)) throw e
      this.#broken.push(reasonOf(e))
      return undefined
    }
  }

  note(rule: string, params?: Params): void {
    const one: FieldProblem = { path: '', rule, ...(params ? { params } : {}) }
    const text = JSON.stringify(one)
    if (this.#noted.size >= notesMost || this.#noted.has(text)) return
    this.#noted.add(text)
    this.notes.push(one)
  }

  /** @param ends of file names, with or without their dot */
  handsIn(files: number, ends: readonly string[], report: boolean): void {
    const plain = ends.map((end) =>
      end
        .trim()
        .replace(/^\*?\./, '')
        .toLowerCase(),
    )
    this.uploads = { files, ends: plain.filter(Boolean), report }
  }

  /** A text of the file as Markdown. */
  async text(raw: string, format: TextFormat): Promise<string> {
    if (raw.length > textMost) throw new NoQuestion('max', { max: textMost })
    if (format === 'markdown') return (await this.pictures.markdown(raw)).trim()
    if (format === 'plain' || (format === 'moodle' && !looksHtml.test(raw))) return plainToMarkdown(raw.trim())
    await this.pictures.gather(raw)
    const { text, lost } = htmlToMarkdown(raw, this.pictures.mark)
    for (const name of lost) this.note('note_markup', { name })
    return text
  }

  /** The words of a text alone: an answer to be typed, a title. */
  async words(raw: string, format: TextFormat): Promise<string> {
    return format === 'plain' ? raw.trim() : wordsOfMarkdown(await this.text(raw, format))
  }

  /** Title and stem of a question that may have no title of its own: a short text is the title, a longer one begins it. */
  titled(title: string, stem: string): { title: string; stem: string } {
    const own = title.replace(/\s+/g, ' ').trim()
    if (own !== '') {
      if (wide(own) > titleWidth) this.note('note_title_cut')
      return { title: cut(own, titleWidth), stem }
    }
    const words = wordsOfMarkdown(stem.replace(/\{\{\d{1,2}\}\}/g, '_____'))
    if (stem.length <= titleWidth && plainToMarkdown(words) === stem && wide(words) <= titleWidth)
      return { title: words, stem: '' }
    return { title: wide(words) > titleWidth ? `${cut(words, titleWidth - 2)}…` : words, stem }
  }

  /** Ends the question: a row by the rules of the bank, or what it breaks. */
  row(kind: QuestionKind, set: string, data: Record<string, unknown>): ReadRow {
    const title = typeof data['title'] === 'string' ? data['title'] : this.label
    const label = title.slice(0, 200)
    const parsed = bodies[kind].safeParse({ ...data, set_id: 'pending' })
    const fields = new Set(this.#broken.map((b) => fieldOf(b.path)))
    const rules = parsed.success
      ? unstorable(parsed.data).map((path) => ({ path, rule: 'text_characters' }))
      : fieldProblems(parsed.error, data)
    const reasons = [...this.#broken, ...rules.filter((r) => !fields.has(fieldOf(r.path)))]
    if (!parsed.success || reasons.length) {
      // what comes with a row is kept with rows of the plan alone
      const bare = this.pictures.kept.size === 0 && this.files.length === 0
      return rowRefusal(kind, this.place, label, reasons, bare ? { ...data, ...this.ours, set } : undefined)
    }
    for (const name of this.pictures.lost)
      if (name === '') this.note('note_picture_nowhere')
      else if (name === 'data') this.note('note_picture_inside')
      else this.note('note_picture', { name })
    const said = Object.fromEntries(
      Object.keys(data).flatMap((field) =>
        data[field] === undefined ? [] : [[field, (parsed.data as Record<string, unknown>)[field]]],
      ),
    )
    const pictures: KeptPicture[] = [...this.pictures.kept.values()]
    return {
      resource: kind,
      key: `${kind}:${set}/${textOf(said['type'])}/${label}`,
      label,
      place: this.place,
      data: { ...said, ...this.ours, set },
      notes: this.notes,
      pictures,
      ...(this.files.length ? { files: this.files } : {}),
      ...(this.uploads ? { uploads: this.uploads } : {}),
    }
  }

  refused(kind: QuestionKind, rule: string, params: Params = {}, path = ''): ReadRow {
    return rowRefusal(kind, this.place, this.label.slice(0, 200), [reasonOf(new NoQuestion(rule, params, path))])
  }
}

/** Makes one question; what a reader throws about it refuses this row and no other. */
export async function foreign(kind: QuestionKind, q: Foreign, make: () => Promise<ReadRow>): Promise<ReadRow> {
  try {
    return await make()
  } catch (e) {
    if (e instanceof NoQuestion) return q.refused(kind, e.rule, e.params, e.path)
    throw e
  }
}

export interface ForeignChoice {
  text: string
  correct: boolean
  feedback?: string
}
/** Ids of options are letters, as a reader counts them. */
export const letteredOptionsOf = (choices: readonly ForeignChoice[]) =>
  choices.map((c, n) => ({
    ...c,
    id: String.fromCharCode(97 + (n % 26)) + (n >= 26 ? String(Math.floor(n / 26)) : ''),
  }))

/** Blanks are counted as the stem writes them. */
export const blanksOf = (accepted: readonly (readonly string[])[]) =>
  accepted.map((a, n) => ({ id: `b${n + 1}`, accepted: [...new Set(a.map((t) => t.trim()).filter(Boolean))] }))
