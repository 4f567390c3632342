import { scaleOf } from '../../lib/scale.ts'

const gap = 4
const edge = 8

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Where a menu of a size goes in a window: below its button or above it, wherever it is whole, else where more of it is. */
export function menuPlace(
  button: Box,
  menu: { width: number; height: number },
  window: { width: number; height: number },
  align: 'start' | 'end',
) {
  const below = window.height - edge - button.bottom - gap
  const above = button.top - gap - edge
  const up = menu.height > below && above > below
  const room = Math.max(0, up ? above : below)
  const height = Math.min(menu.height, room)
  const wanted = align === 'end' ? button.right - menu.width : button.left
  return {
    left: Math.max(edge, Math.min(wanted, window.width - edge - menu.width)),
    top: up ? button.top - gap - height : button.bottom + gap,
    room,
  }
}

/** Puts a menu that hangs above the page at its button, whatever its host does with the place: measured from where it comes to stand. */
export function putMenu(menu: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  Object.assign(menu.style, { left: '0', top: '0', maxHeight: 'none' })
  const stands = menu.getBoundingClientRect()
  const scale = scaleOf(menu)
  const at = menuPlace(
    button.getBoundingClientRect(),
    stands,
    { width: document.documentElement.clientWidth, height: window.innerHeight },
    align,
  )
  menu.style.left = `${(at.left - stands.left) / scale}px`
  menu.style.top = `${(at.top - stands.top) / scale}px`
  menu.style.maxHeight = `${at.room / scale}px`
}
