import type { ScreenName } from '#src/contract/screens/index.ts'
import type { Who } from '../http/handler.ts'
import type { Line } from './shape.ts'

export const may = (held: ReadonlySet<ScreenName>, screens: readonly ScreenName[]): boolean =>
  screens.some((s) => held.has(s))
/** Whoever may write a resource is one of its keepers. Whose rows he sees and changes is for their owners to say (`ownership.ts`). */
export const keeps = (line: Line, who: Pick<Who, 'granted'>): boolean => may(who.granted, line.write)
