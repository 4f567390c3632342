/** What waits for the viewer, as far as their screens reach; every figure leads to where the work is done. */
import { Link } from 'react-router-dom'
import type { Work } from '../../contract/dashboard/routes.ts'
import { type BuiltName, href, type ScreenName } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import type { Region, Regions } from '../../kit/display/region.ts'
import { linkClass } from '../../ui/input/Button.tsx'
import { Empty } from '../../ui/feedback/Empty.tsx'

type Visible = ReadonlySet<ScreenName>
const bankScreen = { theory: 'theory-bank', exercise: 'exercise-bank', flag: 'flags-solve' } as const
/** From here on a limit is worth a look. */
const nearlyFull = 0.9
const marked = (examId: string) => href('exam-scoring', { examId })

export function workRegions(data: Work, visible: Visible): Regions {
  const { exams, marking, objections } = data
  const [waiting, room] = [waitingOf(data, visible), capacityOf(data, visible)]
  return [
    waiting.length === 0 && {
      key: 'nothing',
      is: 'own',
      shows: (
        <Empty compact icon="check" title={t('dashboard.work.nothing')}>
          {t('dashboard.work.nothing-text')}
        </Empty>
      ),
    },
    waiting.length + room.length > 0 && { key: 'figures', is: 'stats', stats: [...waiting, ...room] },
    {
      key: 'exams',
      is: 'row',
      of: [
        exams && examsOf(exams, visible),
        marking && marking.total > 0 && byExam('marking', marking),
        objections && objections.total > 0 && byExam('objections', objections),
      ],
    },
  ]
}

interface Figure {
  key: string
  label: string
  n: number
  to: string | undefined
  note?: string
  bad?: boolean
}

function waitingOf(data: Work, visible: Visible) {
  const at = (screen: BuiltName, to: string) => (visible.has(screen) ? to : undefined)
  const { marking, objections, applications, comments, reports, alarms } = data
  const [firstMarked, firstObjected] = [marking?.items[0], objections?.items[0]]
  const figures: (Figure | null)[] = [
    marking && {
      key: 'marking',
      label: t('dashboard.work.marking'),
      n: marking.total,
      to: firstMarked && at('exam-scoring', marked(firstMarked.id)),
    },
    objections && {
      key: 'objections',
      label: t('dashboard.work.objections'),
      n: objections.total,
      to: firstObjected && at('exam-scoring', marked(firstObjected.id)),
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
  return figures.flatMap((f) =>
    f && f.n > 0
      ? [
          {
            key: f.key,
            label: f.label,
            value: format.number(f.n),
            tone: f.bad ? ('bad' as const) : ('warn' as const),
            ...(f.note === undefined ? {} : { note: f.note }),
            ...(f.to === undefined ? {} : { to: f.to }),
          },
        ]
      : [],
  )
}

function capacityOf({ capacity }: Work, visible: Visible) {
  if (!capacity) return []
  return (['users', 'scenes'] as const).map((name) => {
    const { used, max } = capacity[name]
    return {
      key: name,
      label: t(`dashboard.work.${name}`),
      value: format.number(used),
      unit: max === null ? t('dashboard.work.unlimited') : `/ ${format.number(max)}`,
      note: t(`dashboard.work.${name}-note`),
      ...(max !== null && used >= max * nearlyFull ? { tone: 'warn' as const } : {}),
      ...(name === 'users' && visible.has('user-manage') ? { to: href('user-manage') } : {}),
    }
  })
}

const examsOf = ({ items }: NonNullable<Work['exams']>, visible: Visible): Region => ({
  key: 'exams',
  is: 'list',
  title: t('dashboard.work.exams'),
  nothing: {
    title: t('dashboard.work.no-exams'),
    icon: 'clock',
    action: visible.has('exam-add') && (
      <Link className={linkClass('plain', 'small')} to={href('exam-add')}>
        {t('dashboard.work.add-exam')}
      </Link>
    ),
  },
  lines: items.map((e) => ({
    key: e.id,
    name: e.name,
    to: href('exam-manage', undefined, e.watch ? { watch: e.id } : { q: e.name }),
    about: t('dashboard.work.when', { from: format.dateTime(e.starts_at), to: format.dateTime(e.ends_at) }),
    below: true,
    tag: { word: e.status, label: t(`exam.status.${e.status}`) },
  })),
})

function byExam(what: 'marking' | 'objections', { total, items }: NonNullable<Work['marking']>): Region {
  const title = t(`dashboard.work.${what}`)
  const others = total - items.reduce((sum, e) => sum + e.n, 0)
  return {
    key: what,
    is: 'list',
    title,
    nothing: { title, icon: 'check' },
    lines: [
      ...items.map((e) => ({ key: e.id, name: e.name, to: marked(e.id), below: true, n: format.number(e.n) })),
      ...(others > 0 ? [{ key: 'others', name: t('dashboard.work.others'), dim: true, n: format.number(others) }] : []),
    ],
  }
}
