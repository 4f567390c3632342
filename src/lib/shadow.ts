/**
 * A host may keep the app in a shadow root. Asked there, the document knows the shadow's host only: who has the focus, where an event came
 * from and what stands under a point are questions to the tree itself.
 */

/** What has the focus, inside open shadow roots too. */
export function focused(): Element | null {
  let at = document.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at
}

/** Where an event began, for a listener on the document or the window. */
export const eventTargetOf = (e: Event): EventTarget | null => e.composedPath()[0] ?? e.target

/** The element with this id in the same app: two apps of a page may have the same ids. */
export const byId = (near: Element, id: string): HTMLElement | null =>
  (near.closest('.mg-app') ?? near.ownerDocument).querySelector<HTMLElement>(`[id="${CSS.escape(id)}"]`)

/** What stands under a point of the window, in the tree of an element. */
export const elementUnder = (near: Element, x: number, y: number): Element | null => {
  const tree = near.getRootNode()
  return (tree instanceof ShadowRoot ? tree : near.ownerDocument).elementFromPoint(x, y)
}
