/** To which step a press of a button or key leads. */
export interface RevealAt {
  shown: number
  steps: number
  /** Steps that are awards: how many are shown then. */
  stops: readonly number[]
}
export const revealMoves = ['back', 'next', 'award'] as const
export type RevealMove = (typeof revealMoves)[number]

/** @returns how many steps are shown then; undefined where it leads nowhere */
export function revealTo(move: RevealMove, { shown, steps, stops }: RevealAt): number | undefined {
  if (move === 'back') return shown > 0 ? shown - 1 : undefined
  if (shown >= steps) return undefined
  return move === 'next' ? shown + 1 : (stops.find((n) => n > shown) ?? steps)
}

/** The keys of a presenter's remote among them. */
const keys: Readonly<Record<string, RevealMove>> = {
  ArrowRight: 'next',
  PageDown: 'next',
  ArrowLeft: 'back',
  PageUp: 'back',
  End: 'award',
}
export const moveOfKey = (e: {
  key: string
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}): RevealMove | undefined =>
  e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || !Object.hasOwn(keys, e.key) ? undefined : keys[e.key]
