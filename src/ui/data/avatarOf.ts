/**
 * One or two letters for a name: the first of the first and last word, or the last characters of a Chinese name.
 * @param most how many Chinese characters there is room for
 */
export function initials(name: string, most = 2): string {
  const words = name
    .trim()
    .split(/[\s_.-]+/)
    .filter(Boolean)
  const first = words[0]
  if (!first) return '?'
  if (/\p{Script=Han}/u.test(name)) return [...words.join('')].slice(-most).join('')
  const last = words.length > 1 ? words.at(-1) : undefined
  return ([...first][0] ?? '').toUpperCase() + (last ? ([...last][0] ?? '').toUpperCase() : '')
}

/** Number of the data colour, 1 to 8, that a name always gets. */
export function dataColourOf(name: string): number {
  let h = 2166136261
  for (const c of name) h = Math.imul(h ^ (c.codePointAt(0) ?? 0), 16777619) >>> 0
  return (h % 8) + 1
}
