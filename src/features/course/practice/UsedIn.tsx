import { Link } from 'react-router-dom'
import type { CoursePracticeQuestion } from '../../../contract/course/homework.routes.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useAccess } from '../../../kit/session/access.ts'

/** Sections of a course, each a way to where it is written. */
export function UsedIn({ course, of }: { course: string; of: CoursePracticeQuestion['used'] }) {
  const { visible } = useAccess()
  if (!of.length) return <span className="mg-faint">–</span>
  return (
    <ul className="course-practice-used">
      {of.map((s) => (
        <li key={s.id}>
          {visible.has('lesson-manage') ? (
            <Link to={href('lesson-manage', { course_id: course }, { at: s.id })}>{s.title}</Link>
          ) : (
            s.title
          )}{' '}
          <span className="mg-faint">{t(`course.kind_of.${s.kind}`)}</span>
        </li>
      ))}
    </ul>
  )
}
