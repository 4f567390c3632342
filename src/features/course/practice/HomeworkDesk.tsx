/** The desk of one question of a homework: the answer that waits, the points for it, and the way back to what was just marked. */
import '../../../parts/marking/marking.css'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { problemOf } from '../../../lib/problem.ts'
import { useForgetDraft } from '../../../parts/marking/draft.ts'
import { MarkingPane } from '../../../parts/marking/MarkingPane.tsx'
import type { PointsDraft } from '../../../parts/marking/points.logic.ts'
import {
  current,
  goBack,
  goForward,
  marked,
  remaining,
  remarksByKey,
  skip,
  start,
  takeUp,
} from '../../../parts/marking/queue.logic.ts'
import { useKeys } from '../../../parts/marking/useKeys.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { practiceAt } from './address.ts'

interface HomeworkDeskProps {
  course: string
  section: string
  item: string
  /** Of the homework. */
  title: string
}
/** One person's judgement counts here, and results are not published apart. */
const rules = { double: false, threshold: 0, out: false }

export function HomeworkDesk({ course, section, item, title }: HomeworkDeskProps) {
  const { language } = useSettings()
  const params = { id: course, section }
  const [place, setPlace] = useState(start)
  const desk = useRef<HTMLDivElement>(null)
  const not = place.skipped.length ? { not: [...place.skipped] } : {}
  const waiting = useRead('GET /courses/:id/homework/:section/marking/next', {
    params,
    query: { item, language, ...not },
  })
  const mine = useRead('GET /courses/:id/homework/:section/marking/mine', { params, query: { item, language } })
  const all = useRead('GET /courses/:id/homework/:section/marking', { params })
  const [give, { busy }] = useWrite('POST /courses/:id/hand-ins/:hand_in/marks')
  const forget = useForgetDraft()
  const own = mine.data?.items ?? []
  const queue = waiting.data?.items ?? []
  // a key that was learned stays with its remark as long as the question is marked
  const [remarks, setRemarks] = useState<readonly string[]>([])
  const known = remarksByKey(remarks, waiting.data?.comments ?? [])
  if (known.length !== remarks.length) setRemarks(known)
  const entry = current(queue, own, place)
  const version = [...queue, ...own].find((e) => e.attempt === entry?.attempt)?.version
  const sheet = entry?.attempt
  // the keys belong to the answer that came, wherever the focus was
  useEffect(() => {
    if (sheet) desk.current?.focus({ preventScroll: true })
  }, [sheet])
  const back = () => setPlace((p) => goBack(p, own.length))
  // with nothing before them there is still the way back
  useKeys((c) => c.do === 'back' && back(), !entry)
  const question = all.data?.items.find((i) => i.id === item)
  const next = all.data?.items.find((i) => i.id !== item && i.open > 0)

  if (!waiting.data)
    return waiting.error ? <ProblemView problem={waiting.error} onRetry={waiting.refetch} /> : <Loading kind="detail" />
  const { left, putBack } = remaining(queue, place, waiting.data.left, waiting.data.left)
  const confirm = async (points: number, draft: PointsDraft) => {
    if (!entry || version === undefined || busy) return
    const body = { item, points, comment: draft.comment.trim(), lines: [...draft.lines], version }
    try {
      await give({ params: { id: course, hand_in: entry.attempt }, body })
      forget(entry.attempt, item)
      setPlace((p) => marked(p, entry.attempt))
    } catch (e) {
      toast.problem(e)
      // somebody else marks it too, or it was given back: it is looked at as it is now
      if (problemOf(e).status === 409) {
        waiting.refetch()
        mine.refetch()
      }
    }
  }
  return (
    <div ref={desk} tabIndex={-1} data-desk className="marking-desk">
      <p className="course-practice-crumb">
        <Link to={practiceAt(course, {})}>{t('homework.many')}</Link>
        {' / '}
        <Link to={practiceAt(course, { section })}>{title}</Link>
      </p>
      <div className="marking-desk-bar">
        {question && <strong>{t('marking.question_n', { n: question.n, title: question.title })}</strong>}
        <span role="status" className="mg-num">
          {place.back > 0
            ? t('marking.looking_back', { n: place.back })
            : [
                t('marking.left_n', { n: left }),
                ...(putBack > 0 ? [t('marking.put_back_n', { n: putBack })] : []),
              ].join(' · ')}
        </span>
        <span className="kit-space" />
        <Button size="small" icon="arrow-left" disabled={place.back >= own.length} onClick={back}>
          {t('marking.key.back')}
        </Button>
        {place.back > 0 && (
          <Button size="small" icon="arrow-right" onClick={() => setPlace(goForward)}>
            {t('marking.key.forward')}
          </Button>
        )}
        {place.skipped.length > 0 && (
          <Button size="small" onClick={() => setPlace(takeUp)}>
            {t('marking.take_up', { n: place.skipped.length })}
          </Button>
        )}
        {entry && (
          <Link className={linkClass('plain', 'small')} to={practiceAt(course, { section, hand_in: entry.attempt })}>
            {t('homework.whole')}
          </Link>
        )}
      </div>
      {entry ? (
        <MarkingPane
          key={`${entry.attempt} ${place.back > 0}`}
          entry={entry}
          rules={rules}
          remarks={remarks}
          busy={busy}
          onConfirm={(points, draft) => void confirm(points, draft)}
          onMove={(way) => {
            if (way === 'back') back()
            else if (way === 'forward') setPlace(goForward)
            else if (way === 'skip' && place.back === 0) setPlace((p) => skip(p, entry.attempt))
          }}
        />
      ) : waiting.fetching ? (
        <Loading kind="detail" />
      ) : (
        <Empty
          icon="check"
          title={t(place.skipped.length ? 'marking.only_skipped' : 'marking.all_marked')}
          action={
            next && (
              <Link className={linkClass('primary')} to={practiceAt(course, { section, item: next.id })}>
                {t('marking.go_on_with', { question: t('marking.question_n', { n: next.n, title: next.title }) })}
              </Link>
            )
          }
        />
      )}
    </div>
  )
}
