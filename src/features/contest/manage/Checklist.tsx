/** What is still missing before a contest can go well. */
import { lazy, Suspense, useState } from 'react'
import { flagContest } from '../../../contract/contest/flagContest.ts'
import type { FlagContest } from '../../../contract/contest/flagContest.schema.ts'
import type { ContestCheck } from '../../../contract/contest/play.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { CheckLines } from '../../../parts/checklist/CheckLines.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'

const Audience = lazy(() =>
  import('../../../kit/audience/AudienceDialog.tsx').then((m) => ({ default: m.audienceDialog(flagContest) })),
)

/** The field of the form that a line is about. */
const fieldOf: Partial<Record<ContestCheck['what'], string>> = {
  challenges: 'items',
  changed: 'items',
  made_flags: 'items',
  dates: 'ends_at',
  registration: 'registration',
  staff: 'organisers',
  thaw: 'thaw_at',
}

/** @param onGo into a field of the form below it, where there is one */
export function ContestChecklist({ row, onGo }: { row: FlagContest; onGo?: (field: string) => void }) {
  const { data, error, refetch } = useRead('GET /flag-contests/:id/checklist', { params: { id: row.id } })
  const [choosing, setChoosing] = useState(false)
  const missing = data?.items.filter((c) => !c.ok) ?? []
  const wayOf = ({ what }: ContestCheck): (() => void) | undefined => {
    if (what === 'audience') return row.can.includes('audience') ? () => setChoosing(true) : undefined
    const field = fieldOf[what]
    return field && onGo ? () => onGo(field) : undefined
  }
  if (!row.can.includes('look')) return null
  return (
    <Panel
      title={t('contest.checklist')}
      description={
        data && (missing.length ? t('contest.checklist_missing', { n: missing.length }) : t('contest.checklist_good'))
      }
      actions={
        row.can.includes('audience') && (
          <Button size="small" icon="users" onClick={() => setChoosing(true)}>
            {t('contest.audience')}
          </Button>
        )
      }
    >
      {choosing && (
        <Suspense fallback={null}>
          <Audience rows={[row]} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
      {error && !data && <ProblemView compact problem={error} onRetry={refetch} />}
      {!data && !error && <Loading kind="list" rows={4} />}
      <CheckLines
        stateText={(state) => t(`contest.check_state.${state}`)}
        lines={(data?.items ?? []).map((c) => ({
          ...c,
          way: wayOf(c),
          text: t(`contest.check.${c.what}.${c.ok ? 'ok' : 'missing'}`, c.params),
        }))}
      />
    </Panel>
  )
}
