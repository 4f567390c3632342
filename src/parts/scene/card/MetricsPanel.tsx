/** What the nodes of a scene use: processor, memory, traffic and disk over the last half hour. */
import './card.css'
import { lazy, Suspense } from 'react'
import { sceneLimits } from '../../../contract/scene/node.ts'
import type { SceneMetrics } from '../../../contract/scene/scene.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { Empty } from '../../../ui/Empty.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { lastOf, type Metric, metrics, seriesOf, tidy, unitOf } from './metrics.logic.ts'

const LineChart = lazy(() => import('./canvas/LineChart.tsx'))

const valueText = (metric: Metric, value: number): string =>
  unitOf(metric) === 'percent'
    ? format.percent(value / 100)
    : t('scene.metric_rate', { size: format.size(Math.round(value)) })

export function MetricsPanel({
  id,
  only = metrics,
  height = 260,
}: {
  id: string
  only?: readonly Metric[]
  height?: number
}) {
  const every = sceneLimits.metrics.step * 1000
  const { data, error, refetch } = useRead('GET /scenes/:id/metrics', { params: { id } }, { every })
  if (!data)
    return error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="tiles" rows={only.length} />
  const any = data.nodes.some((n) => lastOf(n.cpu) !== null || lastOf(n.received) !== null)
  if (!any)
    return (
      <Empty icon="chart" title={t('scene.metrics_none')}>
        {t('scene.metrics_none_text')}
      </Empty>
    )
  return (
    <div className="sc-metrics">
      {only.map((metric) => (
        <Figure key={metric} metric={metric} data={data} height={height} />
      ))}
    </div>
  )
}

function Figure({ metric, data, height }: { metric: Metric; data: SceneMetrics; height: number }) {
  const { theme } = useSettings()
  const series = seriesOf(metric, data.nodes)
  return (
    <Panel title={t(`scene.metric.${metric}`)}>
      <div className="sc-figure" style={{ height }} aria-hidden="true">
        <Suspense fallback={<Loading rows={3} />}>
          <LineChart
            points={tidy(data.from, data.step, series)}
            height={height}
            theme={theme}
            percent={unitOf(metric) === 'percent'}
            textOf={(v) => valueText(metric, v)}
          />
        </Suspense>
      </div>
      <ul className="mg-sr">
        {series.map((s) => {
          const last = lastOf(s.values.slice(-2))
          return (
            <li key={s.name}>
              {last === null
                ? t('scene.metric_none', { node: s.name })
                : t('scene.metric_now', { node: s.name, value: valueText(metric, last) })}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
