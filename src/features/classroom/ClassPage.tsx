/** One class: its hours, its timetable, its members. */
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { courseClass } from '../../contract/classroom/class.ts'
import type { CourseClass } from '../../contract/classroom/class.schema.ts'
import { isOneOf } from '../../contract/lib/typed.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { type ActionOf, forRow } from '../../kit/action/action.ts'
import { PageActions } from '../../kit/action/PageActions.tsx'
import { useActions } from '../../kit/action/useActions.tsx'
import { useRow } from '../../kit/resource/calls.ts'
import { useAccess } from '../../kit/session/access.ts'
import { useCourseText } from '../../parts/course/words.ts'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { linkClass } from '../../ui/input/Button.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { Hours } from './Hours.tsx'
import { Members } from './Members.tsx'
import { TimetablePage } from './Timetable.tsx'

const tabs = ['hours', 'timetable', 'members'] as const

interface ClassPageProps {
  id: string
  actions: readonly ActionOf<typeof courseClass>[]
}

export function ClassPage({ id, actions }: ClassPageProps) {
  const { data, error, refetch } = useRow(courseClass, id)
  if (data) return <Shown of={data} actions={actions} />
  return (
    <Page title={t('screen.classroom-manage')}>
      {error ? (
        <ProblemView problem={error} onRetry={error.code === 'not_found' ? undefined : refetch} />
      ) : (
        <Loading kind="detail" />
      )}
    </Page>
  )
}

function Shown({ of, actions }: { of: CourseClass; actions: ClassPageProps['actions'] }) {
  const { nameOf } = useCourseText()
  const [search] = useSearchParams()
  const go = useNavigate()
  const { visible } = useAccess()
  const doing = useActions<CourseClass>(courseClass, {
    done: (action) => {
      if ('removes' in action && action.removes) void go(href('classroom-manage'))
    },
  })
  const looks = of.can.includes('look')
  const open = looks ? tabs : (['hours', 'timetable'] as const)
  const asked = search.get('tab')
  const tab = isOneOf(open, asked) ? asked : 'hours'
  return (
    <Page
      title={of.name}
      tags={<StatusTag word={of.status} label={t(`class.status.${of.status}`)} />}
      description={
        <span className="class-about">
          <span>
            {t('class.field.teachers')}: {format.list(of.teacher_names)}
          </span>
          <span>
            {t('class.field.courses')}: {format.list(of.course_names.map((c) => nameOf(c).text))}
          </span>
        </span>
      }
      actions={
        <>
          {looks && visible.has('course-report') && (
            <Link className={linkClass()} to={href('course-report', undefined, { tab: 'courses', class_id: of.id })}>
              {t('classroom.to_marking')}
            </Link>
          )}
          <Link className={linkClass()} to={href('classroom-manage')}>
            {t('classroom.to_list')}
          </Link>
          <PageActions<CourseClass> row={of} actions={forRow(actions, of)} busy={doing.busy} onStart={doing.start} />
        </>
      }
      tabs={
        <Tabs
          label={of.name}
          active={tab}
          items={open.map((id) => ({
            id,
            label: t(`classroom.tab.${id}`),
            ...(id === 'members' ? { count: of.members } : {}),
            to: href('classroom-manage', undefined, { class: of.id, ...(id === 'hours' ? {} : { tab: id }) }),
          }))}
        />
      }
    >
      {tab === 'hours' && <Hours of={of} />}
      {tab === 'timetable' && <TimetablePage of={of} />}
      {tab === 'members' && <Members of={of} />}
      {doing.element}
    </Page>
  )
}
