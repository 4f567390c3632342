/** How long the viewer learnt, and what they completed and answered: by day, week or month of their own zone. */
import { useState } from 'react'
import { type SpanKind, spanKinds } from '../../../contract/record/days.ts'
import type { LearningPeriod } from '../../../contract/record/statistics.routes.ts'
import { askedIn, timeKinds } from '../../../contract/record/statistics.ts'
import { format, t, useLocale } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useUrlState } from '../../../kit/list/state/useKept.ts'
import { WeekAim } from '../../../parts/learner/WeekAim.tsx'
import { ownZone } from '../../../parts/learner/zone.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { type ChartAxis, type ChartSeries, topOf } from '../../../ui/chart/chart.logic.ts'
import { Chips } from '../../../ui/data/Chips.tsx'
import { Stat, StatRow } from '../../../ui/data/Stat.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { periodTotals } from './statistics.logic.ts'

const start = { by: 'day' as SpanKind }
const among = { by: spanKinds }

export function Statistics() {
  const [at, setAt] = useUrlState(start, among)
  const [zone] = useState(ownZone)
  const { data, error, refetch } = useRead('GET /learning/statistics', { query: { by: at.by, zone } })
  return (
    <>
      <WeekAim settings />
      <Panel
        title={t('personal.statistics')}
        description={t('learner.statistics_text')}
        actions={
          <Chips
            label={t('learner.by')}
            value={at.by}
            items={spanKinds.map((value) => ({ value, label: t(`learner.by.${value}`) }))}
            onChange={(by) => by && setAt({ by })}
          />
        }
      >
        {data ? (
          <Figures of={data.periods} by={at.by} />
        ) : error ? (
          <ProblemView compact problem={error} onRetry={refetch} />
        ) : (
          <Loading kind="text" rows={6} />
        )}
      </Panel>
    </>
  )
}

function useAxis(by: SpanKind, of: readonly LearningPeriod[]): ChartAxis {
  const month = new Intl.DateTimeFormat(useLocale(), { year: 'numeric', month: 'short', timeZone: 'UTC' })
  return {
    title: t(`learner.axis.${by}`),
    values: of.map((p) => p.from),
    text: (v) => (by === 'month' ? month.format(new Date(`${v}T00:00:00Z`)) : format.day(String(v))),
  }
}

const height = 180
const minutesText = (n: number): string => (n < 60 ? t('span.minutes', { m: n }) : format.span(n * 60))
/** A scale with few of them is as high as one with some. */
const leastOf = (least: number, axis: ChartAxis, series: readonly ChartSeries[]) =>
  topOf(axis, series) < least ? { max: least } : {}
function Figures({ of, by }: { of: readonly LearningPeriod[]; by: SpanKind }) {
  const axis = useAxis(by, of)
  const { minutes, questions, lessons, labs } = periodTotals(of)
  const time = timeKinds.map((kind) => ({ name: t(`learner.time.${kind}`), values: of.map((p) => p.minutes[kind]) }))
  const done = [
    { name: t('learner.lessons'), values: of.map((p) => p.lessons) },
    { name: t('learner.labs'), values: of.map((p) => p.labs) },
  ]
  const asked = askedIn.map((kind) => ({ name: t(`learner.asked.${kind}`), values: of.map((p) => p.questions[kind]) }))
  const label = {
    minutes: t('learner.minutes_all', { time: minutesText(minutes), span: t(`learner.span.${by}`) }),
    done: t('learner.done_all', { lessons, labs, span: t(`learner.span.${by}`) }),
    questions: t('learner.questions_all', { n: questions, span: t(`learner.span.${by}`) }),
  }
  return (
    <>
      <StatRow>
        <Stat label={t('learner.time')} value={minutesText(minutes)} note={t(`learner.span.${by}`)} />
        <Stat label={t('learner.lessons')} value={format.number(lessons)} note={t(`learner.span.${by}`)} />
        <Stat label={t('learner.labs')} value={format.number(labs)} note={t(`learner.span.${by}`)} />
        <Stat label={t('learner.questions')} value={format.number(questions)} note={t(`learner.span.${by}`)} />
      </StatRow>
      <div className="personal-charts">
        <Chart
          kind="bar"
          sums
          title={t('learner.time')}
          label={label.minutes}
          axis={axis}
          height={height}
          {...leastOf(60, axis, time)}
          text={minutesText}
          series={time}
        />
        <Chart
          kind="bar"
          sums
          title={t('learner.completed')}
          label={label.done}
          axis={axis}
          height={height}
          {...leastOf(4, axis, done)}
          series={done}
        />
        <Chart
          kind="bar"
          sums
          title={t('learner.questions')}
          label={label.questions}
          axis={axis}
          height={height}
          {...leastOf(4, axis, asked)}
          series={asked}
        />
      </div>
    </>
  )
}
