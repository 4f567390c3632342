/** Where the keyboard goes on when what had the focus is gone or switched off: never at the top of the page again. */
import { focused } from '../../lib/shadow.ts'
const takesFocus =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]'

/** The places around an element, from near to far, remembered while it still stands there. */
export const placesAround = (el: Element | null): Element[] => {
  const places: Element[] = []
  for (let at = el?.parentElement; at && at !== document.body; at = at.parentElement) places.push(at)
  return places
}

/** Gives the focus back to an element, or to the nearest that takes it. In a tree or a table that is the one with the tab stop. */
export function focusBack(el: Element | null, places: readonly Element[] = placesAround(el)): void {
  if (el instanceof HTMLElement && el.isConnected) el.focus()
  if (el && el === focused()) return
  for (const place of places) {
    if (!place.isConnected) continue
    const near =
      place.closest('[role=grid]') ??
      place.querySelector('[role=tree] [tabindex="0"]') ??
      place.querySelector(takesFocus)
    if (!(near instanceof HTMLElement)) continue
    near.focus()
    if (focused() === near) return
  }
}
