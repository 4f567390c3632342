/** Classes as their keepers and teachers see them; one of them where the address names it. */
import './classroom.css'
import { useSearchParams } from 'react-router-dom'
import { courseClass } from '../../contract/classroom/class.ts'
import type { CourseClass } from '../../contract/classroom/class.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { audience, change, remove } from '../../kit/action/common.ts'
import { formDialog } from '../../kit/form/formDialog.tsx'
import { list } from '../../kit/list/list.tsx'
import { useCourseText } from '../../parts/course/words.ts'
import { ablePeople } from '../../parts/people/ablePeople.tsx'
import { pasteList } from '../../parts/people/PasteList.tsx'
import { DateTime } from '../../ui/data/DateTime.tsx'
import { ClassPage } from './ClassPage.tsx'
import { memberWords } from './words.ts'

function CourseNames({ of }: { of: CourseClass['course_names'] }) {
  const { nameOf } = useCourseText()
  return <>{format.list(of.map((c) => nameOf(c).text))}</>
}

const leaders = ablePeople('/classes/leaders')

const dialog = formDialog({
  of: courseClass,
  schema: () => import('../../contract/classroom/class.schema.ts').then((m) => m.CourseClassBody),
  size: 'large',
  groups: [
    {
      fields: [
        'name',
        { of: 'courses', hint: 'classroom.courses_hint' },
        { of: 'teachers', control: leaders, hint: 'classroom.teachers_hint' },
        { of: 'assistants', control: leaders, hint: 'classroom.assistants_hint' },
        { of: 'room', hint: 'classroom.room_hint' },
        { of: 'entering', hint: 'classroom.entering_hint' },
        { of: 'late_after', unit: 'classroom.unit_minutes', hint: 'classroom.late_hint' },
      ],
    },
  ],
  title: (row) => (row ? t('classroom.edit', { name: row.name }) : t('classroom.add')),
  opens: (row) => href('classroom-manage', undefined, { class: row.id, tab: 'timetable' }),
})

export const classActions = [
  { id: 'update', label: 'kit.action.update', icon: 'edit', needs: 'one', key: 'e', dialog },
  { ...audience(courseClass, pasteList('POST /classes/resolve'), memberWords), label: 'classroom.members' },
  change(courseClass, 'begin', { label: 'classroom.begin', icon: 'play', ask: 'classroom.begin_text' }),
  change(courseClass, 'finish', { label: 'classroom.finish', icon: 'stop', ask: 'classroom.finish_text' }),
  change(courseClass, 'resume', { label: 'classroom.resume', icon: 'undo', ask: 'classroom.resume_text' }),
  change(courseClass, 'archive', { label: 'classroom.archive', icon: 'lock', ask: 'classroom.archive_text' }),
] as const

const Classes = list({
  of: courseClass,
  screen: 'classroom-manage',
  about: 'classroom.manage_text',
  columns: [
    { of: 'name', grow: true },
    { of: 'status', width: 110 },
    { of: 'courses', render: (row) => <CourseNames of={row.course_names} /> },
    { of: 'teachers', render: (row) => format.list(row.teacher_names) },
    { of: 'members', width: 90 },
    { of: 'hours', width: 90 },
    { of: 'next_at', width: 150, render: (row) => (row.next_at === null ? '–' : <DateTime at={row.next_at} />) },
    { of: 'room', spare: true },
    { of: 'assistants', spare: true },
    { of: 'updated_at', spare: true },
    { of: 'created_at', spare: true },
    { of: 'created_by', spare: true },
    { of: 'updated_by', spare: true },
  ],
  filters: ['status', 'courses', 'teachers', 'updated_at'],
  open: (row) => href('classroom-manage', undefined, { class: row.id }),
  actions: [
    {
      id: 'create',
      label: 'classroom.add',
      icon: 'plus',
      needs: 'none',
      main: true,
      screens: ['classroom-manage'],
      dialog,
    },
    ...classActions,
    remove(courseClass),
  ],
  empty: { title: 'classroom.empty', text: 'classroom.empty_text' },
})

export default function ClassroomManage() {
  const [search] = useSearchParams()
  const id = search.get('class')
  return id ? <ClassPage key={id} id={id} actions={[...classActions, remove(courseClass)]} /> : <Classes />
}
