import { type RefObject, useEffect, useState } from 'react'

/** How far below the window's top an element begins, px: a host has a header of its own above us. */
export function useTop(ref: RefObject<HTMLElement>, embedded: boolean): number {
  const [top, setTop] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!embedded || !element) {
      setTop(0)
      return
    }
    const measure = () => setTop(Math.max(0, Math.round(element.getBoundingClientRect().top + window.scrollY)))
    measure()
    const look = new ResizeObserver(measure)
    look.observe(document.body)
    return () => look.disconnect()
  }, [ref, embedded])
  return top
}
