import { examStatuses } from '../../contract/exam/status.ts'
import { t } from '../../i18n/index.ts'

/** Narrows a list of exams to those of one status. */
export const statusFilter = () => ({
  field: 'status' as const,
  label: t('exam.field.status'),
  all: t('exam.all'),
  options: examStatuses.map((value) => ({ value, label: t(`exam.status.${value}`) })),
})
