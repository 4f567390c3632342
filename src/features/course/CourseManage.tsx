/** Courses as their keepers have them. */
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { course } from '../../contract/course/course.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { add, audience, change, copy, edit, remove } from '../../kit/action/common.ts'
import { list } from '../../kit/list/list.tsx'
import { settingDialog } from '../../kit/setting/RowSetting.tsx'
import { inSet } from '../../parts/sorting-tree/sets.logic.ts'
import { setRail } from '../../parts/sorting-tree/SetRail.tsx'
import { directionTree } from '../../parts/sorting-tree/trees.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { CourseStatusTags } from './CourseStatusTags.tsx'
import { authoriseWords } from './words.ts'

const List = list({
  of: course,
  screen: 'course-manage',
  about: 'course.manage_text',
  columns: [
    { of: 'name', grow: true },
    {
      of: 'status',
      width: 150,
      render: (row) => <CourseStatusTags row={row} />,
    },
    'kind',
    'lessons',
    { of: 'theory_hours', width: 115, render: (row) => format.number(row.theory_hours) },
    { of: 'experiment_hours', width: 100, render: (row) => format.number(row.experiment_hours) },
    'members',
    'updated_at',
    { of: 'direction_id', spare: true },
    { of: 'difficulty', spare: true },
    { of: 'credit', spare: true },
    { of: 'lecturers', spare: true },
    { of: 'published_at', spare: true },
    { of: 'knowledge', spare: true },
    { of: 'skills', spare: true },
    { of: 'updated_by', spare: true },
    { of: 'created_by', spare: true },
    { of: 'created_at', spare: true },
  ],
  rail: { of: 'direction_id', view: setRail(directionTree) },
  filters: ['status', 'kind', 'difficulty', 'lecturers', 'updated_at'],
  open: (row) => href('lesson-manage', { course_id: row.id }),
  opens: 'lesson-manage',
  actions: [
    {
      id: 'directions',
      label: 'course.direction_manage',
      icon: 'tag',
      needs: 'none',
      screens: ['aspect-manage'],
      to: () => href('aspect-manage'),
    },
    add(course, 'course-add', (query) => href('course-add', undefined, inSet(query, 'direction_id'))),
    {
      id: 'import',
      label: 'course.import',
      icon: 'import',
      needs: 'none',
      changes: true,
      screens: ['course-manage'],
      to: () => '?desk=import',
    },
    {
      id: 'outline',
      label: 'course.outline',
      icon: 'book',
      needs: 'one',
      key: 'o',
      may: () => true,
      to: (row) => href('lesson-manage', { course_id: row?.id ?? '' }),
    },
    {
      id: 'practice',
      label: 'course.practice',
      icon: 'edit',
      needs: 'one',
      screens: ['course-practice'],
      may: (row) => row.can.includes('update') || row.status === 'archived',
      to: (row) => href('course-practice', { course_id: row?.id ?? '' }),
    },
    edit(course, (row) => href('course-edit', { id: row.id })),
    {
      id: 'publish',
      label: 'course.publish',
      icon: 'upload',
      needs: 'one',
      // the dialogue says what is missing where it cannot be published yet
      may: (row) => row.can.includes('update'),
      dialog: lazy(() => import('./publish/PublishRow.tsx')),
    },
    change(course, 'hide', { label: 'course.hide', icon: 'eye-off', ask: 'course.hide_text' }),
    change(course, 'show', { label: 'course.show', icon: 'eye' }),
    change(course, 'archive', { label: 'course.archive', icon: 'lock', ask: 'course.archive_text' }),
    change(course, 'reopen', { label: 'course.reopen', icon: 'undo' }),
    {
      ...audience(course, undefined, authoriseWords),
      dialog: lazy(async () => {
        const { authoriseSetting } = await import('./authorise.tsx')
        return { default: settingDialog(course, authoriseSetting) }
      }),
    },
    {
      id: 'visibility',
      label: 'course.visibility',
      icon: 'eye',
      needs: 'one',
      may: (row) => row.can.includes('audience'),
      dialog: lazy(async () => {
        const { visibilitySetting } = await import('./visibility.tsx')
        return { default: settingDialog(course, visibilitySetting) }
      }),
    },
    {
      id: 'requests',
      label: 'course.requests',
      icon: 'users',
      needs: 'one',
      may: (row) => row.can.includes('audience'),
      dialog: lazy(() => import('./requests/RequestsRow.tsx')),
    },
    {
      id: 'certify',
      label: 'course.certificates',
      icon: 'trophy',
      needs: 'one',
      dialog: lazy(() => import('./certificates/CertificatesRow.tsx')),
    },
    copy(course, (id) => href('course-edit', { id }), { may: 'copy', done: () => t('course.copied') }),
    remove(course),
  ],
  empty: { title: 'course.empty', text: 'course.empty_text' },
})

const Desk = lazy(() => import('./files/CourseImport.tsx'))
/** The list, or its import desk while the address says so. */
export default function CourseManage() {
  const [search] = useSearchParams()
  if (!search.has('desk')) return <List />
  return (
    <Suspense fallback={<Loading kind="list" />}>
      <Desk />
    </Suspense>
  )
}
