/** How wide the task is beside the machines. */
export interface PaneLayout {
  px: number
  folded: boolean
}
/** Both sides stay of use: a terminal of 80 columns, a task that is read. */
export const width = {
  min: 280,
  step: 32,
  usual: 420,
  most: (room: number): number => Math.max(280, Math.min(900, room - 480)),
} as const

export const clampPaneWidth = (px: number, room: number): number =>
  Math.round(Math.max(width.min, Math.min(width.most(room), px)))

/** Where the machines stand: beside the task, which is then after them; after it; or below it. */
export type PaneArrangement = 'before' | 'right' | 'below'
export const parseArrangement = (text: string | null): Exclude<PaneArrangement, 'before'> =>
  text === 'below' ? 'below' : 'right'

/** What a key at the divider makes of it; undefined for one that is not the divider's. */
export function widthAfterKey(key: string, px: number, room: number, first = false): number | undefined {
  const [wider, narrower] = first ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  if (key === wider) return clampPaneWidth(px + width.step, room)
  if (key === narrower) return clampPaneWidth(px - width.step, room)
  if (key === 'Home') return width.min
  if (key === 'End') return width.most(room)
  return undefined
}

export function parsePaneLayout(text: string | null): PaneLayout {
  try {
    const { px, folded }: Partial<PaneLayout> = JSON.parse(text ?? '')
    if (typeof px === 'number' && px >= width.min && px <= 900) return { px, folded: folded === true }
  } catch {
    // nothing kept
  }
  return { px: width.usual, folded: false }
}
