/** What a display is made of: data first, so that what is shown is decided by plain functions and drawn in one place. */
import type { ReactNode } from 'react'
import type { BarListProps } from '../../ui/data/BarList.tsx'
import type { ChartProps } from '../../ui/chart/Chart.tsx'
import type { IconName } from '../../ui/icon/Icon.tsx'
import type { StatProps } from '../../ui/data/Stat.tsx'
import type { Tone } from '../../ui/data/tone.ts'

interface Keyed {
  key: string
}
interface Titled extends Keyed {
  title: string
  description?: string
  /** Takes the wide column of a grid. */
  wide?: boolean
}

/** One line of a list: who or what, and at its end when, how many or how it stands. */
export interface ListLine extends Keyed {
  name: string
  /** Path from `href()`. */
  to?: string | undefined
  strong?: boolean
  dim?: boolean
  /** Beside the name, or below it where it is long. */
  about?: string
  below?: boolean
  face?: boolean
  tag?: { word: string; label: string; tone?: Tone; why?: string }
  n?: string
  at?: { time: string; why?: string }
}

export type Region =
  | (Keyed & { is: 'stats'; stats: readonly (Keyed & StatProps)[] })
  | (Titled & { is: 'chart'; chart: ChartProps })
  | (Titled & { is: 'bars'; bars: BarListProps['items']; text: (n: number) => string })
  | (Titled & {
      is: 'list'
      lines: readonly ListLine[]
      nothing: { title: string; icon: IconName; action?: ReactNode }
    })
  /** Counted down by the server's clock, which is as it was said last. */
  | (Keyed & { is: 'countdown'; label: string; ends: string | null; now: string; over: string; waits: string })
  /** Regions beside one another, as many as there is room for. */
  | (Keyed & { is: 'row'; of: Regions })
  /** The wide ones in the first column, the others in the second. */
  | (Keyed & { is: 'grid'; of: Regions })
  /** Regions in one place of a grid, below one another. */
  | (Keyed & { is: 'column'; of: Regions })
  /** What only one screen has. */
  | (Keyed & { is: 'own'; shows: ReactNode })

/** What the viewer has none of is left out. */
export type Regions = readonly (Region | false | null | undefined)[]
export const shownRegions = (regions: Regions): Region[] => regions.filter((r): r is Region => Boolean(r))
