/** Calls without the cache, for screens that stand before a session: the cache's code comes with the first screen that reads. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useCallback, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { Api, ApiRoute } from '../../contract/api.ts'
import type { CallOptions, Client } from '../../contract/lib/client.ts'
import type { RouteResult, Args } from '../../contract/lib/route.ts'
import { newKey } from '../../lib/id.ts'
import { problemOf } from '../../lib/problem.ts'

/** What every thunk of the store is given. */
export interface Extra {
  client: Client<Api>
}
/** What the server answered, as its route says it: it holds each reply to the contract before it sends it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- by the contract, which the server keeps
export const answered = <T>(reply: unknown): T => reply as T
export type WriteRoute = Exclude<ApiRoute, `GET ${string}`>
export type ArgsOf<R extends ApiRoute> = {} extends Args<Api, R> ? Args<Api, R> | undefined : Args<Api, R>

/** The client by a route key that is put together; what is asked for by a key of the contract goes through the typed calls. */
export type UntypedClient = <T = unknown>(route: string, args?: object, options?: CallOptions) => Promise<T>
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same function, whose caller says what the route answers
export const askWith = (client: Client<Api>): UntypedClient => client as unknown as UntypedClient

/** The app's own client, past the cache: for files, which have no place in the store, and for what is asked once. */
export function useClient(): Client<Api> {
  const dispatch = useDispatch<ThunkDispatch<unknown, Extra, UnknownAction>>()
  return useCallback<Client<Api>>(
    (route, ...rest) => dispatch((_d, _s, { client }) => client(route, ...rest)),
    [dispatch],
  )
}

/** Like `useWrite`, and nothing cached becomes stale by it. The call rejects with an AppProblem. */
export function useCall<R extends WriteRoute>(
  route: R,
): [call: (args: Args<Api, R>, key?: string) => Promise<RouteResult<Api, R>>, state: { busy: boolean }] {
  const ask = askWith(useClient())
  const [running, setRunning] = useState(0)
  const call = useCallback(
    async (args: Args<Api, R>, key: string = newKey()): Promise<RouteResult<Api, R>> => {
      setRunning((n) => n + 1)
      try {
        return await ask<RouteResult<Api, R>>(route, args, { idempotencyKey: key })
      } catch (e) {
        throw problemOf(e)
      } finally {
        setRunning((n) => n - 1)
      }
    },
    [ask, route],
  )
  return [call, { busy: running > 0 }]
}
