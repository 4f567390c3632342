/** Figures of statistics as they are read: a dash where the data gives none. */
import { cents } from '../../../contract/exam/score.ts'
import { format } from '../../../i18n/index.ts'

const none = '–'
/** To the hundredth. */
export const points = (x: number | null): string => (x === null ? none : format.number(cents(x)))
/** Percent, given as such. */
export const percentText = (x: number | null): string =>
  x === null ? none : `${format.number(Math.round(x * 10) / 10)}%`
