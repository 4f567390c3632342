import { type RefObject, useEffect, useState } from 'react'

/** Width of an element in px, undefined until it was measured; of the element, not the window: a host may give us a part of it. */
export function useWidth(ref: RefObject<Element>): number | undefined {
  const [width, setWidth] = useState<number>()
  useEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const look = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    look.observe(element)
    return () => look.disconnect()
  }, [ref])
  return width
}
