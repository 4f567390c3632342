/** What the nodes of a scene use: processor, memory, traffic and disk over the last half hour. */
import './card.css'
import { sceneLimits } from '../../../contract/scene/node.ts'
import type { SceneMetrics } from '../../../contract/scene/scene.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { lastOf, type Metric, metrics, metricSeriesOf, sampleTimesOf, metricUnit } from './metrics.logic.ts'

const valueText = (metric: Metric, value: number): string =>
  metricUnit(metric) === 'percent'
    ? format.percent(value / 100)
    : t('scene.metric_rate', { size: format.size(Math.round(value)) })

export function MetricsPanel({
  id,
  only = metrics,
  height = 260,
  tight = false,
}: {
  id: string
  only?: readonly Metric[]
  height?: number
  tight?: boolean
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
        <Figure key={metric} metric={metric} data={data} height={height} tight={tight} />
      ))}
    </div>
  )
}

interface FigureProps {
  metric: Metric
  data: SceneMetrics
  height: number
  tight: boolean
}
function Figure({ metric, data, height, tight }: FigureProps) {
  const series = metricSeriesOf(metric, data.nodes)
  const text = (value: number) => valueText(metric, value)
  const now = series.map((s) => {
    const last = lastOf(s.values.slice(-2))
    return last === null
      ? t('scene.metric_none', { node: s.name })
      : t('scene.metric_now', { node: s.name, value: text(last) })
  })
  return (
    <Panel title={t(`scene.metric.${metric}`)}>
      <Chart
        kind="line"
        label={now.join(' · ')}
        axis={{
          title: t('scene.metric_time'),
          values: sampleTimesOf(data),
          text: (at) => format.time(Number(at)),
          time: true,
        }}
        series={series}
        text={text}
        height={height}
        tight={tight}
        {...(metricUnit(metric) === 'percent' ? { max: 100 } : {})}
      />
    </Panel>
  )
}
