/** Keeps the keyboard in a list whose entry with the focus goes away, by what was done to it or by somebody else. */
import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { focusBack, placesAround } from './focusBack.ts'

/** For the element that holds the entries: spread what it answers. */
export function useHeldFocus() {
  const held = useRef<{ el: Element; around: Element[] }>()
  useLayoutEffect(() => {
    const { el, around } = held.current ?? {}
    if (!el || el.isConnected) return
    held.current = undefined
    if (document.activeElement === document.body) focusBack(el, around)
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      held.current = { el: target, around: placesAround(target) }
    },
    onBlur: ({ target }: FocusEvent) => {
      // one that is taken out of the page blurs as well
      if (target.isConnected) held.current = undefined
    },
  }
}
