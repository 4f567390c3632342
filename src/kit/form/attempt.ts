/**
 * The idempotency key of an attempt to save. The same content sent again after no answer came keeps its key, so that it is done once;
 * other content, or content the server answered to, gets a new one.
 */
import { newKey } from '../../lib/id.ts'
import type { AppProblem } from '../../lib/problem.ts'

export interface Attempts {
  keyFor: (body: unknown) => string
  /** The server answered: the next attempt is another. */
  answered: () => void
  /** What came back instead of an answer; a problem without a status, or a passing one, is none. */
  failed: (problem: AppProblem) => void
}

export function createAttempts(make: () => string = newKey): Attempts {
  let last: { text: string; key: string } | undefined
  return {
    keyFor(body) {
      const text = JSON.stringify(body)
      if (last?.text !== text) last = { text, key: make() }
      return last.key
    },
    answered() {
      last = undefined
    },
    failed(problem) {
      const open = problem.status === 0 || problem.status === 401 || problem.status === 429 || problem.status >= 500
      if (!open) last = undefined
    },
  }
}
