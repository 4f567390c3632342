/** Theory questions as our own table, which reads back the same. */
import type { TheoryBody, TheoryQuestion } from '#src/contract/bank/question.schema.ts'
import { tableColumns } from '#src/contract/bank/table.ts'
import { csv } from '#mock/crud/csv.ts'
import type { Cell } from '#mock/crud/cells.ts'
import { xlsx } from '#mock/crud/xlsx.ts'
import { linesCell } from '#mock/import/formats/question/lines.ts'
import { type z } from 'zod'

const letter = (n: number): string => String.fromCharCode(65 + n)
/** A figure behind a bar, unless there is none and no bar in the text. */
export const figured = (text: string, figure: number): string => `${text} | ${figure}`

/** What a table says of a question. */
export type TableQuestion = z.output<typeof TheoryBody> & Pick<TheoryQuestion, 'set_name'>

function answer(q: TableQuestion): string {
  if (q.type === 'true-false') return String(q.truth)
  if (q.type === 'single' || q.type === 'multiple')
    return q.options.flatMap((o, n) => (o.correct ? [letter(n)] : [])).join('')
  if (q.type === 'completion')
    return linesCell(q.blanks.map((b) => b.accepted.map((a) => a.replace(/[\\|]/g, (c) => `\\${c}`)).join('|')))
  return q.reference
}

export function questionCells(q: TableQuestion): Cell[] {
  const said: Record<(typeof tableColumns)[number], Cell> = {
    type: q.type,
    title: q.title,
    stem: q.stem,
    options: linesCell(q.options.map((o, n) => `${letter(n)}. ${o.text}`)),
    answer: answer(q),
    score: q.score,
    difficulty: q.difficulty,
    set: q.set_name,
    knowledge: linesCell(q.knowledge),
    skills: linesCell(q.skills),
    keywords: linesCell(q.keywords),
    cve_ids: linesCell(q.cve_ids),
    explanation: q.explanation,
    hints: linesCell(q.hints.map((h) => figured(h.text, h.cost))),
    feedback: q.options.some((o) => o.feedback) ? linesCell(q.options.map((o) => o.feedback || '-')) : null,
    partial: q.partial,
    shuffle: String(q.shuffle),
    language: q.language,
    rubric: linesCell(q.rubric.map((r) => figured(r.text, r.points))),
    writeup: q.writeup,
  }
  return tableColumns.map((c) => said[c])
}

async function* batches(questions: readonly TableQuestion[]): AsyncGenerator<Cell[][]> {
  yield questions.map(questionCells)
}
export const questionCsv = (
  questions: readonly TableQuestion[],
  headings: readonly string[] = tableColumns,
): AsyncIterable<string> => csv(headings, batches(questions))
export const bookOf = (
  questions: readonly TableQuestion[],
  headings: readonly string[] = tableColumns,
): AsyncIterable<Uint8Array> => xlsx(headings, batches(questions))
