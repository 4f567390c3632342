/** What a course practises with: homework and who handed it in, questions and how they were answered, sets and papers, and the score. */
import './practice.css'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { practiceAt, practiceTabs } from './address.ts'
import { HandInDesk } from './HandInDesk.tsx'
import { HomeworkDesk } from './HomeworkDesk.tsx'
import { HomeworkLines } from './HomeworkLines.tsx'
import { HomeworkOne } from './HomeworkOne.tsx'
import { CourseQuestions } from './CourseQuestions.tsx'
import { Scores } from './Scores.tsx'
import { Sets } from './Sets.tsx'

export default function CoursePractice() {
  const { course_id: id = '' } = useParams()
  const [search] = useSearchParams()
  const { visible } = useAccess()
  const { data, error, refetch } = useRead('GET /courses/:id/practice', { params: { id } })
  // what it practises with is for whoever may change it; the others mark
  const tabs = practiceTabs.filter((one) => data?.course.keeps !== false || one === 'homework' || one === 'score')
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'homework'
  const [section, item, handIn, class_id] = ['section', 'item', 'hand_in', 'class_id'].map(
    (name) => search.get(name) ?? undefined,
  )
  const inClass = class_id === undefined ? {} : { class_id }
  const homework = data?.homework.find((h) => h.id === section)
  return (
    <Page
      title={data?.course.name ?? t('screen.course-practice')}
      description={t(data?.course.all === false ? 'homework.practice_class' : 'homework.practice_text')}
      tabs={
        <Tabs
          label={t('screen.course-practice')}
          active={tab}
          items={tabs.map((one) => ({
            id: one,
            label: t(`homework.tab.${one}`),
            to: practiceAt(id, { tab: one, ...inClass }),
            ...(one === 'homework' ? { count: data?.homework.reduce((n, h) => n + h.waiting, 0) || undefined } : {}),
          }))}
        />
      }
      actions={
        visible.has('lesson-manage') &&
        data?.course.keeps && (
          <Link className={linkClass()} to={href('lesson-manage', { course_id: id })}>
            {t('course.outline')}
          </Link>
        )
      }
    >
      {!data ? (
        error ? (
          <ProblemView problem={error} onRetry={refetch} />
        ) : (
          <Loading kind="list" />
        )
      ) : tab === 'questions' ? (
        <CourseQuestions course={id} />
      ) : tab === 'sets' ? (
        <Sets of={data} />
      ) : tab === 'score' ? (
        <Scores of={data} />
      ) : handIn ? (
        <HandInDesk key={handIn} course={id} id={handIn} />
      ) : section && item ? (
        <HomeworkDesk
          key={`${section} ${item}`}
          course={id}
          section={section}
          item={item}
          title={homework?.title ?? ''}
        />
      ) : section ? (
        <HomeworkOne key={section} of={data} section={section} />
      ) : (
        <HomeworkLines of={data} inClass={inClass} />
      )}
    </Page>
  )
}
