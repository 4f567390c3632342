let asked = false
/**
 * Whether this page is here because it was loaded anew in its place. Answered once: who comes to it later in the same document has been
 * elsewhere meanwhile, and so has who came by an address, a link or the way back.
 * @param begun where the window's address says nothing of the app: whether it is where its host let it begin
 */
export function reloadedHere(begun?: boolean): boolean {
  if (asked) return false
  asked = true
  const [entry] = performance.getEntriesByType('navigation')
  return (
    entry !== undefined &&
    'type' in entry &&
    entry.type === 'reload' &&
    (begun ?? new URL(entry.name).pathname === location.pathname)
  )
}
