/** Test papers in plain words. */

/** A paper is put together by hand, or drawn from the banks by rules. */
export const paperModes = ['hand', 'rules'] as const
export const paperVariants = 8
export const paperItems = 500

interface Item {
  score: number
}
export const scoreOf = (sections: readonly { items: readonly Item[] }[]): number =>
  Math.round(sections.reduce((n, s) => n + s.items.reduce((m, i) => m + i.score, 0), 0) * 100) / 100
