/** The sitting as its page reads it. */
import './part.ts'
import { useEffect, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useLocation } from 'react-router-dom'
import { reloadedHere } from '../../../lib/reloaded.ts'
import type { AttemptState } from '../../../contract/exam/attempt.schema.ts'
import { useLatest } from '../../../kit/resource/useLatest.ts'
import { format, t } from '../../../i18n/index.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { useOwnAddress } from '../../../kit/navigation/useBlocker.ts'
import { useMe, useSettings } from '../../../kit/session/use.ts'
import { sittingActions } from './sitting.slice.ts'
import type { Passed } from './useGate.ts'
import type { SittingState, WithSitting } from './sitting.state.ts'

/**
 * The exam is on the page as long as the component is. Undefined until its code has its place in the store.
 * @param gate what its candidate said at the gate; undefined while he is there
 * @param handed an attempt whose receipt is looked at, where the page was opened for that
 */
export function useSitting(
  exam: string,
  handed: string | undefined,
  gate: Passed | undefined,
): SittingState | undefined {
  const dispatch = useDispatch()
  const { language } = useSettings()
  const me = useMe()?.resource_id
  const own = useOwnAddress()
  const { key } = useLocation()
  const start = useLatest(own && key === 'default')
  const first = useRef(handed)
  // what was asked for once is begun once: a page that comes back to it goes on
  const begun = useRef<string>()
  useEffect(() => {
    if (gate === undefined) {
      begun.current = undefined
      return
    }
    const anew = begun.current !== exam
    begun.current = exam
    const how = {
      accepted: anew && gate === 'begin',
      returned: anew && gate === 'resume' && !reloadedHere(start.current),
    }
    dispatch(sittingActions.entered({ exam, language, handed: first.current, ...how }))
    return () => {
      dispatch(sittingActions.flushAsked())
      dispatch(sittingActions.left())
    }
  }, [dispatch, exam, language, me, gate, start])
  return useSelector((s: WithSitting) => s.sitting)
}

/** The server would have begun an attempt that its candidate had not asked for. */
export const useRefused = (): boolean =>
  useSelector(({ sitting: s }: WithSitting) => s?.phase.at === 'failed' && s.phase.problem.code === 'exam_not_accepted')

/** Says that the time ends later than it did, where no pause has moved it. */
export function useMoreTime(now: AttemptState | undefined): void {
  const was = useRef<AttemptState>()
  useEffect(() => {
    const before = was.current
    was.current = now
    if (!now || !before || before.exam_status === 'pause' || now.exam_status === 'pause') return
    if (Date.parse(now.deadline_at) - Date.parse(before.deadline_at) < 30_000) return
    toast.info(t('exam.more_time', { time: format.time(new Date(now.deadline_at)) }))
  }, [now])
}

/** Says what the page sees of its candidate, where the exam wants to know: looking elsewhere, leaving the whole screen. */
export function useSightings(focus: boolean, screen: boolean): void {
  const dispatch = useDispatch()
  useEffect(() => {
    const on: [Window | Document, string, () => void][] = []
    const say = (what: Parameters<typeof sittingActions.sighted>[0]) => void dispatch(sittingActions.sighted(what))
    if (focus) on.push([window, 'blur', () => say('focus_lost')], [window, 'focus', () => say('focus_back')])
    if (screen)
      on.push([document, 'fullscreenchange', () => say(document.fullscreenElement ? 'screen_back' : 'screen_left')])
    for (const [at, name, f] of on) at.addEventListener(name, f)
    return () => {
      for (const [at, name, f] of on) at.removeEventListener(name, f)
    }
  }, [dispatch, focus, screen])
}
