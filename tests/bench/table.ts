/** One measured figure and the budget it is held against. */
export interface Figure {
  what: string
  value: number
  unit: string
  /** In words, for the reader of the table. */
  budget: string
  /** Undefined where there is no budget to hold. */
  held?: boolean
}

const round = (n: number) => (n >= 100 ? Math.round(n).toLocaleString('en-US') : n >= 10 ? n.toFixed(1) : n.toFixed(2))

export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map((f) => [
    f.what,
    `${round(f.value)} ${f.unit}`,
    f.budget,
    f.held === undefined ? '' : f.held ? 'held' : 'MISSED',
  ])
  const head = ['what', 'measured', 'budget', '']
  const widths = head.map((h, i) => Math.max(h.length, ...rows.map((r) => (r[i] ?? '').length)))
  const line = (r: readonly string[]) => `| ${r.map((c, i) => c.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [line(head), `| ${widths.map((w) => '-'.repeat(w)).join(' | ')} |`, ...rows.map(line)].join('\n')
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const mid = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? (sorted[mid] ?? 0) : ((sorted[mid - 1] ?? 0) + (sorted[mid] ?? 0)) / 2
}
