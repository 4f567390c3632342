/** Our table of theory questions (`contract/bank/table.ts`). */
import { questionCells } from '#mock/areas/bank/file/table.ts'
import { tableLanguages, theorySamples } from '#mock/areas/bank/file/template.ts'
import { columnOf, type TableColumn, tableColumns, typeWords } from '#src/contract/bank/table.ts'
import { partials, theoryTypes } from '#src/contract/bank/question.ts'
import { readLines } from './lines.ts'
import { type Foreign, NoQuestion, letteredOptionsOf } from './question.ts'
import {
  bankHeadings,
  commonFields,
  rubricOf,
  samplesIn,
  sheetFormat,
  type QuestionTableSpec,
  tableFormat,
  yesNo,
} from './tableRead.ts'

type Data = Record<string, unknown>
type Cells = Partial<Record<TableColumn, string>>

const typeOf = (cell: string): string => {
  const plain = cell.trim().toLowerCase()
  return typeWords[cell.trim()] ?? theoryTypes.find((t) => t === plain.replace(/[\s_/]+/g, '-')) ?? plain
}
const partialOf = (cell: string): string =>
  partials.find((p) => p === cell.trim().toLowerCase()) ?? (yesNo(cell, 'partial') ? 'share' : 'none')

/** Options with a letter before each lose it; the answer names letters. */
function optionsIn(cells: Cells): ReturnType<typeof letteredOptionsOf> {
  const lines = readLines(cells.options ?? '')
  const lettered = lines.every((l, n) => l.startsWith(`${String.fromCharCode(65 + n)}. `))
  const texts = lettered ? lines.map((l) => l.slice(3)) : lines
  const letters = (cells.answer ?? '').toUpperCase().replace(/[\s,;，；、]+/g, '')
  if (texts.length < 2) throw new NoQuestion('table_options', { n: texts.length }, 'options')
  const wrong = [...letters].find((l) => l < 'A' || l.charCodeAt(0) - 65 >= texts.length)
  if (wrong !== undefined) throw new NoQuestion('table_key', { answer: wrong, n: texts.length }, 'options')
  const feedback = readLines(cells.feedback ?? '')
  return letteredOptionsOf(
    texts.map((text, n) => ({
      text,
      correct: letters.includes(String.fromCharCode(65 + n)),
      feedback: (feedback[n] ?? '').replace(/^-$/, ''),
    })),
  )
}
const choices = (q: Foreign, cells: Cells): Data => ({
  options: q.field(() => optionsIn(cells)),
  ...(cells.partial ? { partial: q.field(() => partialOf(cells.partial ?? '')) } : {}),
  ...(cells.shuffle ? { shuffle: q.field(() => yesNo(cells.shuffle ?? '', 'shuffle')) } : {}),
})
/** A blank a line; words that count as right stand apart by `|`, which behind a backslash is one itself. */
const blanks = (answer: string) =>
  readLines(answer).map((line, n) => ({
    id: `b${n + 1}`,
    accepted: [...line.matchAll(/((?:\\[\\|]|[^|])*)(?:\||$)/g)]
      .map((m) => (m[1] ?? '').replace(/\\([\\|])/g, '$1').trim())
      .filter(Boolean),
  }))

function fields(q: Foreign, cells: Cells): Data {
  const type = typeOf(cells.type ?? '')
  const data: Data = { type, ...commonFields(cells) }
  const answer = cells.answer ?? ''
  if (type === 'true-false') return { ...data, truth: q.field(() => yesNo(answer, 'truth')) }
  if (type === 'single' || type === 'multiple') return { ...data, ...choices(q, cells) }
  if (type === 'completion') return { ...data, blanks: blanks(answer) }
  if (type === 'short') return { ...data, reference: answer, ...rubricOf(cells.rubric) }
  return data
}

export const theoryTable: QuestionTableSpec<TableColumn> = {
  kind: 'theory-question',
  headings: bankHeadings(tableColumns, columnOf, ['type', 'title', 'answer']),
  from: {
    truth: ['answer'],
    options: ['options', 'answer'],
    blanks: ['stem', 'answer'],
    reference: ['answer'],
    set_id: ['set'],
  },
  row: (q, set, cells) => q.row('theory-question', set, fields(q, cells)),
  isSample: samplesIn(tableColumns, () => tableLanguages.flatMap(theorySamples).map(questionCells)),
}
export const questionTable = tableFormat(theoryTable)
export const questionSheet = sheetFormat(theoryTable)
