import { type RefObject, useEffect, useState } from 'react'

/** A side of an element in px, undefined until it was measured; of the element, not the window: a host may give us a part of it. */
function useSide(ref: RefObject<Element>, side: 'width' | 'height'): number | undefined {
  const [length, setLength] = useState<number>()
  useEffect(() => {
    const element = ref.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const look = new ResizeObserver(([entry]) => entry && setLength(entry.contentRect[side]))
    look.observe(element)
    return () => look.disconnect()
  }, [ref, side])
  return length
}

export const useWidth = (ref: RefObject<Element>): number | undefined => useSide(ref, 'width')
export const useHeight = (ref: RefObject<Element>): number | undefined => useSide(ref, 'height')
