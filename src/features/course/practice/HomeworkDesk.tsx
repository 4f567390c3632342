/** The desk of one question of a homework. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { problemOf } from '../../../lib/problem.ts'
import { MarkingDesk } from '../../../parts/marking/MarkingDesk.tsx'
import { start } from '../../../parts/marking/queue.logic.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import { practiceAt } from './address.ts'
import { oneMarker } from './rules.ts'

interface HomeworkDeskProps {
  course: string
  section: string
  item: string
  /** Of the homework. */
  title: string
}

export function HomeworkDesk({ course, section, item, title }: HomeworkDeskProps) {
  const { language } = useSettings()
  const params = { id: course, section }
  const [place, setPlace] = useState(start)
  const not = place.skipped.length ? { not: [...place.skipped] } : {}
  const waiting = useRead('GET /courses/:id/homework/:section/marking/next', {
    params,
    query: { item, language, ...not },
  })
  const mine = useRead('GET /courses/:id/homework/:section/marking/mine', { params, query: { item, language } })
  const all = useRead('GET /courses/:id/homework/:section/marking', { params })
  const [give, { busy }] = useWrite('POST /courses/:id/hand-ins/:hand_in/marks')
  const question = all.data?.items.find((i) => i.id === item)
  const next = all.data?.items.find((i) => i.id !== item && i.open > 0)
  return (
    <MarkingDesk
      item={item}
      queue={{ waiting, own: mine.data?.items ?? [] }}
      place={place}
      onPlace={setPlace}
      rules={oneMarker}
      busy={busy}
      give={async ({ attempt, version }, points, { comment, lines }) => {
        const body = { item, points, comment: comment.trim(), lines: [...lines], version }
        await give({ params: { id: course, hand_in: attempt }, body })
      }}
      passed={(e) => {
        // somebody else marks it too, or it was given back: it is looked at as it is now
        if (problemOf(e).status === 409) {
          waiting.refetch()
          mine.refetch()
        }
        return false
      }}
      next={
        next && {
          label: t('marking.question_n', { n: next.n, title: next.title }),
          to: practiceAt(course, { section, item: next.id }),
        }
      }
      words={{
        above: (
          <p className="course-practice-crumb">
            <Link to={practiceAt(course, {})}>{t('homework.many')}</Link>
            {' / '}
            <Link to={practiceAt(course, { section })}>{title}</Link>
          </p>
        ),
        before: question && <strong>{t('marking.question_n', { n: question.n, title: question.title })}</strong>,
      }}
      tools={(entry) =>
        entry && (
          <Link className={linkClass('plain', 'small')} to={practiceAt(course, { section, hand_in: entry.attempt })}>
            {t('homework.whole')}
          </Link>
        )
      }
    />
  )
}
