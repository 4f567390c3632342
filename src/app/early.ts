/** What the document of a page of its own has asked for while it was read (config/vite/early.ts). */
import type { ApiCall } from '../contract/lib/client.ts'
import { timeouts } from '../contract/limits.ts'
import { ProblemError } from '../lib/problem.ts'

type Name = 'config' | 'session' | 'permissions'
type Asked = Partial<Record<Name, Promise<Response>>>
export interface Early {
  /** The answer to an early question; undefined leaves it to be asked again. Rejects when none came in time. */
  <T>(name: Name): Promise<T | undefined>
  /** The answer to a first call of the screen the page began with, if this is one and it is made soon; it serves once. */
  first(call: ApiCall): Promise<unknown> | undefined
}

const limits: Record<Name, number> = {
  config: timeouts.poll,
  session: timeouts.read,
  permissions: timeouts.read,
}
/** How long after the page began answers to its first calls are still new, ms; the cache of answers takes its own for as new. */
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

const addressIn = (call: string): string => {
  const [path = '', search = ''] = call.split('?')
  return addressOf({ path, query: Object.fromEntries(new URLSearchParams(search)) })
}

async function answerTo<T>(coming: Promise<Response>, limit: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((done) => {
    timer = setTimeout(() => done('late'), limit)
  })
  const answer = await Promise.race([coming.catch(() => undefined), late])
  clearTimeout(timer)
  if (answer === 'late') throw new ProblemError({ code: 'timeout', status: 0, request_id: '' })
  const told: T | undefined = answer?.ok ? await answer.json().catch(() => undefined) : undefined
  return told
}

/** Takes those answers over. Each serves once, and only if it came well. */
export function takeEarly(script: Element | null = document.getElementById('mg-early')): Early {
  const holder = script as (Element & { asked?: Asked; begun?: Record<string, Promise<Response>> }) | null
  const asked: Asked = { ...holder?.asked }
  // the document may still be finding out what its screen begins with
  let begun = holder?.begun ?? {}
  delete holder?.asked
  delete holder?.begun
  const take = async <T>(name: Name): Promise<T | undefined> => {
    const coming = asked[name]
    delete asked[name]
    return coming && answerTo<T>(coming, limits[name])
  }
  return Object.assign(take, {
    first(call: ApiCall) {
      if (call.method !== 'GET') return undefined
      if (performance.now() > fresh) begun = {}
      const wanted = addressOf(call)
      for (const [named, coming] of Object.entries(begun))
        if (addressIn(named) === wanted) {
          delete begun[named]
          return answerTo<unknown>(coming, timeouts.read)
        }
      return undefined
    },
  })
}
