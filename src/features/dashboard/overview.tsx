/** Who is here, what the libraries hold, what happened. A block is null where none of its screens is the viewer's. */
import type { Api } from '../../contract/api.ts'
import type { RouteResult } from '../../contract/lib/route.ts'
import { href, type ScreenName } from '../../contract/screens/index.ts'
import { format, t, tOr } from '../../i18n/index.ts'
import type { Regions } from '../../kit/display/region.ts'
import { actionText, unnamedText } from '../../parts/operation/words.ts'
import { dayBars } from '../../ui/chart/dayBars.ts'
import { Empty } from '../../ui/feedback/Empty.tsx'
import { isOneOf, keysOf } from '../../contract/lib/typed.ts'

type Overview = RouteResult<Api, 'GET /dashboard/overview'>
type Visible = ReadonlySet<ScreenName>

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
/** Where the viewer finds them all, if they may. */
function listOf(resource: string, visible: Visible): string | undefined {
  if (!isOneOf(keysOf(lists), resource)) return undefined
  const [screen, to] = lists[resource]
  return visible.has(screen) ? to() : undefined
}
/** What they are sorted by is no entry. */
const entriesOf = ({ resources }: Overview) => resources.filter((r) => r.resource !== 'tool-category')
const sumOf = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)

export function overviewRegions(data: Overview, visible: Visible): Regions {
  const { users, online, imports, recent, resources, sign_ins: days } = data
  const entries = entriesOf(data)
  const none = !users && !online && !imports && !recent && !resources.length
  return [
    none && { key: 'nothing', is: 'own', shows: <Empty title={t('dashboard.nothing')} icon="pulse" /> },
    { key: 'figures', is: 'stats', stats: figuresOf(data, visible) },
    {
      key: 'grid',
      is: 'grid',
      of: [
        days && {
          key: 'sign-ins',
          is: 'chart',
          wide: true,
          title: t('dashboard.sign-ins'),
          chart: signIns(days),
        },
        users && {
          key: 'status',
          is: 'bars',
          title: t('dashboard.by-status'),
          text: format.number,
          bars: statuses.map((s) => ({
            key: s,
            label: t(`dashboard.status.${s}`),
            value: users[s],
            tone: statusTones[s],
          })),
        },
        recent && {
          key: 'recent',
          is: 'list',
          wide: true,
          title: t('dashboard.recent'),
          nothing: { title: t('dashboard.no-recent'), icon: 'pulse' },
          lines: recent.map((o) => ({
            key: `${o.at}${o.entity_id}${o.action}`,
            name: o.who || unnamedText(o.address),
            strong: true,
            about: actionText(o.action),
            at: { time: o.at },
            ...(o.result === 'done' ? {} : { tag: refused(o.result) }),
          })),
        },
        {
          key: 'column',
          is: 'column',
          of: [
            entries.length > 0 && {
              key: 'library',
              is: 'bars',
              title: t('dashboard.by-library'),
              text: format.number,
              bars: entries.map((r) => ({
                key: r.resource,
                label: tOr([`dashboard.resource.${r.resource}`, `${r.resource}.many`], r.resource),
                value: r.total,
                to: listOf(r.resource, visible),
              })),
            },
            online && {
              key: 'people',
              is: 'list',
              title: t('dashboard.online-people'),
              nothing: { title: t('dashboard.nobody-online'), icon: 'user' },
              lines: online.people.map((p) => ({
                key: p.id,
                name: p.name,
                face: true,
                about: p.role,
                at: { time: p.seen_at, why: p.address },
              })),
            },
          ],
        },
      ],
    },
  ]
}

const refused = (result: string) => ({
  word: 'refused',
  tone: 'bad' as const,
  label: t('audit.result.refused'),
  why: tOr([`problem.${result}`], ''),
})

function figuresOf(data: Overview, visible: Visible) {
  const { users, online, imports } = data
  const entries = entriesOf(data)
  const people = (query?: { online: string }) =>
    visible.has('user-manage') ? { to: href('user-manage', undefined, query) } : {}
  return [
    online && {
      key: 'online',
      label: t('dashboard.online'),
      value: format.number(online.total),
      note: t('dashboard.online-note'),
      icon: 'pulse' as const,
      ...people({ online: 'true' }),
    },
    users && {
      key: 'users',
      label: t('dashboard.users'),
      value: format.number(users.total),
      note: t('dashboard.users-note', {
        normal: users.normal,
        waiting: users.to_audit,
        others: users.disabled + users.expired + users.rejected,
      }),
      icon: 'user' as const,
      ...people(),
    },
    entries.length > 0 && {
      key: 'resources',
      label: t('dashboard.resources'),
      value: format.number(sumOf(entries.map((r) => r.total))),
      note: t('dashboard.resources-note', { n: sumOf(entries.map((r) => r.added_30_days)) }),
      icon: 'library' as const,
    },
    imports && {
      key: 'imports',
      label: t('dashboard.imports'),
      value: format.number(imports.total),
      note: t('dashboard.imports-note', {
        applied: imports.applied,
        waiting: imports.waiting,
        others: imports.total - imports.applied - imports.waiting,
      }),
      icon: 'import' as const,
      ...(visible.has('resource-import') ? { to: href('resource-import') } : {}),
    },
  ].filter((figure) => figure !== null && figure !== false)
}

/** Sign-ins of 30 days, refused on top of done. */
function signIns(days: NonNullable<Overview['sign_ins']>) {
  const [done, refused] = [days.map((d) => d.done), days.map((d) => d.refused)]
  return dayBars({
    days: days.map((d) => d.day),
    series: [
      { name: t('dashboard.sign-ins-done'), tone: 'data', values: done },
      { name: t('dashboard.sign-ins-refused'), tone: 'bad', values: refused },
    ],
    label: t('dashboard.sign-ins-summary', { done: sumOf(done), refused: sumOf(refused) }),
    height: 180,
  })
}
