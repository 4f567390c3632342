/** The class hour that goes on for the viewer, on every page but its lesson: what its teacher said and where everybody is called to, and the way there. */
import './PasswordBanner.css'
import { Link, useLocation } from 'react-router-dom'
import type { RunningHour } from '../../../contract/classroom/hour.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t, useLocale } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'

const lessons = ['lesson', 'my-lesson'] as const

export function ClassBanner() {
  useLocale()
  const { pathname } = useLocation()
  const { data } = useRead('GET /messages/unread', undefined)
  const hour = data?.hour
  if (!hour) return null
  const { course_id, lesson_id } = hour
  const at = (screen: (typeof lessons)[number]) =>
    course_id !== null && lesson_id !== null && href(screen, { resource_id: course_id, lesson_id })
  return lessons.some((screen) => pathname === at(screen)) ? null : (
    <Running hour={hour} to={at('lesson') || undefined} />
  )
}

function Running({ hour, to }: { hour: RunningHour; to: string | undefined }) {
  const { titleOf } = useCourseText()
  const { gather, message } = hour
  const present = hour.attendance !== null
  return (
    <div className="mg-banner mg-banner-exam">
      <Icon name="users" />
      <span>
        {t('bell.class_on', { name: hour.class_name })}{' '}
        {!present && <strong>{t(hour.entering && to ? 'bell.class_enter' : 'bell.class_code')}</strong>}
      </span>
      {to && (
        <Link to={gather ? `${to}?section=${encodeURIComponent(gather.id)}` : to}>
          {gather ? t('bell.class_called', { title: titleOf(gather, { language: '' }) }) : t('bell.class_go')}
        </Link>
      )}
      {!present && !(hour.entering && to) && (
        <Link to={`${href('personal')}?tab=schedule&view=list`}>{t('bell.class_code_go')}</Link>
      )}
      <span role="status">
        {message && (
          <>
            <span className="mg-num">{format.time(message.at)}</span>{' '}
            {t('bell.class_said', { by: message.by, text: message.text })}
          </>
        )}
      </span>
    </div>
  )
}
