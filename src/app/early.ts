/** What the document of a page of its own has asked for while it was read (config/vite/early.ts). */
import type { ApiCall } from '../contract/lib/client.ts'
import { timeouts } from '../contract/limits.ts'
import { ProblemError } from '../lib/problem.ts'

type Name = 'config' | 'session' | 'permissions' | 'first'
type Asked = Partial<Record<Name, Promise<Response>>>
export interface Early {
  /** The answer to an early question; undefined leaves it to be asked again. Rejects when none came in time. */
  <T>(name: Name): Promise<T | undefined>
  /** The answer to the first call of the screen the page began with, if this is that call and it is made soon; it serves once. */
  first(call: ApiCall): Promise<unknown> | undefined
}

const limits: Record<Name, number> = {
  config: timeouts.poll,
  session: timeouts.read,
  permissions: timeouts.read,
  first: timeouts.read,
}
/** How long after the page began an answer to its first call is still new, ms; the cache of answers takes its own for as new. */
const fresh = 15_000

const addressOf = ({ path, query = {} }: Pick<ApiCall, 'path' | 'query'>): string => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((v) => [name, String(v)]),
    ),
  )
  search.sort()
  return `${path}?${search}`
}

/** Takes those answers over. Each serves once, and only if it came well. */
export function takeEarly(script: Element | null = document.getElementById('mg-early')): Early {
  const holder = script as (Element & { asked?: Asked; first?: string }) | null
  const asked: Asked = { ...holder?.asked }
  const [path = '', search = ''] = holder?.first?.split('?') ?? []
  const begins = addressOf({
    path,
    query: Object.fromEntries(new URLSearchParams(search)),
  })
  delete holder?.asked
  const take = async <T>(name: Name): Promise<T | undefined> => {
    const coming = asked[name]
    delete asked[name]
    if (!coming) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<'late'>((done) => {
      timer = setTimeout(() => done('late'), limits[name])
    })
    const answer = await Promise.race([coming.catch(() => undefined), late])
    clearTimeout(timer)
    if (answer === 'late') throw new ProblemError({ code: 'timeout', status: 0, request_id: '' })
    const told: T | undefined = answer?.ok ? await answer.json().catch(() => undefined) : undefined
    return told
  }
  return Object.assign(take, {
    first(call: ApiCall) {
      if (!asked.first || call.method !== 'GET') return undefined
      if (performance.now() > fresh) {
        delete asked.first
        return undefined
      }
      return addressOf(call) === begins ? take('first') : undefined
    },
  })
}
