import type { Course } from '../../contract/course/course.schema.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../ui/data/StatusTag.tsx'

/** How a course stands, whether there is something learners do not see yet, and how many ask for it. */
export function CourseStatusTags({
  row: { requests = 0, ...row },
}: {
  row: Pick<Course, 'status' | 'changed'> & Partial<Pick<Course, 'requests'>>
}) {
  return (
    <>
      <StatusTag dot word={row.status} label={t(`course.status.${row.status}`)} />
      {row.changed && <span className="mg-faint"> {t('course.changed')}</span>}
      {requests > 0 && <span className="mg-faint"> {t('course.requests_n', { n: requests })}</span>}
    </>
  )
}
