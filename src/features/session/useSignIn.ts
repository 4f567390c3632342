import { useState } from 'react'
import { t, tOr } from '../../i18n/index.ts'
import { useCall } from '../../kit/data/call.ts'
import { sessionActions } from '../../kit/session/session.slice.ts'
import { useSend } from '../../kit/session/use.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { problemText } from '../../ui/ProblemView.tsx'
import { useNow } from '../../ui/useNow.ts'

interface SignIn {
  /** True when a session began. */
  signIn: (username: string, password: string) => Promise<boolean>
  busy: boolean
  /** Why the last try was refused, in words; counts down while the server wants us to wait. */
  refusal: string | undefined
  /** Seconds until another try makes sense. */
  wait: number
  clear: () => void
}

/** Whoever knows the password is told how his account stands, and an applicant why he was refused. */
function refusalText(problem: AppProblem): string {
  const { status, reason } = (problem.details ?? {}) as { status?: string; reason?: string }
  if (problem.code !== 'account_not_active' || !status) return problemText(problem)
  if (status === 'rejected' && reason) return t('session.rejected_why', { reason })
  return tOr([`session.inactive.${status}`], problemText(problem))
}

export function useSignIn(): SignIn {
  const [write, { busy }] = useCall('POST /session')
  const send = useSend()
  const [refused, setRefused] = useState<{ problem: AppProblem; until: number } | null>(null)
  const asked = refused?.problem.retry_after ?? 0
  const now = useNow(asked > 0 ? 1000 : 0)
  // the clock may show an older second until it ticks
  const wait = refused ? Math.min(asked, Math.max(0, Math.ceil((refused.until - now.getTime()) / 1000))) : 0

  return {
    async signIn(username, password) {
      setRefused(null)
      try {
        send(sessionActions.started(await write({ body: { username, password } })))
        return true
      } catch (e) {
        const problem = problemOf(e)
        setRefused({ problem, until: Date.now() + (problem.retry_after ?? 0) * 1000 })
        return false
      }
    },
    busy,
    wait,
    // after the wait there is nothing left to say
    refusal: refused && (wait > 0 || asked === 0) ? refusalText({ ...refused.problem, retry_after: wait }) : undefined,
    clear: () => setRefused(null),
  }
}
