import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ledgerPoints } from '../words.ts'

/** How the viewer's score went in the present season; their rank then stands in its table and in what is said of a place. */
export default function History({ arena }: { arena: string }) {
  const { data, error, refetch } = useRead('GET /my-arenas/:id/history', { params: { id: arena } })
  if (!data) return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="text" rows={4} />
  if (data.points.length < 2) return <p className="mg-faint">{t('arena.history_none')}</p>
  const rank = (n: number | null) => (n === null ? '–' : format.number(n))
  return (
    <div className="arena-history">
      <Chart
        kind="line"
        label={t('arena.history')}
        title={t('arena.history_rank')}
        height={140}
        axis={{
          title: t('arena.history_at'),
          values: data.points.map((p) => Date.parse(p.at)),
          text: (at) => format.dateTime(new Date(at).toISOString()),
          time: true,
        }}
        series={[{ name: t('contest.board_rank'), values: data.points.map((p) => p.rank) }]}
        text={(n) => rank(n)}
        columns={[
          { title: t('contest.board_score'), texts: data.points.map((p) => format.number(ledgerPoints(p.score))) },
        ]}
      />
    </div>
  )
}
