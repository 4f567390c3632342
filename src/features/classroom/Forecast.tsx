/** Machines that class hours ask for on the next days, against the licence. Nothing where none do. */
import type { CourseClass } from '../../contract/classroom/class.schema.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { peaksByDay } from './forecast.logic.ts'
import { beyondText } from './words.ts'

export function Forecast({ of }: { of: CourseClass }) {
  const { data } = useRead('GET /classes/:id/forecast', { params: { id: of.id } })
  if (!data?.points.length) return null
  const days = peaksByDay(data.points, (at) => format.date(at))
  const { running_scenes: max } = data.limits
  const most = Math.max(...days.map((d) => d.scenes))
  // a limit that is far off would leave nothing of the bars
  return (
    <Panel
      title={t('classroom.forecast')}
      description={
        max === null
          ? t('classroom.forecast_text')
          : `${t('classroom.forecast_text')} ${t('classroom.forecast_most', { n: max })}`
      }
    >
      {data.over.length > 0 && (
        <div className="class-clashes" role="alert">
          <ul>
            {data.over.map((o) => (
              <li key={o.starts_at}>
                <Icon name="warn" />{' '}
                {beyondText({ ...o, max_scenes: max, max_instances: data.limits.running_instances })}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Chart
        kind="bar"
        height={180}
        {...(max === null || max > 4 * most ? {} : { max })}
        label={t('classroom.forecast_says', {
          n: most,
          max: max === null ? t('classroom.forecast_no_limit') : format.number(max),
        })}
        axis={{
          title: t('classroom.forecast_day'),
          values: days.map((_, n) => n),
          text: (n) => days[Number(n)]?.day ?? '',
        }}
        series={[
          { name: t('classroom.forecast_own'), values: days.map((d) => d.own), tone: 'accent' },
          { name: t('classroom.forecast_others'), values: days.map((d) => d.others), tone: 'idle' },
        ]}
      />
    </Panel>
  )
}
