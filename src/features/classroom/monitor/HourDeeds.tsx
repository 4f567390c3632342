/** What a teacher does for members of a class hour, each in its dialogue. */
import { useId, useState } from 'react'
import { classLimits } from '../../../contract/classroom/class.ts'
import type { GridMember, HourGrid } from '../../../contract/classroom/hour.schema.ts'
import { attendanceStates, type AttendanceState } from '../../../contract/classroom/hour.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { bylineWords } from '../../../parts/byline/words.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { MessageDialog } from '../../../parts/people/MessageDialog.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Timeline } from '../../../ui/data/Timeline.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'

export type HourDeed =
  /** To nobody named: to all. */
  | { what: 'message'; to: readonly GridMember[] }
  | { what: 'attendance'; to: readonly GridMember[] }
  | { what: 'history'; of: GridMember }
  | { what: 'gather' }

interface DeedProps {
  of: HourGrid
  onClose: () => void
}
export function HourDeeds({ of, deed, onClose }: DeedProps & { deed: HourDeed }) {
  switch (deed.what) {
    case 'message':
      return <Message of={of} to={deed.to} onClose={onClose} />
    case 'attendance':
      return <Attendance of={of} to={deed.to} onClose={onClose} />
    case 'history':
      return <History of={of} member={deed.of} onClose={onClose} />
    case 'gather':
      return <GatherDialog of={of} onClose={onClose} />
  }
}

function Message({ of: { hour }, to, onClose }: DeedProps & { to: readonly GridMember[] }) {
  const [say] = useWrite('POST /class-hours/:id/message')
  const [one] = to
  return (
    <MessageDialog
      to={to}
      place={`class-message:${hour.id}`}
      title={
        one && to.length === 1
          ? t('classroom.message_title_one', { name: one.name })
          : t('classroom.message_title', { n: to.length })
      }
      label={t('classroom.message_text')}
      confirm={t('classroom.send')}
      done={t('classroom.message_done')}
      max={classLimits.message}
      onSend={(text, user_ids) => say({ params: { id: hour.id }, body: { user_ids, text } })}
      onClose={onClose}
    />
  )
}

function Attendance({ of: { hour }, to, onClose }: DeedProps & { to: readonly GridMember[] }) {
  const id = useId()
  const [one] = to
  const [state, setState] = useState<AttendanceState>(to.length === 1 && one?.attendance ? one.attendance : 'present')
  const [reason, setReason] = useTyped(`attendance:${hour.id}:${to.length === 1 ? one?.user_id : to.length}`)
  const [attend] = useWrite('POST /class-hours/:id/attendance')
  return (
    <Confirm
      open
      size="default"
      title={
        one && to.length === 1
          ? t('classroom.attendance_title_one', { name: one.name })
          : t('classroom.attendance_title', { n: to.length })
      }
      confirm={t('kit.form.save')}
      done={t('classroom.attendance_done')}
      missing={[reason.trim() === '' && t('classroom.reason')]}
      onConfirm={async () => {
        await attend({
          params: { id: hour.id },
          body: { user_ids: to.map((m) => m.user_id), state, reason: reason.trim() },
        })
        setReason('')
      }}
      onClose={onClose}
    >
      <div className="class-dialog">
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={id}>
            {t('classroom.attendance')}
          </label>
          <NativeSelect
            id={id}
            value={state}
            options={attendanceStates.map((value) => ({ value, label: t(`classroom.attendance_state.${value}`) }))}
            onChange={setState}
          />
        </div>
        <CountedTextArea
          data-autofocus
          label={t('classroom.reason')}
          aria-required
          value={reason}
          max={classLimits.reason}
          rows={3}
          onChange={setReason}
        />
      </div>
    </Confirm>
  )
}

function History({ of: { hour }, member, onClose }: DeedProps & { member: GridMember }) {
  const { data, error, refetch } = useRead(
    'GET /class-hours/:id/attendance/:user',
    { params: { id: hour.id, user: member.user_id } },
    { fresh: true },
  )
  return (
    <Dialog
      open
      title={t('classroom.attendance_history_of', { name: member.name })}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('kit.close')}</Button>}
    >
      {data ? (
        data.items.length > 0 ? (
          <Timeline
            items={data.items.map((e) => ({
              key: `${e.at} ${e.state}`,
              at: <DateTime at={e.at} seconds />,
              what: (
                <>
                  {t(`classroom.attendance_state.${e.state}`)} · {t(`classroom.way.${e.way}`)}
                  {e.way === 'hand' && (
                    <span className="mg-dim class-sub">
                      {t('classroom.said_by', { name: bylineWords(e.author), reason: e.reason })}
                    </span>
                  )}
                </>
              ),
            }))}
          />
        ) : (
          <Empty compact icon="history" title={t('classroom.attendance_unknown')} />
        )
      ) : error ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : (
        <Loading kind="list" />
      )}
    </Dialog>
  )
}

function GatherDialog({ of: { hour, sections, gather, members }, onClose }: DeedProps) {
  const id = useId()
  const { titleOf } = useCourseText()
  const [section, setSection] = useState(gather?.id ?? sections[0]?.id ?? '')
  const [call] = useWrite('POST /class-hours/:id/gather')
  return (
    <Confirm
      open
      size="default"
      title={t('classroom.gather')}
      confirm={t('classroom.gather_call')}
      done={t('classroom.gather_done', { n: format.number(members.length) })}
      ready={section !== ''}
      onConfirm={() => call({ params: { id: hour.id }, body: { section } })}
      onClose={onClose}
    >
      <div className="class-dialog">
        <p>{t('classroom.gather_text')}</p>
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={id}>
            {t('classroom.gather_where')}
          </label>
          <NativeSelect
            id={id}
            value={section}
            options={sections.map((s) => ({ value: s.id, label: hour.course ? titleOf(s, hour.course) : s.title }))}
            onChange={setSection}
          />
        </div>
      </div>
    </Confirm>
  )
}
