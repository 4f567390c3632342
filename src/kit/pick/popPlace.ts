import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'

const gap = 4
const highest = 280

/**
 * Below the field, or above it where there is more room.
 * @param floor what lies there stays in sight: the buttons of the dialogue
 */
export function popupPlacement(
  field: { top: number; bottom: number; left: number; width: number },
  windowHeight: number,
  floor = windowHeight,
) {
  const below = Math.min(windowHeight, floor) - field.bottom - 2 * gap
  const above = field.top - 2 * gap
  const up = below < highest / 2 && above > below
  const maxHeight = Math.min(highest, up ? above : below)
  return up
    ? { top: 'auto', bottom: windowHeight - field.top + gap, left: field.left, width: field.width, maxHeight }
    : { top: field.bottom + gap, left: field.left, width: field.width, maxHeight }
}

/** Where a list of choices stands in a dialogue, whose edge would cut it off: fixed to the window. Undefined elsewhere. */
export function usePopPlace(field: RefObject<HTMLElement>, open: boolean): CSSProperties | undefined {
  const [place, setPlace] = useState<CSSProperties>()
  useLayoutEffect(() => {
    const at = field.current
    if (!open || !at?.closest('dialog')) return setPlace(undefined)
    const put = () => {
      const box = at.getBoundingClientRect()
      const buttons = at.closest('dialog')?.querySelector('.mg-dialog-actions')?.getBoundingClientRect().top
      const floor = buttons !== undefined && buttons > box.bottom ? buttons : innerHeight
      setPlace({ position: 'fixed', insetInline: 'auto', ...popupPlacement(box, innerHeight, floor) })
    }
    put()
    const off = new AbortController()
    // whatever scrolls below it takes the field along
    document.addEventListener('scroll', put, { capture: true, signal: off.signal })
    window.addEventListener('resize', put, { signal: off.signal })
    return () => off.abort()
  }, [field, open])
  return place
}
