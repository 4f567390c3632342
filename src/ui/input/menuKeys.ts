/**
 * Which entry of a menu a key leads to, or undefined when the key means nothing there. A letter goes to the next entry that begins with it.
 * @param at the entry that has the focus; -1 for none
 */
export function nextInMenu(key: string, at: number, labels: readonly string[]): number | undefined {
  const n = labels.length
  if (n === 0) return undefined
  if (key === 'ArrowDown') return (at + 1) % n
  if (key === 'ArrowUp') return (at <= 0 ? n : at) - 1
  if (key === 'Home') return 0
  if (key === 'End') return n - 1
  if (key.length !== 1 || key === ' ') return undefined
  const letter = key.toLocaleLowerCase()
  for (let i = 1; i <= n; i++) {
    const next = (Math.max(at, -1) + i) % n
    if (labels[next]?.trim().toLocaleLowerCase().startsWith(letter)) return next
  }
  return undefined
}
