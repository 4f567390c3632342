/** Whose rights admit to a call: the one rule for the call itself and for the words of `can` that stand for it. */
import { api, type ApiRoute } from '#src/contract/api.ts'
import { type Route, type RouteRule, routeRuleOf, splitKey } from '#src/contract/lib/route.ts'
import type { ScreenName } from '#src/contract/screens/index.ts'
import type { Caller } from '../request/handler.ts'

/** Screens of the caller that count: what had begun may be brought to its end after a licence's term, and one's own is changed by who reads. */
export const admitting = (
  { changes, finishes }: Pick<RouteRule, 'changes' | 'finishes'>,
  who: Caller,
): ReadonlySet<ScreenName> => (!changes ? who.granted : finishes ? who.changes : who.writable)

/** Whether the caller may make a call that is for holders of screens. */
export function mayCall(who: Caller, key: ApiRoute): boolean {
  const route: Route = api[key]
  if (typeof route.screens === 'string') return true
  const held = admitting(routeRuleOf(splitKey(key)[0], route), who)
  return route.screens.some((s) => held.has(s))
}
