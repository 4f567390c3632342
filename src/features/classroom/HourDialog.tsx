/** A class hour by itself, or another time, room, teacher or lesson for one: what is in the way is said while it is written. */
import { useId, useState } from 'react'
import { classLimits, courseClass } from '../../contract/classroom/class.ts'
import type { CourseClass } from '../../contract/classroom/class.schema.ts'
import type { ClassHour } from '../../contract/classroom/hour.schema.ts'
import type { Clashes } from '../../contract/classroom/timetable.schema.ts'
import { user } from '../../contract/system/user.ts'
import { t } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { useCall } from '../../kit/data/call.ts'
import { useChoices } from '../../kit/resource/calls.ts'
import { NativeSelect } from '../../kit/resource/input/Select.tsx'
import { labelOf } from '../../kit/resource/words.ts'
import { useCourseText } from '../../parts/course/words.ts'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Button } from '../../ui/input/Button.tsx'
import { DateInput } from '../../ui/input/dates/DateInput.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { scenePlans } from '../../contract/classroom/hour.ts'
import { ClashList } from './Clashes.tsx'
import { isHourWindow, nextFullHour } from './hour.logic.ts'

interface HourDialogProps {
  of: CourseClass
  /** Undefined: a new one. */
  hour: ClassHour | undefined
  onClose: () => void
}

