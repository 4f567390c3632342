/** The cursor over the rows and the keys that move it. Listens on the page while the list is there, and to nothing outside the app. */
import { type RefObject, useEffect, useState } from 'react'
import { useLatest } from '../../resource/useLatest.ts'
import { listCommandOf, type KeyPlace, type ListCommand, movedCursor } from './keyboard.logic.ts'
import { eventTargetOf } from '../../../lib/shadow.ts'

const takesText =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [role=combobox], [contenteditable=true]'
const ownKeys = 'dialog, [role=dialog], [role=menu], [role=listbox]'

function placeOf(target: EventTarget | null, rows: HTMLElement | null, root: HTMLElement | null): KeyPlace | undefined {
  if (!(target instanceof Element) || !root) return undefined
  if (target === rows) return 'rows'
  if (target.matches(takesText) || target.closest(ownKeys)) return 'control'
  const app = root.closest('.mg-app')
  if (target === document.body || app?.contains(target))
    return document.querySelector('dialog[open]') ? 'control' : 'page'
  return undefined
}

export interface RowCursor {
  /** Place of the row under the cursor; -1 is none. */
  at: number
  put: (at: number) => void
}

/**
 * @param count rows on the page
 * @param rows the element that has the focus while the cursor is walked
 * @param does what a command does beyond moving; `shift` is the key's
 */
export function useRowCursor(
  count: number,
  rows: RefObject<HTMLElement | null>,
  root: RefObject<HTMLElement | null>,
  does: (command: ListCommand | { key: string }, at: number, shift: boolean) => void,
): RowCursor {
  const [at, put] = useState(-1)
  const now = Math.min(at, count - 1)
  const onKey = (e: KeyboardEvent): void => {
    if (e.defaultPrevented || e.isComposing) return
    const place = placeOf(eventTargetOf(e), rows.current, root.current)
    if (!place) return
    const command = listCommandOf(e, place)
    if (!command) {
      const plain = !e.ctrlKey && !e.metaKey && !e.altKey
      if (place === 'rows' && plain && now >= 0 && /^[a-z]$/.test(e.key)) does({ key: e.key }, now, e.shiftKey)
      return
    }
    e.preventDefault()
    const next = movedCursor(now, count, command)
    if (command === 'down' || command === 'up' || command === 'first' || command === 'last') {
      put(next)
      rows.current?.focus({ preventScroll: true })
    }
    does(command, next, e.shiftKey)
  }
  const latest = useLatest(onKey)
  useEffect(() => {
    const listen = (e: KeyboardEvent) => latest.current(e)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [latest])
  return { at: now, put }
}
