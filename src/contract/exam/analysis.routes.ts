/** What comes after marking: figures of an exam, its grades, files and sheets of paper. */
import { z } from 'zod'
import { LocalId } from '../bank/question.schema.ts'
import { textLanguages } from '../bank/question.ts'
import { Id, many } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { PrintPage } from './print.schema.ts'
import { Analysis, Standings } from './analysis.schema.ts'
import { resultScreens } from './exam.ts'

const analysing = ['exam-score-analysis'] as const
const language = z.enum(textLanguages).optional()
const narrowed = {
  /** Organisation of candidates: itself, without those below it. */
  org: Id.optional(),
  variant: LocalId.optional(),
}
const share = z.number().min(0).max(1)
/** Headings are of the language; the file is the same otherwise. */
const file = z.strictObject({
  format: z.enum(['csv', 'xlsx']).default('xlsx'),
  language: z.enum(['en-US', 'zh-CN']).default('en-US'),
})

export const analysisRoutes = routes({
  'GET /exams/:id/analysis': {
    summary: 'Statistics of the exam and of each question, from each candidate’s counting attempt',
    screens: analysing,
    query: z.strictObject({ ...narrowed, language }),
    reply: Analysis,
    problems: ['group_too_small'],
  },
  'GET /exams/:id/grades': {
    summary: 'Grade boundaries, and everybody with points, rank and grade',
    screens: analysing,
    reply: Standings,
  },
  'PUT /exams/:id/grades': {
    summary: 'Change grade boundaries; points stay as they are',
    screens: ['exam-manage', 'exam-edit'],
    body: z
      .strictObject({ a: share, b: share, c: share, version: z.number().int().min(1) })
      .superRefine(({ a, b, c }, ctx) => {
        const worse = (path: string) =>
          ctx.addIssue({
            code: 'custom',
            message: 'below_better_grade',
            path: [path],
            params: { rule: 'below_better_grade' },
          })
        if (b >= a) worse('b')
        if (c >= b) worse('c')
      }),
    reply: Standings,
    problems: ['stale_version'],
    finishes: true,
    audit: 'exam.grades',
  },
  'GET /exams/:id/print': {
    summary:
      'Sheets for paper, those that count by rank: for keepers and markers, and his own for a candidate once results are out',
    screens: 'signed-in',
    serves: ['exam-score-print'],
    query: z.strictObject({
      /** Sheets by their id, or those of people. */
      of: many(Id),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      page_size: z.coerce.number().int().min(1).max(25).default(10),
      language,
    }),
    reply: PrintPage,
    problems: ['no_operation_permission', 'not_allowed_in_state'],
  },
  'GET /exams/:id/results/file': {
    summary: 'Results by rank as a file',
    screens: resultScreens,
    query: file,
    reply: z.unknown(),
    stream: 'download',
    audit: 'exam.export-results',
  },
  'GET /exams/:id/analysis/file': {
    summary: 'Question statistics as a file',
    screens: analysing,
    query: file.extend(narrowed),
    reply: z.unknown(),
    problems: ['group_too_small'],
    stream: 'download',
    audit: 'exam.export-analysis',
  },
})
