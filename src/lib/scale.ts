/** How many pixels of the window one of the element's own is: a host may have a `zoom` or scale what it shows. */
export const scaleOf = (e: Element): number =>
  e instanceof HTMLElement && e.offsetHeight > 0 ? e.getBoundingClientRect().height / e.offsetHeight : 1
