/** The exam the viewer is in the middle of, above whatever else he looks at: how long it goes on, what its invigilator last said, the way back. */
import './PasswordBanner.css'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import type { RunningExam } from '../../../contract/exam/attempt.schema.ts'
import { href, type ScreenName } from '../../../contract/screens/index.ts'
import { format, t, useLocale } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useLatest } from '../../../kit/resource/useLatest.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { useServerNow } from '../../../ui/data/useServerNow.ts'

const second = 1000

export function ExamBanner({ screen }: { screen: ScreenName | undefined }) {
  useLocale()
  const { data, refetch } = useRead('GET /messages/unread', undefined)
  const exam = data?.exam ?? undefined
  const away = screen !== 'exam-session'
  // it may have begun, or ended, on the page one comes from
  useEffect(() => {
    if (away) refetch()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- asked when the page changes, not when the answer does
  }, [away])
  const again = useLatest(refetch)
  const on = exam !== undefined
  useEffect(() => {
    if (!on) return
    // handed in on another page, and this one may not have been told
    const looked = () => document.hidden || again.current()
    document.addEventListener('visibilitychange', looked)
    window.addEventListener('focus', looked)
    return () => {
      document.removeEventListener('visibilitychange', looked)
      window.removeEventListener('focus', looked)
    }
  }, [on, again])
  return exam && away ? <Running exam={exam} /> : null
}

function Running({ exam }: { exam: RunningExam }) {
  const left = Date.parse(exam.deadline_at) - useServerNow(exam.now)
  if (left <= 0 && !exam.paused) return null
  const { message } = exam
  return (
    <div className="mg-banner mg-banner-exam">
      <Icon name="clock" />
      <span>
        {t('bell.exam_on', { name: exam.name })}{' '}
        <span role="timer" className="mg-num">
          {exam.paused ? t('bell.exam_paused') : t('bell.exam_left', { left: format.clock(Math.ceil(left / second)) })}
        </span>
      </span>
      <Link to={href('exam-session', { exam_id: exam.id })}>{t('bell.exam_back')}</Link>
      <span role="status">
        {message && (
          <>
            <span className="mg-num">{format.time(message.at)}</span>{' '}
            {message.minutes === null
              ? t('bell.exam_said', { text: message.text })
              : t('bell.exam_extra', { n: message.minutes })}
          </>
        )}
      </span>
    </div>
  )
}
