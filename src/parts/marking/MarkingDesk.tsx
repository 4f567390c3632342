/** The desk of one question: the answer that waits, the points for it, and the way back to what was just marked. */
import './marking.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { MarkingSheet } from '../../contract/exam/run.schema.ts'
import { t } from '../../i18n/index.ts'
import type { ReadState } from '../../kit/data/api.ts'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Button, linkClass } from '../../ui/input/Button.tsx'
import { useForgetDraft } from './draft.ts'
import { MarkingPane } from './MarkingPane.tsx'
import type { PointsDraft } from './points.logic.ts'
import {
  current,
  goBack,
  goForward,
  marked,
  type MarkingQueueEntry,
  type MarkingQueueState,
  remaining,
  remarksByKey,
  skip,
  takeUp,
} from './queue.logic.ts'
import { useKeys } from './useKeys.ts'

/** What waits for this marker, and what they marked last. */
interface MarkingQueue<E extends MarkingQueueEntry> {
  waiting: ReadState<{ items: readonly E[]; left: number; comments: readonly { text: string }[] }>
  own: readonly E[]
  /** Answers without their points, whoever gives them; left out where nobody else marks. */
  open?: number
}
interface MarkingDeskProps<E extends MarkingQueueEntry> {
  item: string
  queue: MarkingQueue<E>
  place: MarkingQueueState
  onPlace: (next: (place: MarkingQueueState) => MarkingQueueState) => void
  rules: MarkingSheet['rules']
  busy: boolean
  /** Keeps the points. What it throws is said; `passed` then tells that the answer has its points from somebody else. */
  give: (entry: E, points: number, draft: PointsDraft) => Promise<unknown>
  passed?: (problem: unknown) => boolean
  /** The next question with something for this marker. */
  next: { label: string; to: string } | undefined
  words?: { above?: ReactNode; before?: ReactNode; allMarked?: string }
  /** Beside the keys of the desk, and beside the answer. */
  tools?: (entry: E | undefined) => ReactNode
  aside?: (entry: E) => ReactNode
  onMatches?: () => void
}

export function MarkingDesk<E extends MarkingQueueEntry>(props: MarkingDeskProps<E>) {
  const { item, queue, place, onPlace, rules, busy, give, passed, next, words = {}, tools, aside, onMatches } = props
  const { waiting, own } = queue
  const desk = useRef<HTMLDivElement>(null)
  const forget = useForgetDraft()
  const items = waiting.data?.items ?? []
  // a key that was learned stays with its remark as long as the question is marked
  const [remarks, setRemarks] = useState<readonly string[]>([])
  const known = remarksByKey(remarks, waiting.data?.comments ?? [])
  if (known.length !== remarks.length) setRemarks(known)
  const shown = current(items, own, place)
  const entry = [...items, ...own].find((e) => e.attempt === shown?.attempt && e.item === shown.item)
  const sheet = entry?.attempt
  // the keys belong to the answer that came, wherever the focus was
  useEffect(() => {
    if (sheet) desk.current?.focus({ preventScroll: true })
  }, [sheet])
  const back = () => onPlace((p) => goBack(p, own.length))
  // with nothing before them there is still the way back
  useKeys((c) => c.do === 'back' && back(), !entry)

  if (!waiting.data)
    return waiting.error ? <ProblemView problem={waiting.error} onRetry={waiting.refetch} /> : <Loading kind="detail" />
  const { left, putBack, others } = remaining(items, place, waiting.data.left, queue.open ?? waiting.data.left)
  const confirm = async (points: number, draft: PointsDraft) => {
    if (!entry || busy) return
    const done = () => {
      forget(entry.attempt, item)
      onPlace((p) => marked(p, entry.attempt))
    }
    try {
      await give(entry, points, draft)
      done()
    } catch (e) {
      toast.problem(e)
      if (passed?.(e)) done()
    }
  }
  return (
    <div ref={desk} tabIndex={-1} data-desk className="marking-desk">
      {words.above}
      <div className="marking-desk-bar">
        {words.before}
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
          <Button size="small" icon="arrow-right" onClick={() => onPlace(goForward)}>
            {t('marking.key.forward')}
          </Button>
        )}
        {place.skipped.length > 0 && (
          <Button size="small" onClick={() => onPlace(takeUp)}>
            {t('marking.take_up', { n: place.skipped.length })}
          </Button>
        )}
        {tools?.(entry)}
      </div>
      {entry ? (
        <MarkingPane
          key={`${entry.attempt} ${place.back > 0}`}
          entry={entry}
          rules={rules}
          remarks={remarks}
          busy={busy}
          aside={aside?.(entry)}
          onConfirm={(points, draft) => void confirm(points, draft)}
          onMove={(way) => {
            if (way === 'matches') onMatches?.()
            else if (way === 'back') back()
            else if (way === 'forward') onPlace(goForward)
            else if (place.back === 0) onPlace((p) => skip(p, entry.attempt))
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
          {next ? undefined : words.allMarked}
        </Empty>
      )}
    </div>
  )
}
