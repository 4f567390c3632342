/** Keys of the whole page while it marks; a dialogue above it has its own. */
import { useEffect } from 'react'
import { useLatest } from '../../kit/resource/useLatest.ts'
import { type MarkingCommand, markingCommandOf } from './keys.logic.ts'
import { eventTargetOf } from '../../lib/shadow.ts'

function placeOf(target: EventTarget | null): Parameters<typeof markingCommandOf>[1] {
  if (!(target instanceof HTMLElement)) return 'page'
  if (target.closest('[data-points]')) return 'points'
  if (target.closest('textarea, select, [role=combobox], input:not([type=checkbox], [type=radio])')) return 'text'
  return target.closest('button, a, summary, input') ? 'button' : 'page'
}

export function useKeys(on: (command: MarkingCommand) => void, active = true): void {
  const latest = useLatest(on)
  useEffect(() => {
    if (!active) return undefined
    const press = (e: KeyboardEvent) => {
      if (e.defaultPrevented || e.isComposing || e.repeat || document.querySelector('dialog[open]')) return
      const command = markingCommandOf(e, placeOf(eventTargetOf(e)))
      if (!command) return
      e.preventDefault()
      latest.current(command)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [latest, active])
}
