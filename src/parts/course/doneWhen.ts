import type { CompletionRule } from '../../contract/course/outline.ts'
import { format, t } from '../../i18n/index.ts'

/** When a quiz or a homework is done, as its learner reads it. */
export function doneWhen({ rule, share }: { rule: CompletionRule; share: number }): string {
  if (rule === 'score') return t('learn.quiz_score', { share: format.percent(share) })
  if (rule === 'exhausted') return t('learn.quiz_exhausted', { share: format.percent(share) })
  return t(rule === 'teacher' ? 'learn.teacher_ticks' : 'learn.quiz_answered')
}
