import { useEffect, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { useAsk } from '../resource/calls.ts'
import { useSettled } from '../resource/useSettled.ts'
import { type Chosen, isNobody } from './audience.logic.ts'

interface Count {
  open: number
  closed: number
}

/** How many people the choice means, before it is saved: each once, and only those who may sign in. */
export function AudienceCount({ chosen: { all, orgs, roles, teams, users } }: { chosen: Chosen }) {
  const ask = useAsk()
  const chosen = { all, orgs, roles, teams, users }
  const asked = useSettled(isNobody(chosen) ? '' : JSON.stringify(chosen), 250)
  const [found, setFound] = useState<{ of: string; count: Count }>()
  useEffect(() => {
    if (asked === '') return
    let here = true
    ask('POST /audiences/count', { body: JSON.parse(asked) as Chosen }).then(
      (count) => here && setFound({ of: asked, count: count as Count }),
      // a choice is made without the figure, too
      () => {},
    )
    return () => {
      here = false
    }
  }, [ask, asked])
  if (asked === '' || found?.of !== asked) return null
  const { open, closed } = found.count
  return (
    <p className="mg-hint" role="status">
      {t('kit.audience.people', { n: open, closed })}
    </p>
  )
}
