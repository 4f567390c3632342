/** Keeps the keyboard where it was when what had the focus goes away, by what was done to it or by somebody else. */
import { type FocusEvent, useEffect, useRef } from 'react'
import { focusBack, placesAround } from './focusBack.ts'

/** For the element in which things come and go: spread what it answers. It looks only while the focus is inside. */
export function useHeldFocus() {
  const watch = useRef<MutationObserver>()
  useEffect(() => () => watch.current?.disconnect(), [])
  return {
    onFocus: ({ target, currentTarget }: FocusEvent) => {
      watch.current?.disconnect()
      // a dialogue gives the focus back by itself
      if (target.closest('dialog')) return
      const around = placesAround(target)
      const seen = new MutationObserver(() => {
        if (target.isConnected) return
        seen.disconnect()
        if (document.activeElement === document.body) focusBack(target, around)
      })
      seen.observe(currentTarget, { childList: true, subtree: true })
      watch.current = seen
    },
    onBlur: ({ target }: FocusEvent) => {
      // what is taken out of the page blurs as well
      if (target.isConnected) watch.current?.disconnect()
    },
  }
}
