/** Courses in which the caller marks: what waits in each, homework and reports of labs alike. */
import { Link } from 'react-router-dom'
import type { MarkedCourseLine } from '../../../contract/course/report.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { useAccess } from '../../../kit/session/access.ts'
import { classFilter } from '../../../parts/course/classFilter.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { practiceAt } from '../practice/address.ts'

const start = { page: 1, q: '', class_id: undefined as string | undefined }

const Waiting = ({ n }: { n: number }) =>
  n > 0 ? <StatusTag word="waiting" tone="warn" label={format.number(n)} /> : <>{format.number(0)}</>

export function MarkingCourses() {
  const courses = useBrowse('GET /course-marking', { start })
  const { visible } = useAccess()
  const { nameOf } = useCourseText()
  const { class_id } = courses.at
  const inClass: { class_id?: string } = class_id === undefined ? {} : { class_id }
  const marksHomework = visible.has('course-practice')
  return (
    <>
      <BrowseBar of={courses} search={t('report.search_courses')} filters={classFilter(courses.data?.classes)} />
      <Panel flush>
        <BrowseView
          of={courses}
          name={t('report.tab.courses')}
          counts="course"
          empty={{ icon: 'book', title: t('report.courses_none'), text: t('report.courses_none_text') }}
        >
          {({ items }) => (
            <Table<MarkedCourseLine>
              name={t('report.tab.courses')}
              rows={items}
              keyOf={(r) => r.course.id}
              columns={[
                { head: t('course.one'), names: true, cell: (r) => nameOf(r.course).text },
                {
                  head: t('report.homework_waiting'),
                  short: true,
                  cell: (r) =>
                    marksHomework ? (
                      <Link
                        to={practiceAt(r.course.id, inClass)}
                        aria-label={t('report.homework_of', { n: r.homework })}
                      >
                        <Waiting n={r.homework} />
                      </Link>
                    ) : (
                      <Waiting n={r.homework} />
                    ),
                },
                {
                  head: t('report.reports_waiting'),
                  short: true,
                  cell: (r) => (
                    <Link
                      to={href('course-report', undefined, { course_id: r.course.id, ...inClass })}
                      aria-label={t('report.reports_of', { n: r.reports })}
                    >
                      <Waiting n={r.reports} />
                    </Link>
                  ),
                },
                {
                  head: t('report.to_scores'),
                  short: true,
                  cell: (r) =>
                    marksHomework && (
                      <Link to={practiceAt(r.course.id, { tab: 'score', ...inClass })}>{t('report.to_scores')}</Link>
                    ),
                },
              ]}
            />
          )}
        </BrowseView>
      </Panel>
    </>
  )
}
