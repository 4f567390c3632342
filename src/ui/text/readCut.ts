const given = new WeakSet<Element>()

/** Whether its place leaves off an end of its text. */
function isCut(el: HTMLElement): boolean {
  if (el.scrollWidth <= el.clientWidth + 1 && el.scrollHeight <= el.clientHeight + 1) return false
  const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(el)
  return overflowX === 'hidden' && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none')
}

/** Whatever text a place cuts is read whole in its tooltip, whoever drew it. Returns the end of it. */
export function readCut(root: HTMLElement): () => void {
  const look = (e: Event) => {
    for (let el = e.target; el instanceof HTMLElement && el !== root; el = el.parentElement) {
      // one of ours is looked at again: the text may be another by now
      if (el.title && !given.has(el)) return
      if (isCut(el)) {
        given.add(el)
        el.title = el.innerText.trim()
        return
      }
      if (given.delete(el)) el.removeAttribute('title')
    }
  }
  root.addEventListener('pointerover', look, { passive: true })
  return () => root.removeEventListener('pointerover', look)
}
