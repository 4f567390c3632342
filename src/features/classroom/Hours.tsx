/** Class hours of a class: those to come, or those that are over. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { classLimits } from '../../contract/classroom/class.ts'
import type { CourseClass } from '../../contract/classroom/class.schema.ts'
import type { ClassHour } from '../../contract/classroom/hour.schema.ts'
import { attendanceStates } from '../../contract/classroom/hour.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { AskReason } from '../../kit/action/AskReason.tsx'
import { useWrite } from '../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { useAccess } from '../../kit/session/access.ts'
import { useCourseText } from '../../parts/course/words.ts'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { Table } from '../../ui/data/Table.tsx'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { type MenuItem, RowMenu } from '../../ui/input/Menu.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Forecast } from './Forecast.tsx'
import { HourDialog } from './HourDialog.tsx'
import { periodText } from './words.ts'

const whens = ['coming', 'past'] as const
const start = { page: 1, when: 'coming' as (typeof whens)[number] }
const among = { when: whens }

type Asking = { what: 'edit'; hour: ClassHour | undefined } | { what: 'cancel' | 'restore'; hour: ClassHour }

export function Hours({ of }: { of: CourseClass }) {
  const hours = useBrowse('GET /classes/:id/hours', { start, among, params: { id: of.id }, size: 50 })
  const [asking, setAsking] = useState<Asking>()
  const plans = of.can.includes('plan') && of.status !== 'archived'
  const looks = of.can.includes('look')
  return (
    <>
      {looks && <Forecast of={of} />}
      <Panel flush className="class-panel">
        <BrowseBar
          inner
          of={hours}
          filters={[
            {
              field: 'when',
              label: t('classroom.tab.hours'),
              options: whens.map((value) => ({ value, label: t(`classroom.when.${value}`) })),
            },
          ]}
        >
          <span className="kit-space" />
          {plans && (
            <Button icon="plus" onClick={() => setAsking({ what: 'edit', hour: undefined })}>
              {t('classroom.hour_add')}
            </Button>
          )}
        </BrowseBar>
        <BrowseView
          compact
          of={hours}
          name={t('classroom.tab.hours')}
          empty={{ icon: 'calendar', title: t('classroom.hours_none'), text: t('classroom.hours_none_text') }}
        >
          {({ items }) => <HourTable items={items} onAsk={setAsking} />}
        </BrowseView>
        {asking?.what === 'edit' && <HourDialog of={of} hour={asking.hour} onClose={() => setAsking(undefined)} />}
        {asking?.what === 'cancel' && <Cancel hour={asking.hour} onClose={() => setAsking(undefined)} />}
        {asking?.what === 'restore' && <Restore hour={asking.hour} onClose={() => setAsking(undefined)} />}
      </Panel>
    </>
  )
}

function HourTable({ items, onAsk }: { items: readonly ClassHour[]; onAsk: (asking: Asking) => void }) {
  const { titleOf, nameOf } = useCourseText()
  const { visible } = useAccess()
  const menu = (hour: ClassHour): MenuItem[] => [
    ...(hour.can.includes('update')
      ? [
          {
            id: 'edit',
            label: t('kit.action.update'),
            icon: 'edit' as const,
            onSelect: () => onAsk({ what: 'edit', hour }),
          },
        ]
      : []),
    ...(hour.can.includes('cancel')
      ? [
          {
            id: 'cancel',
            label: t('classroom.hour_cancel'),
            icon: 'close' as const,
            danger: true,
            onSelect: () => onAsk({ what: 'cancel', hour }),
          },
        ]
      : []),
    ...(hour.can.includes('restore')
      ? [
          {
            id: 'restore',
            label: t('classroom.hour_restore'),
            icon: 'undo' as const,
            onSelect: () => onAsk({ what: 'restore', hour }),
          },
        ]
      : []),
  ]
  return (
    <Table<ClassHour>
      name={t('classroom.tab.hours')}
      className="class-hours"
      rows={items}
      keyOf={(h) => h.id}
      columns={[
        {
          head: t('classroom.hour_time'),
          names: true,
          cell: (h) =>
            visible.has('classroom-monitor') ? (
              <Link className="mg-num" to={href('classroom-monitor', { id: h.id })}>
                {periodText(h)}
              </Link>
            ) : (
              <span className="mg-num">{periodText(h)}</span>
            ),
        },
        {
          head: t('classroom.hour_lesson'),
          cell: (h) =>
            h.course ? (
              <>
                {h.lesson ? titleOf(h.lesson, h.course) : '–'}
                <span className="mg-faint class-sub">
                  {[nameOf(h.course).text, h.scene_plan !== 'none' && t(`classroom.plan.${h.scene_plan}`)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </>
            ) : (
              '–'
            ),
        },
        { head: t('class.field.room'), cell: (h) => h.room || '–' },
        { head: t('classroom.hour_teacher'), cell: (h) => h.teacher_name || '–' },
        {
          head: t('class.field.status'),
          short: true,
          cell: (h) => (
            <>
              <StatusTag
                dot
                word={h.status}
                label={
                  h.status === 'ended' && h.began_at === null
                    ? t('classroom.not_held')
                    : t(`classroom.hour_status.${h.status}`)
                }
              />
              {h.reason && <span className="mg-faint class-sub">{h.reason}</span>}
            </>
          ),
        },
        {
          head: t('classroom.attendance'),
          cell: (h) => (h.began_at === null ? '–' : attendanceText(h)),
        },
        {
          key: 'menu',
          head: <span className="mg-sr">{t('classroom.hour_acts')}</span>,
          cell: (h) => {
            const entries = menu(h)
            return (
              entries.length > 0 && (
                <RowMenu floating label={t('classroom.hour_acts_of', { when: periodText(h) })} items={entries} />
              )
            )
          },
        },
      ]}
    />
  )
}

/** “18 present, 2 late, 1 absent”. */
export const attendanceText = ({ attendance }: Pick<ClassHour, 'attendance'>): string =>
  attendanceStates
    .filter((s) => attendance[s] > 0)
    .map((s) => `${t(`classroom.attendance_state.${s}`)} ${format.number(attendance[s])}`)
    .join(' · ') || '–'

function Cancel({ hour, onClose }: { hour: ClassHour; onClose: () => void }) {
  const [cancel] = useWrite('POST /class-hours/:id/cancel')
  return (
    <AskReason
      danger
      kept={`hour-cancel:${hour.id}`}
      label={t('classroom.reason')}
      max={classLimits.reason}
      title={t('classroom.hour_cancel_title', { when: periodText(hour) })}
      confirm={t('classroom.hour_cancel')}
      dismiss={t('classroom.hour_keep')}
      done={t('classroom.hour_cancelled')}
      onConfirm={(reason) => cancel({ params: { id: hour.id }, body: { reason } })}
      onClose={onClose}
    >
      <p>{t('classroom.hour_cancel_text')}</p>
    </AskReason>
  )
}

function Restore({ hour, onClose }: { hour: ClassHour; onClose: () => void }) {
  const [restore] = useWrite('POST /class-hours/:id/restore')
  return (
    <Confirm
      open
      title={t('classroom.hour_restore_title', { when: periodText(hour) })}
      confirm={t('classroom.hour_restore')}
      done={t('classroom.hour_restored')}
      onConfirm={() => restore({ params: { id: hour.id }, body: {} })}
      onClose={onClose}
    >
      <p>{t('classroom.hour_restore_text')}</p>
    </Confirm>
  )
}
