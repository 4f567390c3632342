import { t } from '../../i18n/index.ts'

/** A challenge as it comes from the flag bank into a contest of whatever kind: worth its own points, down to a fifth. */
export const pickedChallenge = (question_id: string, title: string, points: number) => ({
  question_id,
  title,
  category: t('contest.item.uncategorised'),
  curve: 'classic' as const,
  most: Math.max(1, Math.round(points)) || 500,
  least: Math.max(1, Math.round(points / 5)),
  decay: 20,
  blood: true,
})
