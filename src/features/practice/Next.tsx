/** What to go on with, and what is worth practising next. */
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { GoOn, Suggested } from '../../parts/practice-next/PracticeNext.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { Stat, StatRow } from '../../ui/data/Stat.tsx'
import { StartRun } from './StartRun.tsx'

export function Next() {
  const { data, error, refetch } = useRead('GET /practice/next', undefined)
  if (!data)
    return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="tiles" rows={3} />
  if (data.questions === 0) return null
  return (
    <>
      <StatRow>
        <Stat
          label={t('practice.solved_of')}
          value={format.number(data.solved)}
          unit={`/ ${format.number(data.questions)}`}
          note={t('practice.solved_note')}
        />
        <Stat
          label={t('practice.mistakes')}
          value={format.number(data.mistakes)}
          note={t('practice.mistakes_note')}
          {...(data.mistakes > 0 ? { tone: 'warn' as const } : {})}
          to={href('personal', undefined, { tab: 'mistakes' })}
        />
      </StatRow>
      <div className="practice-next">
        <GoOn of={data} />
        <Suggested of={data.suggested} actions={<StartRun mode="suggested" label={t('practice.suggested_start')} />} />
      </div>
    </>
  )
}
