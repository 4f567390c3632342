/** From further away less is drawn, and larger: what is still there can be read. Letters of 13 units are 7.5 pixels at 58 %, those of 30 at 25 %, titles of 40 at 18 %. */
import { keysOf } from '../../contract/lib/typed.ts'

/** Classes of a drawing by the scale below which it has them. */
const below = { 'tv-far': 0.58, 'tv-afar': 0.36, 'tv-dots': 0.25, 'tv-specks': 0.18 } as const
/** From here on every port says its name. */
const near = 0.8

export type Detail = keyof typeof below | 'tv-near'

export const detailsAt = (scale: number): ReadonlySet<Detail> =>
  new Set<Detail>([
    ...keysOf(below).filter((name) => scale < below[name]),
    ...(scale >= near ? (['tv-near'] as const) : []),
  ])

export const details: readonly Detail[] = ['tv-near', 'tv-far', 'tv-afar', 'tv-dots', 'tv-specks']
