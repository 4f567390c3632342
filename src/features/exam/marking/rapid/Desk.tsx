/** The desk of one question: the answer that waits, the points for it, and the way back to what was just marked. */
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../../../i18n/index.ts'
import { useRead, useWrite } from '../../../../kit/data/api.ts'
import { useSettings } from '../../../../kit/session/use.ts'
import { problemOf } from '../../../../lib/problem.ts'
import { Button, linkClass } from '../../../../ui/input/Button.tsx'
import { Empty } from '../../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { useForgetDraft } from '../../../../parts/marking/draft.ts'
import type { PointsDraft } from '../../../../parts/marking/points.logic.ts'
import { SceneLine } from '../SceneLine.tsx'
import { AlikeAnswers } from './Alike.tsx'
import { MarkingPane } from '../../../../parts/marking/MarkingPane.tsx'
import {
  current,
  goBack,
  goForward,
  remarksByKey,
  marked,
  remaining,
  skip,
  start,
  takeUp,
} from '../../../../parts/marking/queue.logic.ts'
import { useKeys } from '../../../../parts/marking/useKeys.ts'

interface DeskProps {
  exam: string
  item: string
  /** Answers to it without their points, whoever gives them. */
  open: number
  /** The next question with something for this marker. */
  next: { label: string; to: string } | undefined
}

export function RapidMarkingDesk({ exam, item, open, next }: DeskProps) {
  const { language } = useSettings()
  const [place, setPlace] = useState(start)
  // times the marker's key asked for the fill-ins that equal the key
  const [asked, setAsked] = useState(0)
  const desk = useRef<HTMLDivElement>(null)
  const not = place.skipped.length ? { not: [...place.skipped] } : {}
  const waiting = useRead('GET /exams/:id/marking/next', {
    params: { id: exam },
    query: { item, language, ...not },
  })
  const mine = useRead('GET /exams/:id/marking/mine', {
    params: { id: exam },
    query: { item, language },
  })
  const [give, { busy }] = useWrite('POST /exam-sheets/:id/marks')
  const forget = useForgetDraft()
  const own = mine.data?.items ?? []
  const queue = waiting.data?.items ?? []
  // a key that was learned stays with its remark as long as the question is marked
  const [remarks, setRemarks] = useState<readonly string[]>([])
  const known = remarksByKey(remarks, waiting.data?.comments ?? [])
  if (known.length !== remarks.length) setRemarks(known)
  const entry = current(queue, own, place)
  const sheet = entry?.attempt
  // the keys belong to the answer that came, wherever the focus was
  useEffect(() => {
    if (sheet) desk.current?.focus({ preventScroll: true })
  }, [sheet])
  const back = () => setPlace((p) => goBack(p, own.length))
  // with nothing before him there is still the way back
  useKeys((c) => c.do === 'back' && back(), !entry)

  if (!waiting.data)
    return waiting.error ? <ProblemView problem={waiting.error} onRetry={waiting.refetch} /> : <Loading kind="detail" />
  const { left, putBack, others } = remaining(queue, place, waiting.data.left, open)
  const confirm = async (points: number, draft: PointsDraft) => {
    if (!entry || entry.item.may === null || busy) return
    const body = {
      item,
      points,
      comment: draft.comment.trim(),
      lines: [...draft.lines],
      round: entry.item.may,
    }
    try {
      await give({ params: { id: entry.attempt }, body })
      forget(entry.attempt, item)
      setPlace((p) => marked(p, entry.attempt))
    } catch (e) {
      toast.problem(e)
      if (problemOf(e).code !== 'marked_meanwhile') return
      // it has its points from somebody else: the next one
      forget(entry.attempt, item)
      setPlace((p) => marked(p, entry.attempt))
      waiting.refetch()
    }
  }
  return (
    <div ref={desk} tabIndex={-1} data-desk className="marking-desk">
      <div className="marking-desk-bar">
        <span role="status" className="mg-num">
          {place.back > 0
            ? t('marking.looking_back', { n: place.back })
            : [
                t('marking.left_n', { n: left }),
                ...(putBack > 0 ? [t('marking.put_back_n', { n: putBack })] : []),
                ...(others > 0 ? [t('marking.others_n', { n: others })] : []),
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
        <AlikeAnswers exam={exam} item={item} kind="blanks" />
        <AlikeAnswers exam={exam} item={item} kind="matches" asked={asked} />
      </div>
      {entry ? (
        <MarkingPane
          key={`${entry.attempt} ${place.back > 0}`}
          entry={entry}
          rules={waiting.data.rules}
          remarks={remarks}
          busy={busy}
          aside={entry.item.scene && <SceneLine sheet={entry.attempt} of={entry.item.scene} />}
          onConfirm={(points, draft) => void confirm(points, draft)}
          onMove={(way) => {
            if (way === 'matches') setAsked((n) => n + 1)
            else if (way === 'back') back()
            else if (way === 'forward') setPlace(goForward)
            else if (place.back === 0) setPlace((p) => skip(p, entry.attempt))
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
              <Link className={linkClass('primary')} to={next.to}>
                {t('marking.go_on_with', { question: next.label })}
              </Link>
            )
          }
        >
          {next ? undefined : t('marking.all_marked_text')}
        </Empty>
      )}
    </div>
  )
}
