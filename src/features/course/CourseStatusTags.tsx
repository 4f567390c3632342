import type { Course } from '../../contract/course/course.schema.ts'
import { t } from '../../i18n/index.ts'
import { StatusTag } from '../../ui/data/StatusTag.tsx'

/** How a course stands, and whether there is something learners do not see yet. */
export function CourseStatusTags({ row }: { row: Pick<Course, 'status' | 'changed'> }) {
  return (
    <>
      <StatusTag dot word={row.status} label={t(`course.status.${row.status}`)} />
      {row.changed && <span className="mg-faint"> {t('course.changed')}</span>}
    </>
  )
}
