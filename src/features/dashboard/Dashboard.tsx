/** Start page of the back office: who is here, what the libraries hold, what happened. Refreshes itself while somebody looks. */
import { href, type ScreenName } from '../../contract/screens/index.ts'
import { format, t, tOr } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { useAccess } from '../../kit/session/access.ts'
import { BarList } from '../../ui/BarList.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { OnlinePeople } from './OnlinePeople.tsx'
import { RecentOperations } from './RecentOperations.tsx'
import { SignIns } from './SignIns.tsx'
import { Work } from './Work.tsx'
import './dashboard.css'

const statuses = ['normal', 'to_audit', 'disabled', 'expired', 'rejected'] as const
const statusTones = { normal: 'ok', to_audit: 'info', disabled: 'idle', expired: 'warn', rejected: 'bad' } as const

const lists = {
  tool: ['tool-manage', () => href('tool-manage')],
  'theory-question': ['theory-bank', () => href('theory-bank')],
  exercise: ['exercise-bank', () => href('exercise-bank')],
  'flag-challenge': ['flags-solve', () => href('flags-solve')],
  paper: ['paper-bank', () => href('paper-bank')],
  exam: ['exam-manage', () => href('exam-manage')],
  topology: ['topology-manage', () => href('topology-manage')],
  image: ['image-manage', () => href('image-manage')],
} as const satisfies Record<string, readonly [ScreenName, () => string]>
/** Where the viewer finds them all, if he may. */
function listOf(resource: string, visible: ReadonlySet<ScreenName>): string | undefined {
  if (!Object.hasOwn(lists, resource)) return undefined
  const [screen, to] = lists[resource as keyof typeof lists]
  return visible.has(screen) ? to() : undefined
}

export default function Dashboard() {
  const { data, error, refetch } = useRead('GET /dashboard/overview', undefined, { every: 30_000 })
  const { visible } = useAccess()
  if (!data)
    return (
      <Page title={t('dashboard.title')}>
        <Work />
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="tiles" />}
      </Page>
    )
  const { users } = data
  // what they are sorted by is no entry
  const entries = data.resources.filter((r) => r.resource !== 'tool-category')
  const nothing = !users && !data.online && !data.imports && !data.recent && !data.resources.length
  const toImports = visible.has('resource-import') ? { to: href('resource-import') } : {}
  return (
    <Page title={t('dashboard.title')}>
      <Work />
      {nothing && <Empty title={t('dashboard.nothing')} icon="pulse" />}
      <StatRow>
        {data.online && (
          <Stat
            label={t('dashboard.online')}
            value={format.number(data.online.total)}
            note={t('dashboard.online-note')}
            icon="pulse"
            {...(visible.has('user-manage') ? { to: href('user-manage', undefined, { online: 'true' }) } : {})}
          />
        )}
        {data.users && (
          <Stat
            label={t('dashboard.users')}
            value={format.number(data.users.total)}
            note={t('dashboard.users-note', {
              normal: data.users.normal,
              waiting: data.users.to_audit,
              others: data.users.disabled + data.users.expired + data.users.rejected,
            })}
            icon="user"
            {...(visible.has('user-manage') ? { to: href('user-manage') } : {})}
          />
        )}
        {entries.length > 0 && (
          <Stat
            label={t('dashboard.resources')}
            value={format.number(entries.reduce((n, r) => n + r.total, 0))}
            note={t('dashboard.resources-note', { n: entries.reduce((n, r) => n + r.added_30_days, 0) })}
            icon="library"
          />
        )}
        {data.imports && (
          <Stat
            label={t('dashboard.imports')}
            value={format.number(data.imports.total)}
            note={t('dashboard.imports-note', {
              applied: data.imports.applied,
              waiting: data.imports.waiting,
              others: data.imports.total - data.imports.applied - data.imports.waiting,
            })}
            icon="import"
            {...toImports}
          />
        )}
      </StatRow>
      <div className="dashboard-grid">
        {data.sign_ins && (
          <Panel title={t('dashboard.sign-ins')} className="dashboard-wide">
            <SignIns days={data.sign_ins} />
          </Panel>
        )}
        {users && (
          <Panel title={t('dashboard.by-status')}>
            <BarList
              label={t('dashboard.by-status')}
              items={statuses.map((s) => ({
                key: s,
                label: t(`dashboard.status.${s}`),
                value: users[s],
                tone: statusTones[s],
              }))}
              format={format.number}
            />
          </Panel>
        )}
        {data.recent && (
          <Panel title={t('dashboard.recent')} flush className="dashboard-wide">
            <RecentOperations items={data.recent} />
          </Panel>
        )}
        <div className="dashboard-column">
          {entries.length > 0 && (
            <Panel title={t('dashboard.by-library')}>
              <BarList
                label={t('dashboard.by-library')}
                items={entries.map((r) => ({
                  key: r.resource,
                  label: tOr([`dashboard.resource.${r.resource}`, `${r.resource}.many`], r.resource),
                  value: r.total,
                  to: listOf(r.resource, visible),
                }))}
                format={format.number}
              />
            </Panel>
          )}
          {data.online && (
            <Panel title={t('dashboard.online-people')} flush>
              <OnlinePeople people={data.online.people} />
            </Panel>
          )}
        </div>
      </div>
    </Page>
  )
}
