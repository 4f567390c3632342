/** Our table of exercises (`contract/bank/table.ts`). */
import { exerciseCellsOf as cellsOf } from '#mock/areas/bank/file/exerciseTable.ts'
import { exerciseSamples, tableLanguages } from '#mock/areas/bank/file/template.ts'
import { type ExerciseColumn, exerciseColumnOf, exerciseColumns } from '#src/contract/bank/table.ts'
import { readLines } from '../lines.ts'
import { type Foreign, NoQuestion } from '../question.ts'
import {
  bankHeadings,
  commonFields,
  rubricOf,
  samplesIn,
  sheetFormat,
  type QuestionTableSpec,
  tableFormat,
  yesNo,
} from '../tableRead.ts'
import { exerciseRow, uploadOf } from './row.ts'

type Cells = Partial<Record<ExerciseColumn, string>>

/** How many files are handed in: nothing and 0 say none. */
function upload({ files, ends }: Cells): Record<string, unknown> {
  const count = (files ?? '').trim()
  if (files === undefined) return {}
  if (!/^\d{0,3}$/.test(count)) throw new NoQuestion('type', {}, 'upload.files')
  return { upload: uploadOf(Number(count), readLines(ends ?? '')) }
}

function fields(q: Foreign, cells: Cells): Record<string, unknown> {
  const report = cells.report?.trim()
  return {
    ...commonFields(cells),
    ...q.field(() => upload(cells)),
    ...(report ? { report: q.field(() => yesNo(report, 'report')) } : {}),
    ...(cells.reference === undefined ? {} : { reference: cells.reference }),
    ...rubricOf(cells.rubric),
  }
}

export const exerciseTableSpec: QuestionTableSpec<ExerciseColumn> = {
  kind: 'exercise',
  headings: bankHeadings(exerciseColumns, exerciseColumnOf, ['title', 'report']),
  from: { upload: ['files', 'ends'], topology_id: ['topology'], set_id: ['set'] },
  row: (q, set, cells) => exerciseRow(q, set, fields(q, cells), cells.topology?.trim()),
  isSample: samplesIn(exerciseColumns, () => tableLanguages.flatMap(exerciseSamples).map(cellsOf)),
}
export const exerciseTable = tableFormat(exerciseTableSpec)
export const exerciseSheet = sheetFormat(exerciseTableSpec)
