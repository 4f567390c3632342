/** What every sheet of answers decides alike, free of time and network: its keys, its files, and answers in words. */
import { isBlankAnswer } from '../../contract/bank/answer.ts'
import type { Answer, ShownQuestion } from '../../contract/bank/answer.schema.ts'
import type { DepositItem, Meant } from '../../kit/upload/deposit.slice.ts'
import type { EntriesByItem } from './entry.ts'

/** What Alt and a key do while a question is answered, by its place on the keyboard: a Mac types signs with Alt. */
export const deedOf = (code: string): 'next' | 'previous' | 'mark' | undefined =>
  code === 'KeyN' ? 'next' : code === 'KeyP' ? 'previous' : code === 'KeyM' ? 'mark' : undefined

/** The place of an answer's files; they may come when another question is before its writer. */
export const answerPlaceOf = (sheet: string, item: string): string => `${sheet} ${item}`
/** Whether it is a file on its way to a sheet. */
export const isComing = ({ meant, phase }: Pick<DepositItem, 'meant' | 'phase'>, sheet: string | undefined): boolean =>
  sheet !== undefined && meant?.place.startsWith(`${sheet} `) === true && phase.at !== 'done' && phase.at !== 'failed'

/** An answer with a file that has come for it: a single one takes the place of the one before. */
export function withFile(answer: Answer | null, file: Meant['attached'], most: number): Answer {
  const had = answer?.type === 'operation' ? answer : { type: 'operation' as const, text: '', files: [] }
  if (had.files.some((f) => f.file === file.file)) return had
  return { ...had, files: most === 1 ? [file] : [...had.files, file].slice(0, most) }
}

/** An answer that the server does not have and will not take by itself any more, in words that need no sheet. */
export interface Unsent {
  attempt: string
  item: string
  /** Number on the sheet. */
  n: number
  title: string
  answer: Answer
  /** Texts of the chosen options, of the blanks, of the answer; names of files. */
  said: readonly string[]
}

function said(answer: Answer, options: readonly { id: string; text: string }[]): string[] {
  switch (answer.type) {
    case 'true-false':
      return []
    case 'single':
    case 'multiple':
      return answer.chosen.map((id) => options.find((o) => o.id === id)?.text ?? id)
    case 'completion':
      return answer.blanks.filter(Boolean)
    case 'operation':
      return [answer.text, ...answer.files.map((f) => f.name)].filter(Boolean)
    default:
      return [answer.text]
  }
}

interface Sheet {
  id: string
  sections: readonly { items: readonly { id: string; n: number; question: ShownQuestion | null }[] }[]
}
/** The answers among entries, in words. */
export function unsentOf(sheet: Sheet, entries: EntriesByItem, items: readonly string[]): Unsent[] {
  const places = sheet.sections.flatMap((s) => s.items)
  return items.flatMap((item) => {
    const place = places.find((p) => p.id === item)
    const answer = entries[item]?.answer
    if (!place || !answer || isBlankAnswer(answer)) return []
    const { question, n } = place
    return [
      { attempt: sheet.id, item, n, title: question?.title ?? '', answer, said: said(answer, question?.options ?? []) },
    ]
  })
}
