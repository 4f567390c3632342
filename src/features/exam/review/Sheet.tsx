/** A marked sheet: what came out of it and why, where points are missing, and each answer. */
import '../../../parts/answer-sheet/answer-sheet.css'
import '../../../ui/data/Chips.css'
import { useState } from 'react'
import type { Review } from '../../../contract/exam/attempt.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ReviewedAnswer } from './Item.tsx'
import { ReviewResult } from './Result.tsx'
import { gotOf, isMissing, reviewTotals } from './review.logic.ts'
import { byId } from '../../../lib/shadow.ts'

const looks = { all: 'submitted-right', some: 'submitted', none: 'submitted-wrong' } as const

export function ReviewedSheet({ of: r }: { of: Review }) {
  const [only, setOnly] = useState(false)
  const items = r.sections.flatMap((s) => s.items)
  const missing = items.filter(isMissing)
  return (
    <>
      <ReviewResult of={r} />
      {r.depth === 'points' && <p className="mg-dim">{t('exam.points_only')}</p>}
      {items.length > 0 && (
        <div className="review-bar">
          <nav className="review-cells" aria-label={t('exam.review_questions')}>
            {items.map((i) => {
              const says = t('exam.review_cell', {
                n: i.n,
                points: i.closed || i.waits ? '–' : format.number(i.points ?? 0),
                score: format.number(i.score),
              })
              return (
                <a
                  key={i.id}
                  href={`#review-${i.n}`}
                  title={says}
                  aria-label={says}
                  className={`answer-cell answer-cell-${i.closed || i.waits ? 'not-submitted' : looks[gotOf(i)]}`}
                  onClick={(e) => {
                    // the address is the router's
                    e.preventDefault()
                    const place = byId(e.currentTarget, `review-${i.n}`)
                    place?.scrollIntoView({ block: 'start' })
                    place?.focus({ preventScroll: true })
                  }}
                >
                  {format.number(i.n)}
                </a>
              )
            })}
          </nav>
          {missing.length > 0 && (
            <button type="button" className="mg-chip" aria-pressed={only} onClick={() => setOnly(!only)}>
              {t('exam.review_missing')} <span className="mg-num mg-dim">{format.number(missing.length)}</span>
            </button>
          )}
        </div>
      )}
      {only && missing.length === 0 && <Empty compact icon="check" title={t('exam.review_none_missing')} />}
      {r.sections.map((s) => {
        const shown = only ? s.items.filter(isMissing) : s.items
        const sum = reviewTotals(s.items)
        return (
          shown.length > 0 && (
            <Panel
              key={s.id}
              title={s.title}
              actions={
                <strong className="mg-num">
                  {sum.points === null ? '–' : format.number(sum.points)} / {format.number(sum.score)}
                  {sum.points !== null && sum.waiting > 0 && (
                    <small className="mg-dim"> {t('exam.part_waiting', { points: format.number(sum.waiting) })}</small>
                  )}
                </strong>
              }
            >
              {shown.map((item) => (
                <ReviewedAnswer key={item.id} of={item} review={r} />
              ))}
            </Panel>
          )
        )
      })}
    </>
  )
}
