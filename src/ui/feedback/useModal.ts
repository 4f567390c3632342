import { type RefObject, useEffect } from 'react'
import { focused } from '../../lib/shadow.ts'
import { focusBack, placesAround } from './focusBack.ts'
import { useHeld } from './held.ts'

/** Inside a host what is dimmed is the app's own box; alone it has the window. */
function dimOwnBox(dialog: HTMLElement): () => void {
  const app = dialog.parentElement?.closest('.mg-hosted')
  const fit = () => {
    const b = app?.getBoundingClientRect()
    if (!b?.width || !b.height) return
    const edges = [b.top, innerWidth - b.right, innerHeight - b.bottom, b.left]
    dialog.style.setProperty('--mg-dimmed', `inset(${edges.map((n) => `${Math.max(0, n)}px`).join(' ')})`)
  }
  fit()
  addEventListener('resize', fit)
  addEventListener('scroll', fit, true)
  return () => {
    removeEventListener('resize', fit)
    removeEventListener('scroll', fit, true)
  }
}

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
    const undim = dimOwnBox(dialog)
    if (!dialog.open) dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      undim()
      if (dialog.open) dialog.close()
      focusBack(before, around)
    }
  }, [ref, open, held])
}
