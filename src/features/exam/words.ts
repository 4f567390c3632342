/** Words of an exam that several of its pages say. */
import type { MyExam } from '../../contract/exam/attempt.schema.ts'
import { format, t } from '../../i18n/index.ts'

export const whenOf = ({ starts_at, ends_at }: Pick<MyExam, 'starts_at' | 'ends_at'>): string =>
  t('exam.when', { from: format.dateTime(starts_at), to: format.dateTime(ends_at) })

/** What the candidate can do with it now, in words. */
export const mayOf = ({ may }: Pick<MyExam, 'may'>): string => t(`exam.may.${may}`)