export function HourDialog({ of, hour, onClose }: HourDialogProps) {
  const id = useId()
  const { nameOf, titleOf } = useCourseText()
  const [begin] = useState(() => nextFullHour(Date.now()))
  const [starts, setStarts] = useState(hour?.starts_at ?? begin)
  const [ends, setEnds] = useState(hour?.ends_at ?? nextFullHour(Date.parse(begin) + 1))
  const own = hour && hour.room !== of.room ? hour.room : ''
  const [room, setRoom] = useState(own)
  const [teacher, setTeacher] = useState(hour ? (hour.teacher_id ?? '') : (of.teachers[0] ?? ''))
  const [lesson, setLesson] = useState(hour?.course && hour.lesson ? `${hour.course.id} ${hour.lesson.id}` : '')
  // empty: as the timetable says
  const [plan, setPlan] = useState<string>(hour?.plan_chosen ? hour.scene_plan : '')
  const [lab, setLab] = useState(hour?.lab_id ?? '')
  const [met, setMet] = useState<Clashes>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const timetable = useRead('GET /classes/:id/timetable', { params: { id: of.id } })
  const lessons = useRead('GET /classes/:id/lessons', { params: { id: of.id } })
  const leaders = [...new Set([...of.teachers, ...of.assistants, ...(hour?.teacher_id ? [hour.teacher_id] : [])])]
  const people = useChoices(user, { ids: leaders, page_size: 100 })
  const [look] = useCall('POST /classes/:id/clashes')
  const [add] = useWrite('POST /classes/:id/hours')
  const [change] = useWrite('PUT /class-hours/:id')
  const right = isHourWindow(starts, ends)
  const [course_id = null, lesson_id = null] = lesson ? lesson.split(' ') : []
  const taught = lessons.data?.items.find((c) => c.id === course_id)
  const inherited = timetable.data?.plan?.scene_plan ?? 'none'
  const labs = taught?.lessons.find((l) => l.id === lesson_id)?.labs ?? []
  const body = {
    starts_at: starts,
    ends_at: ends,
    room: room.trim(),
    teacher_id: teacher || null,
    course_id,
    lesson_id,
    scene_plan: (labs.length && scenePlans.find((p) => p === plan)) || null,
    lab_id: labs.some((l) => l.id === lab) ? lab : null,
  }
  const edit =
    <V,>(set: (v: V) => void) =>
    (v: V) => {
      set(v)
      setMet(undefined)
    }
  const save = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      // told before it is saved, and saved all the same when it was told
      const found = met ?? (await look({ params: { id: of.id }, body: { ...body, hour_id: hour?.id ?? null } }))
      if (!met && found.total) return setMet(found)
      const anyway = found.total > 0
      if (hour) await change({ params: { id: hour.id }, body: { ...body, version: hour.version, anyway } })
      else await add({ params: { id: of.id }, body: { ...body, anyway } })
      toast.ok(t('classroom.hour_saved'))
      onClose()
    } catch (e) {
      setProblem(e)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={hour ? t('classroom.hour_edit') : t('classroom.hour_add')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button tone="primary" busy={busy} off={!right && t('classroom.hour_wrong')} onClick={() => void save()}>
            {met ? t('classroom.save_anyway') : t('kit.form.save')}
          </Button>
        </>
      }
    >
      <div className="class-fields">
        <div className="mg-labelled">
          <label className="mg-label mg-label-needed" htmlFor={`${id}-from`}>
            {t('classroom.hour_from')}
          </label>
          <DateInput id={`${id}-from`} time value={starts} onChange={edit(setStarts)} />
        </div>
        <div className="mg-labelled">
          <label className="mg-label mg-label-needed" htmlFor={`${id}-to`}>
            {t('classroom.hour_to')}
          </label>
          <DateInput id={`${id}-to`} time value={ends} onChange={edit(setEnds)} />
        </div>
        <TextField
          label={labelOf(courseClass, 'room')}
          hint={of.room ? t('classroom.room_of_class', { room: of.room }) : undefined}
          maxLength={classLimits.room}
          value={room}
          onChange={edit(setRoom)}
        />
        <div className="mg-labelled">
          <label className="mg-label" htmlFor={`${id}-teacher`}>
            {t('classroom.hour_teacher')}
          </label>
          <NativeSelect
            id={`${id}-teacher`}
            value={teacher}
            options={[
              { value: '', label: t('classroom.teacher_none') },
              ...leaders.map((value) => ({
                value,
                label: people.data?.items.find((p) => p.id === value)?.label ?? '…',
              })),
            ]}
            onChange={edit(setTeacher)}
          />
        </div>
        <div className="mg-labelled class-wide">
          <label className="mg-label" htmlFor={`${id}-lesson`}>
            {t('classroom.hour_lesson')}
          </label>
          <NativeSelect
            id={`${id}-lesson`}
            value={lesson}
            options={[
              { value: '', label: t('classroom.lesson_none') },
              ...(lessons.data?.items ?? []).flatMap((c) =>
                c.lessons.map((l) => ({
                  value: `${c.id} ${l.id}`,
                  label: (lessons.data?.items.length ?? 0) > 1 ? `${nameOf(c).text} · ${titleOf(l, c)}` : titleOf(l, c),
                })),
              ),
            ]}
            onChange={edit(setLesson)}
          />
        </div>
        {labs.length > 0 && (
          <div className="mg-labelled">
            <label className="mg-label" htmlFor={`${id}-plan`}>
              {t('classroom.scene_plan')}
            </label>
            <NativeSelect
              id={`${id}-plan`}
              value={plan}
              options={[
                { value: '', label: t('classroom.plan_as_timetable', { plan: t(`classroom.plan.${inherited}`) }) },
                ...scenePlans.map((value) => ({ value, label: t(`classroom.plan.${value}`) })),
              ]}
              onChange={edit(setPlan)}
            />
          </div>
        )}
        {labs.length > 1 && taught && (plan || inherited) !== 'none' && (
          <div className="mg-labelled">
            <label className="mg-label" htmlFor={`${id}-lab`}>
              {t('classroom.scene_lab')}
            </label>
            <NativeSelect
              id={`${id}-lab`}
              value={lab || (labs[0]?.id ?? '')}
              options={labs.map((l) => ({ value: l.id, label: titleOf(l, taught) }))}
              onChange={edit(setLab)}
            />
          </div>
        )}
        {met && (
          <div className="class-wide">
            <ClashList of={met} />
          </div>
        )}
        {problem !== undefined && (
          <div className="class-wide">
            <ProblemView compact problem={problem} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
