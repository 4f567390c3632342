/** Colours for canvas and charts, read from where they will be drawn, so that one place decides them in both themes. */
export interface ChartTokens {
  text: string
  dim: string
  line: string
  panel: string
  accent: string
  ok: string
  warn: string
  bad: string
  info: string
  idle: string
  /** Eight series colours, told apart with each common colour blindness. */
  data: string[]
}

const names = {
  text: '--mg-text-1',
  dim: '--mg-text-2',
  line: '--mg-line',
  panel: '--mg-bg-1',
  accent: '--mg-accent',
  ok: '--mg-ok',
  warn: '--mg-warn',
  bad: '--mg-bad',
  info: '--mg-info',
  idle: '--mg-idle',
} as const

/** Read again when the theme changes. */
export function chartTokens(element: Element): ChartTokens {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(name).trim()
  const single = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, read(name)]))
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of the names has got its value
    ...(single as Record<keyof typeof names, string>),
    data: Array.from({ length: 8 }, (_, i) => read(`--mg-data-${i + 1}`)),
  }
}
