/** The table of exercises as people fill it in: one column a field, headings in either language, lists one line each. */
import { chineseHeadings, type TableColumn } from './table.ts'

export const exerciseColumns = [
  'title',
  'stem',
  'report',
  'files',
  'ends',
  'topology',
  'score',
  'difficulty',
  'set',
  'reference',
  'rubric',
  'knowledge',
  'skills',
  'keywords',
  'cve_ids',
  'explanation',
  'hints',
  'language',
  'writeup',
] as const
export type ExerciseColumn = (typeof exerciseColumns)[number]

const own = {
  report: '书面报告',
  files: '提交文件数',
  ends: '文件后缀',
  topology: '拓扑',
  reference: '参考答案',
} as const satisfies Partial<Record<ExerciseColumn, string>>
export const exerciseHeadings: Readonly<Record<ExerciseColumn, string>> = {
  ...(chineseHeadings as Readonly<Record<Exclude<ExerciseColumn, keyof typeof own> & TableColumn, string>>),
  ...own,
}

const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')

/** A heading names a column in either language. */
export const exerciseColumnOf = (heading: string): ExerciseColumn | undefined =>
  exerciseColumns.find((c) => c === plain(heading)) ??
  exerciseColumns.find((c) => plain(exerciseHeadings[c]) === plain(heading))
