/** What waits for the viewer, as far as his screens reach; every figure leads to where the work is done. */
import { Link } from 'react-router-dom'
import type { Work as WorkData } from '../../contract/dashboard/routes.ts'
import { type BuiltName, href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { useAccess } from '../../kit/session/access.ts'
import { linkClass } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

const bankScreen = { theory: 'theory-bank', exercise: 'exercise-bank', flag: 'flags-solve' } as const
/** From here on a limit is worth a look. */
const nearlyFull = 0.9

export function Work() {
  const { data, error, refetch } = useRead('GET /dashboard/work', undefined, { every: 30_000 })
  if (!data)
    return error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="tiles" rows={3} />
  return (
    <section aria-label={t('dashboard.work')} className="dashboard-work">
      <Figures data={data} />
      <div className="dashboard-halves">
        {data.exams && <Exams of={data.exams} />}
        {data.marking && data.marking.total > 0 && (
          <ByExam
            title={t('dashboard.work.marking')}
            of={data.marking}
            to={(id) => href('exam-scoring', { examId: id })}
          />
        )}
        {data.objections && data.objections.total > 0 && (
          <ByExam
            title={t('dashboard.work.objections')}
            of={data.objections}
            to={(id) => href('exam-scoring', { examId: id })}
          />
        )}
      </div>
    </section>
  )
}

interface Figure {
  key: string
  label: string
  n: number
  to: string | undefined
  note?: string
  bad?: boolean
}

function Figures({ data }: { data: WorkData }) {
  const { visible } = useAccess()
  const at = (screen: BuiltName, to: string) => (visible.has(screen) ? to : undefined)
  const { marking, objections, applications, comments, reports, alarms, capacity } = data
  const [firstMarked, firstObjected] = [marking?.items[0], objections?.items[0]]
  const figures: (Figure | null)[] = [
    marking && {
      key: 'marking',
      label: t('dashboard.work.marking'),
      n: marking.total,
      to: firstMarked && at('exam-scoring', href('exam-scoring', { examId: firstMarked.id })),
    },
    objections && {
      key: 'objections',
      label: t('dashboard.work.objections'),
      n: objections.total,
      to: firstObjected && at('exam-scoring', href('exam-scoring', { examId: firstObjected.id })),
    },
    applications === null
      ? null
      : {
          key: 'applications',
          label: t('dashboard.work.applications'),
          n: applications,
          to: at('user-check', href('user-check')),
        },
    comments && {
      key: 'comments',
      label: t('dashboard.work.comments'),
      n: comments.review,
      to: at('message-manage', href('message-manage', undefined, { state: 'to-review' })),
    },
    comments && {
      key: 'letters',
      label: t('dashboard.work.letters'),
      n: comments.letters,
      to: at('message-manage', href('message-manage', undefined, { entity: 'letter', answered: 'false' })),
    },
    ...(reports ?? []).map((r) => ({
      key: r.bank,
      label: t('dashboard.work.reports', { bank: t(`dashboard.work.reports.${r.bank}`) }),
      n: r.n,
      to: at(bankScreen[r.bank], href(bankScreen[r.bank], undefined, { reports: '1' })),
    })),
    alarms && {
      key: 'alarms',
      label: t('dashboard.work.alarms'),
      n: alarms.critical + alarms.warning,
      note: t('dashboard.work.alarms-note', alarms),
      bad: alarms.critical > 0,
      to: at('system-alarm', href('system-alarm')),
    },
  ]
  const waiting = figures.filter((f) => f !== null && f.n > 0) as Figure[]
  return (
    <>
      {waiting.length === 0 && (
        <Empty compact icon="check" title={t('dashboard.work.nothing')}>
          {t('dashboard.work.nothing-text')}
        </Empty>
      )}
      {(waiting.length > 0 || capacity) && (
        <StatRow>
          {waiting.map((f) => (
            <Stat
              key={f.key}
              label={f.label}
              value={format.number(f.n)}
              tone={f.bad ? 'bad' : 'warn'}
              {...(f.note === undefined ? {} : { note: f.note })}
              {...(f.to === undefined ? {} : { to: f.to })}
            />
          ))}
          {capacity &&
            (['users', 'scenes'] as const).map((name) => {
              const { used, max } = capacity[name]
              const full = max !== null && used >= max * nearlyFull
              return (
                <Stat
                  key={name}
                  label={t(`dashboard.work.${name}`)}
                  value={format.number(used)}
                  unit={max === null ? t('dashboard.work.unlimited') : `/ ${format.number(max)}`}
                  note={t(`dashboard.work.${name}-note`)}
                  {...(full ? { tone: 'warn' as const } : {})}
                  {...(name === 'users' && visible.has('user-manage') ? { to: href('user-manage') } : {})}
                />
              )
            })}
        </StatRow>
      )}
    </>
  )
}

function Exams({ of }: { of: NonNullable<WorkData['exams']> }) {
  const { visible } = useAccess()
  return (
    <Panel title={t('dashboard.work.exams')} flush>
      {of.items.length === 0 ? (
        <Empty
          compact
          icon="clock"
          title={t('dashboard.work.no-exams')}
          action={
            visible.has('exam-add') && (
              <Link className={linkClass('plain', 'small')} to={href('exam-add')}>
                {t('dashboard.work.add-exam')}
              </Link>
            )
          }
        />
      ) : (
        <ul className="dashboard-list">
          {of.items.map((e) => (
            <li key={e.id}>
              <span className="grow dashboard-two">
                <Link to={href('exam-manage', undefined, e.watch ? { watch: e.id } : { q: e.name })}>{e.name}</Link>
                <span className="mg-faint">
                  {t('dashboard.work.when', { from: format.dateTime(e.starts_at), to: format.dateTime(e.ends_at) })}
                </span>
              </span>
              <StatusTag word={e.status} label={t(`exam.status.${e.status}`)} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface ByExamProps {
  title: string
  of: NonNullable<WorkData['marking']>
  to: (id: string) => string
}
function ByExam({ title, of, to }: ByExamProps) {
  const others = of.total - of.items.reduce((sum, e) => sum + e.n, 0)
  return (
    <Panel title={title} flush>
      <ul className="dashboard-list">
        {of.items.map((e) => (
          <li key={e.id}>
            <Link className="grow dashboard-two" to={to(e.id)}>
              {e.name}
            </Link>
            <span className="mg-num">{format.number(e.n)}</span>
          </li>
        ))}
        {others > 0 && (
          <li>
            <span className="grow mg-dim">{t('dashboard.work.others')}</span>
            <span className="mg-num">{format.number(others)}</span>
          </li>
        )}
      </ul>
    </Panel>
  )
}
