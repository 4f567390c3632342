import type { MyExam } from '../../contract/exam/attempt.schema.ts'
import { t } from '../../i18n/index.ts'

/** What the candidate can do with it now, in words. */
export const mayOf = ({ may, mine }: Pick<MyExam, 'may' | 'mine'>): string =>
  t(may === 'over' && !mine.length ? 'exam.may.over_untaken' : `exam.may.${may}`)
