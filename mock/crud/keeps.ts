import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import type { ScreenName } from '#src/contract/screens/index.ts'
import type { Caller } from '../http/request/handler.ts'

export const holdsAnyScreen = (held: ReadonlySet<ScreenName>, screens: readonly ScreenName[]): boolean =>
  screens.some((s) => held.has(s))
/** Whoever may write a resource is one of its keepers. Whose rows he sees and changes is for their owners to say (`ownership.ts`). */
export const managesResource = (line: NamedResourceSpec, who: Pick<Caller, 'granted'>): boolean =>
  holdsAnyScreen(who.granted, line.write)
