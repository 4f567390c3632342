/** Exercises as our own table, which reads back the same but for files. */
import type { Exercise, ExerciseBody } from '#src/contract/bank/question.schema.ts'
import { type ExerciseColumn, exerciseColumns } from '#src/contract/bank/table.ts'
import { csv } from '#mock/crud/csv.ts'
import type { Cell } from '#mock/crud/cells.ts'
import { xlsx } from '#mock/crud/xlsx.ts'
import { linesCell } from '#mock/import/formats/question/lines.ts'
import { figured } from './table.ts'
import { type z } from 'zod'

/** What a table says of an exercise. */
export type TableExercise = z.output<typeof ExerciseBody> & Pick<Exercise, 'set_name' | 'topology_name'>

export function exerciseCellsOf(e: TableExercise): Cell[] {
  const said: Record<ExerciseColumn, Cell> = {
    title: e.title,
    stem: e.stem,
    report: String(e.report),
    files: e.upload.wanted ? e.upload.files : 0,
    ends: linesCell(e.upload.wanted ? e.upload.ends : []),
    topology: e.topology_name,
    score: e.score,
    difficulty: e.difficulty,
    set: e.set_name,
    reference: e.reference,
    rubric: linesCell(e.rubric.map((r) => figured(r.text, r.points))),
    knowledge: linesCell(e.knowledge),
    skills: linesCell(e.skills),
    keywords: linesCell(e.keywords),
    cve_ids: linesCell(e.cve_ids),
    explanation: e.explanation,
    hints: linesCell(e.hints.map((h) => figured(h.text, h.cost))),
    language: e.language,
    writeup: e.writeup,
  }
  return exerciseColumns.map((c) => said[c])
}

async function* batches(exercises: readonly TableExercise[]): AsyncGenerator<Cell[][]> {
  yield exercises.map(exerciseCellsOf)
}
export const exerciseTableOf = (
  exercises: readonly TableExercise[],
  headings: readonly string[] = exerciseColumns,
): AsyncIterable<string> => csv(headings, batches(exercises))
export const exerciseBookOf = (
  exercises: readonly TableExercise[],
  headings: readonly string[] = exerciseColumns,
): AsyncIterable<Uint8Array> => xlsx(headings, batches(exercises))
