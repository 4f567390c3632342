import type { Audience } from '../../contract/lib/crud.ts'
import { useCallback, useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { useAsk } from '../resource/calls.ts'
import { useSettled } from '../resource/useSettled.ts'
import { isNobody } from './audience.logic.ts'

interface Count {
  open: number
  closed: number
  /** By role and team. */
  each: Readonly<Record<string, number>>
}
interface Counted {
  count: Count | undefined
  problem: AppProblem | undefined
  again: () => void
}

/** How many people the choice means, before it is saved: each once, and only those who may sign in. A choice is made without the figure, too. */
export function useAudienceCount({ all, orgs, roles, teams, users }: Audience): Counted {
  const ask = useAsk()
  const chosen = { all, orgs, roles, teams, users }
  const asked = useSettled(isNobody(chosen) ? '' : JSON.stringify(chosen), 250)
  const [found, setFound] = useState<{ of: string; count?: Count; problem?: AppProblem }>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (asked === '') return
    let here = true
    ask<Count>('POST /audiences/count', { body: JSON.parse(asked) }).then(
      (count) => here && setFound({ of: asked, count }),
      (e: unknown) => here && setFound({ of: asked, problem: problemOf(e) }),
    )
    return () => {
      here = false
    }
  }, [ask, asked, tries])
  const again = useCallback(() => setTries((n) => n + 1), [])
  const now = asked !== '' && found?.of === asked ? found : undefined
  return { count: now?.count, problem: now?.problem, again }
}

export function AudienceCount({ of: { count, problem, again } }: { of: Counted }) {
  if (problem) return <ProblemView compact problem={problem} onRetry={again} />
  if (!count) return null
  return (
    <p className="mg-hint" role="status">
      {t('kit.audience.people', { n: count.open, closed: count.closed })}
    </p>
  )
}
