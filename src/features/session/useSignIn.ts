import { useState } from 'react'
import { tOr } from '../../i18n/index.ts'
import { useCall } from '../../kit/data/call.ts'
import { deviceFor, keepDevice } from '../../kit/session/devices.ts'
import { sessionActions, type SessionReply } from '../../kit/session/session.slice.ts'
import { useSend, useSettings } from '../../kit/session/use.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { problemText } from '../../ui/feedback/ProblemView.tsx'
import { useNow } from '../../ui/data/useNow.ts'

/** A server that many people sign in to at once says for how long it is busy; we ask again, so that nobody types a password twice. */
const patience = 5
const pause = (seconds: number) => new Promise<void>((go) => setTimeout(go, seconds * 1000))

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

/** Whoever knows the password is told how his account stands. */
function refusalText(problem: AppProblem): string {
  const status: unknown = problem.details?.['status']
  if (problem.code !== 'account_not_active' || typeof status !== 'string') return problemText(problem)
  return tOr([`session.inactive.${status}`], problemText(problem))
}

/** @param wrong what is said of a wrong name or password where it says more than that */
export function useSignIn(wrong?: string): SignIn {
  const [write, { busy }] = useCall('POST /session')
  const [waiting, setWaiting] = useState(false)
  const { embedded } = useSettings()
  const send = useSend()
  const [refused, setRefused] = useState<{ problem: AppProblem; until: number } | null>(null)
  const asked = refused?.problem.retry_after ?? 0
  const now = useNow(asked > 0 ? 1000 : 0)
  // the clock may show an older second until it ticks
  const wait = refused ? Math.min(asked, Math.max(0, Math.ceil((refused.until - now.getTime()) / 1000))) : 0

  const ask = async (username: string, password: string, left = patience): Promise<SessionReply> => {
    const device = embedded ? undefined : deviceFor(username)
    try {
      return await write({ body: { username, password, ...(device === undefined ? {} : { device }) } })
    } catch (e) {
      const { code, retry_after } = problemOf(e)
      if (code !== 'busy' || left === 0) throw e
      await pause(retry_after ?? 1)
      return ask(username, password, left - 1)
    }
  }

  return {
    async signIn(username, password) {
      setRefused(null)
      setWaiting(true)
      try {
        const session = await ask(username, password).finally(() => setWaiting(false))
        // inside a host nothing is kept here
        if (session.device !== undefined && !embedded) keepDevice(username, session.device)
        send(sessionActions.started(session))
        return true
      } catch (e) {
        const problem = problemOf(e)
        setRefused({ problem, until: Date.now() + (problem.retry_after ?? 0) * 1000 })
        return false
      }
    },
    busy: busy || waiting,
    wait,
    // after the wait there is nothing left to say
    refusal:
      refused && (wait > 0 || asked === 0)
        ? ((refused.problem.code === 'wrong_credentials' ? wrong : undefined) ??
          refusalText({ ...refused.problem, retry_after: wait }))
        : undefined,
    clear: () => setRefused(null),
  }
}
