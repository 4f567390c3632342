/** Words of an exam that several of its pages say. */
import type { ExamGuide, MyExam } from '../../contract/exam/attempt.schema.ts'
import { handedBy } from '../../parts/exam/handedBy.ts'
import { format, t } from '../../i18n/index.ts'

export const examPeriodText = ({ starts_at, ends_at }: Pick<MyExam, 'starts_at' | 'ends_at'>): string =>
  t('exam.when', { from: format.dateTime(starts_at), to: format.dateTime(ends_at) })

/** Least share of the points for each grade. */
export const gradesText = (e: Pick<ExamGuide, 'grade_a' | 'grade_b' | 'grade_c'>): string =>
  t('exam.grades_from', {
    a: format.percent(e.grade_a),
    b: format.percent(e.grade_b),
    c: format.percent(e.grade_c),
  })

/** Who handed it in, and when. */
const endOfAttempt = (a: {
  handed_by: NonNullable<MyExam['mine'][number]['handed_by']>
  handed_at: string
  handed_by_name?: string | undefined
}): string => handedBy(a, format.dateTime(a.handed_at))

/** The end of the attempt that is being written, or how the last one ended. */
export function lastEnd({ mine }: Pick<MyExam, 'mine'>): string | undefined {
  const a = mine.at(-1)
  if (!a) return undefined
  const { handed_at, handed_by } = a
  return handed_at && handed_by
    ? endOfAttempt({ ...a, handed_at, handed_by })
    : t('exam.own_end', { time: format.dateTime(a.deadline_at) })
}
