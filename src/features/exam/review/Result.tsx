/** What came out, and what a total, a grade and a rank are made of. */
import type { Review } from '../../../contract/exam/attempt.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Stat, StatRow } from '../../../ui/data/Stat.tsx'
import { percentText as percentOf } from '../results/figure.ts'
import { boundsOf, closedIn, isAllHeld, reviewTotals } from './review.logic.ts'

export function ReviewResult({ of: r }: { of: Review }) {
  return (
    <>
      <StatRow>
        <Stat
          label={t(r.waiting > 0 ? 'exam.points_told' : 'exam.points_of')}
          value={isAllHeld(r) ? '–' : format.number(r.points)}
          unit={`/ ${format.number(r.score)}`}
        />
        <Stat label={t('exam.grade')} value={r.grade ?? '–'} />
        {r.rank !== null && (
          <Stat label={t('exam.rank')} value={format.number(r.rank)} unit={`/ ${format.number(r.candidates)}`} />
        )}
      </StatRow>
      <Closed of={r} />
      {r.open > 0 && <p role="status">{t('exam.points_so_far', { n: r.open })}</p>}
      <details className="review-why review-result">
        <summary>{t('exam.why_result')}</summary>
        <ul>
          <li>
            <Points of={r} />
          </li>
          {r.grade !== null && (
            <li>
              <Grade of={r} grade={r.grade} />
            </li>
          )}
          {r.rank !== null && <li>{t('exam.why_rank', { rank: r.rank, all: r.candidates })}</li>}
          <li>
            {t('exam.why_handed')} <DateTime at={r.handed_at} />
          </li>
        </ul>
      </details>
    </>
  )
}

/** What the figure above leaves out, or what of it is not told yet. */
function Closed({ of: r }: { of: Review }) {
  const n = closedIn(r)
  if (!n && !r.waiting) return null
  return (
    <p role="status" className="mg-dim">
      <Icon name="lock" />{' '}
      {r.waiting > 0
        ? t('exam.result_closed', { points: format.number(r.waiting), object: r.may_object ? 'yes' : 'no' })
        : t('exam.sheet_closed', { n, object: r.may_object ? 'yes' : 'no' })}{' '}
      {r.until && t('exam.review_until', { to: format.dateTime(r.until) })}
    </p>
  )
}

function Points({ of: r }: { of: Review }) {
  const sums = r.sections.flatMap((s) => reviewTotals(s.items).points ?? []).map((n) => format.number(n))
  const several = r.rules.attempts.length > 1
  return (
    <>
      {sums.length > 1 && (r.waiting > 0 || closedIn(r) === 0)
        ? t('exam.why_sum', { sum: sums.join(' + '), points: format.number(r.points) })
        : t('exam.why_points', { points: format.number(r.points), score: format.number(r.score) })}
      {several && (
        <>
          {' '}
          {t(`exam.why_attempts.${r.rules.attempt_rule}`, {
            all: r.rules.attempts.map((p) => format.number(p)).join(', '),
            points: format.number(r.rules.counted),
          })}
        </>
      )}
    </>
  )
}

/** Boundaries lie on half percents. */
const percent = (x: number): string => percentOf(100 * x)

function Grade({ of: r, grade }: { of: Review; grade: NonNullable<Review['grade']> }) {
  const { from, below } = boundsOf(grade, r.rules)
  const share = r.score > 0 ? r.points / r.score : 0
  const points = (s: number) => format.number(Math.ceil(s * r.score * 100) / 100)
  return (
    <>
      {t('exam.why_grade', { grade, share: percent(share) })}{' '}
      {from !== null && t('exam.why_grade_from', { share: percent(from), points: points(from) })}{' '}
      {below !== null && t('exam.why_grade_below', { share: percent(below), points: points(below) })}
    </>
  )
}
