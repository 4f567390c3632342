/** The sitting as its page reads it. */
import './part.ts'
import { useCallback, useEffect } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { useSettings } from '../../../kit/session/use.ts'
import { sittingActions, type SittingState, type WithSitting } from './sitting.slice.ts'

/** The exam is on the page as long as the component is. Undefined until its code has its place in the store. */
export function useSitting(exam: string): SittingState | undefined {
  const dispatch = useDispatch()
  const { language } = useSettings()
  useEffect(() => {
    dispatch(sittingActions.entered({ exam, language }))
    return () => {
      dispatch(sittingActions.flushAsked())
      dispatch(sittingActions.left())
    }
  }, [dispatch, exam, language])
  return useSelector((s: WithSitting) => s.sitting)
}

/** Says what the page sees of its candidate: looking elsewhere, leaving the whole screen. */
export function useSightings(on: boolean): void {
  const dispatch = useDispatch()
  const say = useCallback(
    (what: Parameters<typeof sittingActions.sighted>[0]) => void dispatch(sittingActions.sighted(what)),
    [dispatch],
  )
  useEffect(() => {
    if (!on) return undefined
    const blur = () => say('focus_lost')
    const focus = () => say('focus_back')
    const screen = () => say(document.fullscreenElement ? 'screen_back' : 'screen_left')
    addEventListener('blur', blur)
    addEventListener('focus', focus)
    document.addEventListener('fullscreenchange', screen)
    return () => {
      removeEventListener('blur', blur)
      removeEventListener('focus', focus)
      document.removeEventListener('fullscreenchange', screen)
    }
  }, [on, say])
}
