/** A refused or failed call as the app sees it. */
import type { Problem, ProblemCode } from '../contract/problems.ts'

/** `network`: no answer came; `timeout`: not within the class's limit; `cancelled`: the caller gave up. */
type AppProblemCode = ProblemCode | 'network' | 'timeout' | 'cancelled' | 'unknown'

export interface AppProblem {
  code: AppProblemCode
  status: number
  request_id: string
  details?: Problem['details']
  /** Seconds to wait before another try, when the server said so. */
  retry_after?: number
}

export class ProblemError extends Error {
  constructor(readonly problem: AppProblem) {
    super(problem.code)
    this.name = 'ProblemError'
  }
}

const isProblem = (e: unknown): e is AppProblem =>
  e !== null && typeof e === 'object' && 'code' in e && 'status' in e && 'request_id' in e

/** The problem of anything thrown: a ProblemError, a serialised one of the query cache, or something nobody expected. */
export function problemOf(e: unknown): AppProblem {
  if (e instanceof ProblemError) return e.problem
  if (isProblem(e)) return e
  return { code: 'unknown', status: 0, request_id: '' }
}
