/** Filters that several lists of practice have. */
import { difficulties, type QuestionType } from '../../contract/bank/question.ts'
import { t } from '../../i18n/index.ts'

export const difficultyFilter = () => ({
  field: 'difficulty' as const,
  closed: true,
  label: t('practice.filter.difficulty'),
  all: t('practice.any_difficulty'),
  options: difficulties.map((value) => ({ value, label: t(`practice.level.${value}`) })),
})

export const typeFilter = (types: readonly QuestionType[]) => ({
  field: 'type' as const,
  closed: true,
  label: t('practice.filter.type'),
  all: t('practice.any_type'),
  options: types.map((value) => ({ value, label: t(`practice.type.${value}`) })),
})
