/** Where the points of an answer come from: each judgement by its rule, what went into it, the version of the question, who judged, and how they became one. */
import type { Review } from '../../../contract/exam/attempt.schema.ts'
import type { PointsJudgement } from '../../../contract/exam/why.schema.ts'
import { format, t, tOr } from '../../../i18n/index.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { cameBy } from './review.logic.ts'

interface WhyPointsProps {
  of: { why: readonly PointsJudgement[]; score: number }
  rules: Pick<Review['rules'], 'double' | 'threshold'>
  open: boolean
}
const rounds = ['key', 'first', 'second', 'third', 'objection'] as const

export function WhyPoints({ of, rules, open }: WhyPointsProps) {
  if (!of.why.length) return null
  const by = cameBy({ why: [...of.why], score: of.score }, rules)
  return (
    <details className="review-why" open={open}>
      <summary>{t('exam.why')}</summary>
      <ul>
        {of.why.map((w) => (
          <li key={w.round}>
            <strong className="mg-num">
              {format.number(w.points)} / {format.number(of.score)}
            </strong>{' '}
            {t(w.round === 1 && !rules.double ? 'exam.why_round.only' : `exam.why_round.${rounds[w.round] ?? 'key'}`)}
            {w.marker_name && `: ${w.marker_name}`}
            <span className="mg-dim">
              {' · '}
              {tOr([`exam.why_rule.${w.rule}`, `exam.judged.${w.rule}`], w.rule)}
              {' · '}
              {w.revision > 0
                ? t('exam.why_version_changed', { v: w.version, n: w.revision })
                : t('exam.why_version', { v: w.version })}
              {' · '}
              <DateTime at={w.at} />
            </span>
            {w.lines.length > 0 && (
              <p>
                {w.lines.map((l) => t('exam.why_line', { text: l.text, points: format.number(l.points) })).join(' · ')}
              </p>
            )}
            {w.comment && <p className="review-comment">{w.comment}</p>}
          </li>
        ))}
      </ul>
      {by && by !== 'key' && by !== 'marker' && (
        <p className="mg-dim">
          {t(`exam.why_by.${by}`, { share: format.percent(rules.threshold), score: format.number(of.score) })}
        </p>
      )}
    </details>
  )
}
