import type { MyExam } from '../../contract/exam/attempt.schema.ts'
import { t } from '../../i18n/index.ts'

/** What the candidate can do with it now, in words. */
export const mayOf = ({ may, mine }: Pick<MyExam, 'may' | 'mine'>): string =>
  t(may === 'over' && !mine.length ? 'exam.may.over_untaken' : `exam.may.${may}`)

/** Of several attempts, which counts, how many are handed in and how many are left; undefined where there is one. */
export function attemptsOf(e: Pick<MyExam, 'attempts' | 'attempt_rule' | 'mine'>): string | undefined {
  if (e.attempts < 2) return undefined
  const done = e.mine.filter((a) => a.handed_at !== null).length
  const left = Math.max(0, e.attempts - e.mine.length)
  return t(done ? 'exam.attempts_used' : 'exam.attempts_say', { all: e.attempts, rule: e.attempt_rule, done, left })
}
