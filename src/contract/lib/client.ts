/** The typed caller over any transport. It knows no schema: method and path are the key itself. */
import type { RouteResult, Args, Method } from './route.ts'
import { fillPath, splitKey } from './route.ts'

export interface ApiCall {
  key: string
  method: Method
  /** Path below the API base, parameters in place. */
  path: string
  query?: object | undefined
  body?: unknown
}
export interface CallOptions {
  signal?: AbortSignal
  idempotencyKey?: string
  /** Bytes sent and in all, for uploads. */
  onProgress?: (sent: number, total: number) => void
  /** Call class for the time-out; by method when left out. */
  as?: 'read' | 'write' | 'poll' | 'upload'
  /** It is to arrive even if the page is left meanwhile; only a small body can. */
  lasting?: boolean
  blob?: boolean
}
export type Send = (call: ApiCall, options?: CallOptions) => Promise<unknown>
type Rest<X> = {} extends X ? [args?: X, options?: CallOptions] : [args: X, options?: CallOptions]
export type Client<A> = <R extends keyof A & string>(route: R, ...rest: Rest<Args<A, R>>) => Promise<RouteResult<A, R>>

/** Makes the client of a contract. A refused call throws what `send` throws. */
export function createClient<A>(send: Send): Client<A> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of a call are in its key, of which only the text is here
  return ((
    key: string,
    args: { params?: Record<string, string>; query?: object; body?: unknown } = {},
    options?: CallOptions,
  ) => {
    const [method, path] = splitKey(key)
    return send({ key, method, path: fillPath(path, args.params), query: args.query, body: args.body }, options)
  }) as Client<A>
}
