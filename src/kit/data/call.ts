/** Calls without the cache, for screens that stand before a session: the cache's code comes with the first screen that reads. */
import { useCallback, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { Api, ApiRoute } from '../../contract/api.ts'
import type { Client } from '../../contract/lib/client.ts'
import type { Answer, Args } from '../../contract/lib/route.ts'
import { newKey } from '../../lib/id.ts'
import { problemOf } from '../../lib/problem.ts'

/** What every thunk of the store is given. */
export interface Extra {
  client: Client<Api>
}
export type WriteRoute = Exclude<ApiRoute, `GET ${string}`>
export type ArgsOf<R extends ApiRoute> = {} extends Args<Api, R> ? Args<Api, R> | undefined : Args<Api, R>

/** Like `useWrite`, and nothing cached becomes stale by it. The call rejects with an AppProblem. */
export function useCall<R extends WriteRoute>(
  route: R,
): [call: (args: Args<Api, R>, key?: string) => Promise<Answer<Api, R>>, state: { busy: boolean }] {
  const dispatch = useDispatch()
  const [running, setRunning] = useState(0)
  const call = useCallback(
    (args: Args<Api, R>, key: string = newKey()): Promise<Answer<Api, R>> => {
      const thunk = async (_d: unknown, _s: unknown, { client }: Extra): Promise<unknown> => {
        const send = client as unknown as (route: string, args: unknown, o: object) => Promise<unknown>
        setRunning((n) => n + 1)
        try {
          return await send(route, args, { idempotencyKey: key })
        } catch (e) {
          throw problemOf(e)
        } finally {
          setRunning((n) => n - 1)
        }
      }
      return dispatch(thunk as never) as unknown as Promise<Answer<Api, R>>
    },
    [dispatch, route],
  )
  return [call, { busy: running > 0 }]
}
