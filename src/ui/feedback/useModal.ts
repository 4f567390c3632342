import { type RefObject, useEffect } from 'react'
import { focused } from '../../lib/shadow.ts'
import { focusBack, placesAround } from './focusBack.ts'
import { useHeld } from './held.ts'

/**
 * The browser's own modal: it keeps the focus inside, silences the page below and gives the focus back. It starts at the element marked
 * `data-autofocus`, else at the first that takes it.
 */
export function useModal(ref: RefObject<HTMLDialogElement>, open: boolean): void {
  const held = useHeld()
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || !open || held) return
    const before = focused()
    const around = placesAround(before)
    if (!dialog.open) dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      if (dialog.open) dialog.close()
      focusBack(before, around)
    }
  }, [ref, open, held])
}
