/** A course one learns in, with its next step. */
import './course.css'
import { Link } from 'react-router-dom'
import type { CourseCard } from '../../contract/course/learn.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { t } from '../../i18n/index.ts'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { linkClass } from '../../ui/input/Button.tsx'
import { CourseCover } from './CourseCover.tsx'
import { useCourseText } from './words.ts'

interface GoOnCourseProps {
  of: CourseCard
  /** Where it is learnt: from the catalogue, or from one's own courses. */
  from: 'lesson' | 'my-lesson'
}

export function GoOnCourse({ of: c, from }: GoOnCourseProps) {
  const { nameOf, titleOf } = useCourseText()
  const name = nameOf(c).text
  const { member } = c
  if (!member) return null
  const detail = from === 'lesson' ? 'course-detail' : 'my-course-detail'
  const progress = t('learn.progress', { done: member.progress.done, all: member.progress.sections })
  return (
    <div className="part-course-on">
      <CourseCover cover={c.cover} />
      <div className="part-course-on-words">
        <Link className="part-course-on-name" to={href(detail, { resource_id: c.id })}>
          {name}
        </Link>
        <span className="mg-dim">
          {member.next ? t('learn.next_step', { title: titleOf(member.next, c) }) : t('learn.no_next_step')}
        </span>
        <ProgressBar value={member.progress.share} label={t('learn.progress_of', { name })} says={progress} />
      </div>
      {member.next && (
        <Link
          className={linkClass('primary')}
          aria-label={t('learn.continue_of', { name })}
          to={href(from, { resource_id: c.id, lesson_id: member.next.lesson }, { section: member.next.section })}
        >
          {t('learn.continue')}
        </Link>
      )}
    </div>
  )
}
