/** A question as a learner has it before him, and its key, taken apart: what goes out first holds nothing of what is right. */
import type { AnswerKey, ShownQuestion } from './answer.schema.ts'
import type { textLanguages } from './question.ts'

export type TextLanguage = (typeof textLanguages)[number]

interface Texts {
  title?: string
  stem?: string
  options?: readonly string[]
  explanation?: string
  hints?: readonly string[]
}
/** A question of any bank, as its bank keeps it; what its type has none of may be missing. */
export interface WholeQuestion
  extends Omit<Partial<ShownQuestion>, 'id' | 'version' | 'upload' | 'blanks' | 'options' | 'hints'> {
  translation?: Texts | null
  truth?: boolean
  options?: readonly { id: string; text: string; correct?: boolean; feedback?: string }[]
  blanks?: readonly { accepted?: readonly string[] }[]
  hints?: readonly { cost: number; text: string }[]
  upload?: { wanted: boolean; files: number; ends: readonly string[] }
  topology_id?: string | null
  explanation?: string
  reference?: string
}

/** The question in the language asked for, where it has it; a text that was left out of the translation stays as it is. */
export function inLanguage(q: WholeQuestion, language: TextLanguage): WholeQuestion {
  const other = q.translation
  if (!other || !language || !q.language || language === q.language) return q
  return {
    ...q,
    language,
    title: other.title || (q.title ?? ''),
    stem: other.stem || (q.stem ?? ''),
    explanation: other.explanation || (q.explanation ?? ''),
    options: (q.options ?? []).map((o, n) => ({ ...o, text: other.options?.[n] || o.text })),
    hints: (q.hints ?? []).map((h, n) => ({ ...h, text: other.hints?.[n] || h.text })),
  }
}

export const questionTitleOf = (q: WholeQuestion, language: TextLanguage = ''): string =>
  inLanguage(q, language).title ?? ''

export interface ShownAs {
  language?: TextLanguage
  /** Points it is worth here, where that is not what its bank says. */
  score?: number
  /** Whether the learner has paid for a hint, by its place. */
  paid?: (hint: number) => boolean
}

export function shownQuestion(
  row: WholeQuestion & { id: string; version: number },
  { language = '', score, paid = () => false }: ShownAs = {},
): ShownQuestion {
  const q = inLanguage(row, language)
  const type = q.type ?? 'single'
  const chosen = type === 'single' || type === 'multiple'
  return {
    id: row.id,
    version: row.version,
    type,
    title: q.title ?? '',
    stem: q.stem ?? '',
    language: q.language ?? '',
    difficulty: q.difficulty ?? 'primary',
    score: score ?? q.score ?? 0,
    options: chosen ? (q.options ?? []).map(({ id, text }) => ({ id, text })) : [],
    blanks: type === 'completion' ? (q.blanks?.length ?? 0) : 0,
    partial: q.partial ?? 'none',
    keywords: q.keywords ?? [],
    attachments: q.attachments ?? [],
    hints: (q.hints ?? []).map(({ cost, text }, n) => ({ cost, text: cost > 0 && !paid(n) ? null : text })),
    upload: q.upload ? { ...q.upload, ends: [...q.upload.ends] } : null,
    report: q.report ?? false,
    scene: (q.topology_id ?? null) !== null,
    connection: q.connection ?? '',
    author: q.author ?? '',
  }
}

/** What a learner reads when the time of the key has come. A flag is never among it. */
export function answerKeyOf(row: object, language: TextLanguage = ''): AnswerKey {
  const q = inLanguage(row, language)
  const key: AnswerKey = { explanation: q.explanation ?? '' }
  const options = q.options ?? []
  if (q.type === 'true-false') key.truth = q.truth ?? true
  if (q.type === 'single' || q.type === 'multiple') {
    key.correct = options.filter((o) => o.correct).map((o) => o.id)
    key.feedback = Object.fromEntries(options.filter((o) => o.feedback).map((o) => [o.id, o.feedback ?? '']))
  }
  if (q.type === 'completion') key.accepted = (q.blanks ?? []).map((b) => [...(b.accepted ?? [])])
  if (q.type === 'short' || q.type === 'operation' || q.type === 'completion')
    if (q.reference) key.reference = q.reference
  return key
}
