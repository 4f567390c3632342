import { type RefObject, useLayoutEffect, useState } from 'react'
import { scaleOf } from '../../../lib/scale.ts'

/**
 * How much of the window's height is a host's, in px of the app, below 0 where a host shows the app smaller than it is: what stands above the app and, where its box scrolls by itself, below it. The rest is the
 * app's, so that nothing but its own page scrolls.
 */
export function useOutside(ref: RefObject<HTMLElement>, embedded: boolean): number {
  const [outside, setOutside] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!embedded || !element) {
      setOutside(0)
      return
    }
    const measure = () => setOutside(outsideOf(element))
    measure()
    // an observer does not hear of a window that grows around a body as high as its content
    window.addEventListener('resize', measure)
    if (typeof ResizeObserver === 'undefined') return () => window.removeEventListener('resize', measure)
    const look = new ResizeObserver(measure)
    look.observe(document.body)
    for (let at = parentOf(element); at; at = parentOf(at)) if (scrolls(at)) look.observe(at)
    return () => {
      look.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [ref, embedded])
  return outside
}

function outsideOf(element: HTMLElement): number {
  const box = boxAround(element)
  const { top } = element.getBoundingClientRect()
  const above = box
    ? top - box.getBoundingClientRect().top + (box.scrollTop - box.clientTop) * scaleOf(box)
    : top + window.scrollY
  let below = box ? length(getComputedStyle(box).paddingBottom) * scaleOf(box) : 0
  for (let at = parentOf(element); at && at !== box; at = parentOf(at)) {
    const style = getComputedStyle(at)
    below += (length(style.paddingBottom) + length(style.borderBottomWidth) + length(style.marginBottom)) * scaleOf(at)
  }
  const high = box ? Math.min(box.clientHeight * scaleOf(box), window.innerHeight) : window.innerHeight
  // a height of the window is as many of our own pixels, however large a host shows them
  return Math.round(window.innerHeight - (high - Math.max(0, above + below)) / scaleOf(element))
}

/** The box that the app would scroll, undefined where that is the page. */
function boxAround(element: HTMLElement): Element | undefined {
  for (let at = parentOf(element); at; at = parentOf(at)) if (scrolls(at) && hasOwnHeight(at, element)) return at
  return undefined
}
const scrolls = (e: Element): boolean =>
  e !== document.body && e !== document.documentElement && /auto|scroll|hidden/.test(getComputedStyle(e).overflowY)

/** Whether a box stays as high as it is when what is in it grows: one that follows us says nothing of the room there is. */
function hasOwnHeight(box: Element, element: HTMLElement): boolean {
  const before = box.clientHeight
  const more = document.createElement('div')
  more.style.cssText = 'display:block;height:2px'
  element.after(more)
  const after = box.clientHeight
  more.remove()
  return after === before
}

const parentOf = (e: Element): Element | undefined => {
  const at = e.parentNode
  return at instanceof Element ? at : at instanceof ShadowRoot ? at.host : undefined
}
const length = (px: string): number => Number.parseFloat(px) || 0
