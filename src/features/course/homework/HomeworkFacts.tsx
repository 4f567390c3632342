/** What holds of a homework and how it stands, in facts that read the same on its lesson and on its own page. */
import type { HomeworkBrief } from '../../../contract/course/homework.schema.ts'
import type { CompletionRule } from '../../../contract/course/outline.ts'
import { format, t } from '../../../i18n/index.ts'
import { doneWhen } from '../../../parts/course/doneWhen.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'

type Standing = Omit<HomeworkBrief, 'kind' | 'items'>

const tones = { none: 'idle', draft: 'info', submitted: 'info', returned: 'warn', marked: 'ok' } as const
/** Not open yet, over without a hand-in, or how it stands. */
export function HomeworkStateTag({ of: h }: { of: Pick<Standing, 'phase' | 'state'> }) {
  if (h.phase === 'before') return <StatusTag word="waiting" tone="idle" label={t('homework.phase.before')} />
  if (h.phase === 'over' && (h.state === 'none' || h.state === 'draft'))
    return <StatusTag word="missing" tone="bad" label={t('homework.missing')} />
  return <StatusTag word={h.state} tone={tones[h.state]} label={t(`homework.is.${h.state}`)} />
}

export const permilleText = (permille: number): string => format.percent(permille / 1000)

interface HomeworkFactsProps {
  of: Standing
  rule: { rule: CompletionRule; share: number }
  items: number
}
export function HomeworkFacts({ of: h, rule, items }: HomeworkFactsProps) {
  const facts = [
    h.opens_at !== null && { label: t('homework.opens_at'), value: <DateTime at={h.opens_at} /> },
    { label: t('homework.due_at'), value: h.due_at === null ? t('homework.due_never') : <DateTime at={h.due_at} /> },
    h.late_until !== null && {
      label: t('homework.late_until'),
      value: (
        <>
          <DateTime at={h.late_until} />{' '}
          {h.late_permille > 0 && (
            <span className="mg-dim">{t('homework.late_costs', { share: permilleText(h.late_permille) })}</span>
          )}
        </>
      ),
    },
    {
      label: t('homework.asks'),
      value: t('paper.sum', { items, points: format.number(h.score) }),
    },
    {
      label: t('homework.attempts'),
      value:
        h.attempts === null
          ? t('homework.attempts_any')
          : t('learn.attempts_left', { left: h.left ?? 0, all: h.attempts }),
    },
    h.attempts !== 1 && { label: t('homework.counts'), value: t(`homework.counts.${h.counts}`) },
    { label: t('homework.tells'), value: t(`homework.tells.${h.tells}`) },
    {
      label: t('homework.done_when'),
      value: doneWhen(rule),
    },
    h.handed_at !== null && { label: t('homework.handed_at'), value: <DateTime at={h.handed_at} /> },
    h.points !== null && {
      label: t('homework.points'),
      value: <strong className="mg-num">{t('learn.points_of', pointsOfAll(h.points, h.points_of))}</strong>,
    },
  ]
  return <KeyValue items={facts.flatMap((f) => f || [])} />
}

export const pointsOfAll = (points: number, score: number) => ({
  points: format.number(points),
  score: format.number(score),
})
