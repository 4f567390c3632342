/** Wildcards and braces: `*`, `?`, `[a-z]`, `{a,b}`, `{1..5}`. */

/** One character of a wildcard and where the next begins. */
function one(pattern: string, p: number, c: string): { fits: boolean; next: number } {
  if (pattern[p] === '?') return { fits: true, next: p + 1 }
  if (pattern[p] === '\\') return { fits: pattern[p + 1] === c, next: p + 2 }
  const end =
    pattern[p] === '[' ? pattern.indexOf(']', p + (pattern[p + 1] === '!' || pattern[p + 1] === '^' ? 3 : 2)) : -1
  if (end < 0) return { fits: pattern[p] === c, next: p + 1 }
  const not = pattern[p + 1] === '!' || pattern[p + 1] === '^'
  const set = pattern.slice(p + (not ? 2 : 1), end)
  let within = false
  for (let i = 0; i < set.length; i++)
    if (set[i + 1] === '-' && i + 2 < set.length) {
      if (c >= (set[i] ?? '') && c <= (set[i + 2] ?? '')) within = true
      i += 2
    } else if (set[i] === c) within = true
  return { fits: within !== not, next: end + 1 }
}

/** Without backtracking over more than the last star. */
export function matchesGlob(pattern: string, text: string): boolean {
  let [p, t, star, from] = [0, 0, -1, 0]
  while (t < text.length) {
    const step = p < pattern.length && pattern[p] !== '*' ? one(pattern, p, text[t] ?? '') : undefined
    if (pattern[p] === '*') {
      star = p++
      from = t
    } else if (step?.fits) {
      p = step.next
      t++
    } else if (star >= 0) {
      p = star + 1
      t = ++from
    } else return false
  }
  while (pattern[p] === '*') p++
  return p === pattern.length
}

const range = /^(-?\d{1,6}|[A-Za-z])\.\.(-?\d{1,6}|[A-Za-z])$/
/** Most words one pair of braces makes. */
const most = 10_000

function span(inner: string): string[] | undefined {
  const [, a = '', b = ''] = range.exec(inner) ?? []
  if (a === '' || /\d/.test(a) !== /\d/.test(b)) return undefined
  const number = /\d/.test(a)
  const [from, to] = number ? [Number(a), Number(b)] : [a.charCodeAt(0), b.charCodeAt(0)]
  const n = Math.min(most, Math.abs(to - from) + 1)
  const wide = /^-?0\d/.test(a) ? a.length : 0
  return Array.from({ length: n }, (_, i) => {
    const x = from + (to < from ? -i : i)
    return number ? String(x).padStart(wide, '0') : String.fromCharCode(x)
  })
}

function joined(parts: readonly string[]): string[] {
  const out: string[] = []
  for (const part of parts) {
    if (out.length >= most) break
    for (const one of braces(part)) out.push(one)
  }
  return out
}

/** Words that a word with braces stands for; itself where it has none. */
export function braces(text: string): string[] {
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', open + 1)) {
    let depth = 0
    const cuts = [open]
    for (let i = open; i < text.length; i++) {
      if (text[i] === '{') depth++
      else if (text[i] === ',' && depth === 1) cuts.push(i)
      else if (text[i] === '}' && --depth === 0) {
        cuts.push(i)
        const parts = cuts.slice(0, -1).map((cut, k) => text.slice(cut + 1, cuts[k + 1]))
        const all = parts.length > 1 ? joined(parts) : span(parts[0] ?? '')
        if (!all) break
        const [head, tails] = [text.slice(0, open), braces(text.slice(i + 1))]
        const out: string[] = []
        for (const x of all)
          for (const tail of tails) {
            // no more is made than is kept
            if (out.length === most) return out
            out.push(head + x + tail)
          }
        return out
      }
    }
  }
  return [text]
}
