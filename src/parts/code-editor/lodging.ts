/**
 * What a library puts outside the app, into the head and the body of the page, is there while somebody uses it and gone with the last of
 * them: the page may be a host's. Monaco makes its elements once and then takes them for granted, so they are kept and put back.
 */
export interface Lodging {
  /** Counts somebody in; whatever appears outside while he is made is the library's. */
  enter<T>(make: () => T): T
  leave(): void
}

export function lodging(page: Document): Lodging {
  const kept: { element: Element; at: Element }[] = []
  let guests = 0
  return {
    enter(make) {
      const places = [page.head, page.body].map((at) => ({ at, before: new Set(at.children) }))
      if (guests === 0) for (const { element, at } of kept) at.append(element)
      const made = make()
      guests++
      for (const { at, before } of places)
        for (const element of at.children)
          if (!before.has(element) && !kept.some((k) => k.element === element)) kept.push({ element, at })
      return made
    },
    leave() {
      guests--
      if (guests === 0) for (const { element } of kept) element.remove()
    },
  }
}
