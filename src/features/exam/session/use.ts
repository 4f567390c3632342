/** The sitting as its page reads it. */
import './part.ts'
import { useEffect, useRef } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { reloadedHere } from '../../../lib/reloaded.ts'
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
    const how = { accepted: anew && gate === 'begin', returned: anew && gate === 'resume' && !reloadedHere() }
    dispatch(sittingActions.entered({ exam, language, handed: first.current, ...how }))
    return () => {
      dispatch(sittingActions.flushAsked())
      dispatch(sittingActions.left())
    }
  }, [dispatch, exam, language, me, gate])
  return useSelector((s: WithSitting) => s.sitting)
}

/** The server would have begun an attempt that its candidate had not asked for. */
export const useRefused = (): boolean =>
  useSelector(({ sitting: s }: WithSitting) => s?.phase.at === 'failed' && s.phase.problem.code === 'exam_not_accepted')

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
