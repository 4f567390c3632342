/** What the document of a page of its own has asked for while it was read (config/vite/early.ts). */
import { timeouts } from '../contract/limits.ts'
import { ProblemError } from '../lib/problem.ts'

type Name = 'config' | 'session' | 'permissions'
type Asked = Partial<Record<Name, Promise<Response>>>
/** The answer to an early question; undefined leaves it to be asked again. Rejects when none came in time. */
export type Early = <T>(name: Name) => Promise<T | undefined>

const limits: Record<Name, number> = { config: timeouts.poll, session: timeouts.read, permissions: timeouts.read }

/** Takes those answers over. Each serves once, and only if it came well. */
export function takeEarly(script: Element | null = document.getElementById('mg-early')): Early {
  const holder = script as (Element & { asked?: Asked }) | null
  const asked: Asked = { ...holder?.asked }
  delete holder?.asked
  return async <T>(name: Name): Promise<T | undefined> => {
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
    return answer?.ok ? ((await answer.json().catch(() => undefined)) as T | undefined) : undefined
  }
}
