/** In which fields two versions of a question differ, and how their texts do. */
export const changedQuestionFields = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )

export interface DiffLine {
  is: 'same' | 'added' | 'gone'
  text: string
}
/** Lines that are compared one by one; longer texts are shown whole, the old one and the new one. */
const most = 400

/** Lines by their longest common subsequence. Source: Hunt and McIlroy, An Algorithm for Differential File Comparison, 1976. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before === '' ? [] : before.split('\n'), after === '' ? [] : after.split('\n')]
  const gone = (text: string): DiffLine => ({ is: 'gone', text })
  const added = (text: string): DiffLine => ({ is: 'added', text })
  if (a.length > most || b.length > most) return [...a.map(gone), ...b.map(added)]
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  const at = (i: number, j: number): number => longest[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = longest[i]
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const out: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== undefined && left === right) {
      out.push({ is: 'same', text: left })
      i++
      j++
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      out.push(gone(left))
      i++
    } else {
      out.push(added(right ?? ''))
      j++
    }
  }
  return out
}

/** What a field holds as lines of text: its words, or its parts one a line. */
export function fieldTextOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((v) => fieldTextOf(v).replaceAll('\n', ' ')).join('\n')
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([name, v]) => name !== 'id' && name !== 'file' && v !== '' && v !== false)
      .map(([, v]) => (v === true ? '✓' : fieldTextOf(v)))
      .join(' · ')
  return JSON.stringify(value)
}
