import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { DayBars } from '../../../ui/chart/DayBars.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { offsetOf } from '../../../lib/offset.ts'

/** How much one practised on each of the last thirty days. */
export function Activity() {
  const [offset] = useState(() => offsetOf(new Date()))
  const { data, error, refetch } = useRead('GET /practice/activity', { query: { offset } })
  if (!data) return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="text" rows={4} />
  const { days, streak } = data
  const all = (d: (typeof days)[number]) => d.theory + d.volume + d.flag
  const sum = days.reduce((n, d) => n + all(d), 0)
  const busy = days.filter((d) => all(d) > 0).length
  return (
    <Panel title={t('practice.activity')} description={t('practice.streak', { n: streak })}>
      <DayBars
        days={days.map((d) => d.day)}
        height={140}
        least={5}
        series={[
          { name: t('practice.answers_right'), tone: 'data', values: days.map((d) => d.right) },
          { name: t('practice.verdict.partly'), tone: 'warn', values: days.map((d) => d.partly) },
          { name: t('practice.answers_other'), tone: 'bad', values: days.map((d) => all(d) - d.right - d.partly) },
        ]}
        label={t('practice.activity_summary', { n: sum, days: busy })}
      />
    </Panel>
  )
}
