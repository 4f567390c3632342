/** Members of a class hour: how they attend, where they are in the lesson, how far, and since when they did nothing. */
import { Link } from 'react-router-dom'
import type { ClassHour, GridMember, HourGrid } from '../../../contract/classroom/hour.schema.ts'
import { format, t, tOr } from '../../../i18n/index.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { type MenuItem, RowMenu } from '../../../ui/input/Menu.tsx'
import { AttendanceTag } from '../../../parts/class-hour/AttendanceTag.tsx'
import { href } from '../../../contract/screens/index.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import type { HourDeed } from './HourDeeds.tsx'
import type { PlacedMember, Standing } from './monitor.logic.ts'

const tones = {
  help: 'bad',
  missing: 'idle',
  idle: 'warn',
  elsewhere: 'warn',
  working: 'info',
  done: 'ok',
} as const satisfies Record<Standing, string>

interface MemberGridProps {
  hour: ClassHour
  machines: HourGrid['scenes']
  rows: readonly PlacedMember[]
  chosen: ReadonlySet<string>
  onTurn: (ids: readonly string[], on: boolean) => void
  onDeed: (deed: HourDeed) => void
}

export function MemberGrid({ hour, machines, rows, chosen, onTurn, onDeed }: MemberGridProps) {
  const { titleOf } = useCourseText()
  const runs = hour.can.includes('run')
  const attends = hour.can.includes('attendance')
  const menu = (m: GridMember): MenuItem[] => [
    ...(runs
      ? [
          {
            id: 'message',
            label: t('classroom.message'),
            icon: 'bell' as const,
            onSelect: () => onDeed({ what: 'message', to: [m] }),
          },
        ]
      : []),
    ...(attends
      ? [
          {
            id: 'attendance',
            label: t('classroom.attendance_set'),
            icon: 'check' as const,
            onSelect: () => onDeed({ what: 'attendance', to: [m] }),
          },
        ]
      : []),
    {
      id: 'history',
      label: t('classroom.attendance_history'),
      icon: 'history',
      onSelect: () => onDeed({ what: 'history', of: m }),
    },
  ]
  return (
    <Table<PlacedMember>
      name={t('classroom.tab.members')}
      className="class-grid"
      rows={rows}
      keyOf={(p) => p.member.user_id}
      {...((runs || attends || hour.can.includes('stop')) && {
        select: {
          all: t('kit.people.choose_page'),
          nameOf: (p: PlacedMember) => t('kit.list.select_row', { name: p.member.name }),
          has: (p: PlacedMember) => chosen.has(p.member.user_id),
          onTurn: (some: readonly PlacedMember[], on: boolean) =>
            onTurn(
              some.map((p) => p.member.user_id),
              on,
            ),
        },
      })}
      columns={[
        {
          head: t('classroom.member'),
          names: true,
          cell: ({ member: m }) => (
            <>
              {m.name}
              <span className="mg-faint class-sub">{[m.username, m.org_name].filter(Boolean).join(' · ')}</span>
            </>
          ),
        },
        {
          head: t('classroom.standing'),
          short: true,
          cell: ({ standing }) => (
            <StatusTag dot word={standing} tone={tones[standing]} label={t(`classroom.standing.${standing}`)} />
          ),
        },
        {
          head: t('classroom.attendance'),
          cell: ({ member: m }) => (
            <>
              <AttendanceTag of={m.attendance} />
              {m.attended_at !== null && m.way !== null && (
                <span className="mg-faint class-sub">
                  {format.time(m.attended_at)} · {t(`classroom.way.${m.way}`)}
                </span>
              )}
            </>
          ),
        },
        {
          head: t('classroom.where'),
          cell: ({ member: m }) => (m.section && hour.course ? titleOf(m.section, hour.course) : '–'),
        },
        {
          head: t('classroom.progress'),
          className: 'class-progress',
          cell: ({ member: m }) =>
            m.sections === 0 ? (
              '–'
            ) : (
              <>
                <ProgressBar
                  value={m.done / m.sections}
                  tone={m.done === m.sections ? 'ok' : 'accent'}
                  label={t('learn.progress', { done: m.done, all: m.sections })}
                />
                <span className="mg-num mg-dim">
                  {format.number(m.done)} / {format.number(m.sections)}
                </span>
              </>
            ),
        },
        ...(machines
          ? [
              ...(machines.plan === 'groups'
                ? [
                    {
                      head: t('classroom.group'),
                      number: true as const,
                      cell: ({ member: m }: PlacedMember) => (m.group === null ? '–' : format.number(m.group)),
                    },
                  ]
                : []),
              {
                head: t('classroom.checks'),
                number: true as const,
                cell: ({ member: m }: PlacedMember) =>
                  m.checks ? t('classroom.checks_n', { passed: m.checks.passed, steps: m.checks.steps }) : '–',
              },
              {
                head: t('classroom.machines'),
                cell: ({ member: m }: PlacedMember) => <MemberMachines of={m} hour={hour} />,
              },
            ]
          : []),
        { head: t('classroom.last'), cell: ({ member: m }) => (m.last_at === null ? '–' : <Ago at={m.last_at} />) },
        {
          key: 'deeds',
          head: <span className="mg-sr">{t('classroom.deeds')}</span>,
          cell: ({ member: m }) => (
            <RowMenu floating label={t('classroom.deeds_of', { name: m.name })} items={menu(m)} />
          ),
        },
      ]}
    />
  )
}

function MemberMachines({ of: m, hour }: { of: GridMember; hour: ClassHour }) {
  const { scene } = m
  if (!scene)
    return m.scene_problem === null ? (
      <>–</>
    ) : (
      <span className="mg-error">{tOr([`problem.${m.scene_problem}`], t('classroom.machines_not_made'))}</span>
    )
  return (
    <>
      <StatusTag dot word={scene.status} label={t(`scene.status.${scene.status}`)} />
      <span className="mg-faint class-sub">
        {[
          scene.queue !== null && t('classroom.machines_place', { n: scene.queue }),
          scene.frozen && t('classroom.machines_held'),
          scene.remaining !== null && t('classroom.machines_left', { time: format.span(scene.remaining) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {hour.can.includes('run') && hour.lesson && (
        <Link
          className={linkClass('plain', 'small')}
          to={href('class-card-console', { lessonId: hour.lesson.id, userId: m.user_id }, { hour: hour.id })}
          aria-label={t('classroom.watch_of', { name: m.name })}
        >
          {t('classroom.watch')}
        </Link>
      )}
    </>
  )
}
