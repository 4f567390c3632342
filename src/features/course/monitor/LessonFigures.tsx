/** Lessons in which people stop: of the members, who came to them, and who has done them. */
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'

export function LessonFigures() {
  const { nameOf, titleOf } = useCourseText()
  const { data, error, refetch } = useRead('GET /course-monitor/lessons', { query: {} })
  const items = data?.items ?? []
  return (
    <Panel title={t('monitor.lessons')} description={t('monitor.lessons_text')}>
      {!data && (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="text" rows={4} />)}
      {data && items.length === 0 && <p className="mg-faint">{t('monitor.lessons_none')}</p>}
      {items.length > 0 && (
        <div className="monitor-chart" style={{ '--monitor-labs': items.length }}>
          <Chart
            kind="bar"
            label={t('monitor.lessons_chart')}
            height={220}
            max={1}
            text={format.percent}
            axis={{
              title: t('monitor.lesson'),
              values: items.map((_, n) => n),
              text: (n) => {
                const one = items[Number(n)]
                return one ? titleOf(one.lesson, one.course) : ''
              },
            }}
            series={[
              { name: t('monitor.done'), values: items.map((l) => l.done / l.members), tone: 'accent' },
              { name: t('monitor.at_it'), values: items.map((l) => (l.came - l.done) / l.members), tone: 'warn' },
            ]}
            columns={[
              { title: t('monitor.course'), texts: items.map((l) => nameOf(l.course).text) },
              {
                title: t('monitor.people'),
                texts: items.map((l) => t('monitor.done_of', { done: l.done, came: l.came, n: l.members })),
              },
            ]}
          />
        </div>
      )}
    </Panel>
  )
}
