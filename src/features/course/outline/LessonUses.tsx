/** Where a lesson was taken from, with the newer one where there is one, and which courses took it from here. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import type { LessonUses as Uses } from '../../../contract/course/taken.routes.ts'
import { t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Button } from '../../../ui/input/Button.tsx'

interface LessonUsesProps {
  course: string
  lesson: string
  /** Of the outline. */
  version: number
  disabled: boolean
  /** Something is written that is not kept yet. */
  unsaved: boolean
  onRenewed: () => void
}
export default function LessonUses({ course, lesson, version, disabled, unsaved, onRenewed }: LessonUsesProps) {
  const { nameOf, titleOf } = useCourseText()
  const params = { id: course, lesson }
  const { data } = useRead('GET /courses/:id/lessons/:lesson/uses', { params }, { fresh: true })
  const [renew] = useWrite('POST /courses/:id/lessons/:lesson/renew')
  const [asking, setAsking] = useState(false)
  if (!data || (data.from === null && data.uses.length === 0)) return null
  const { from, uses } = data
  const to = (c: NonNullable<NonNullable<Uses['from']>['course']>, at?: string) => (
    <Link to={href('lesson-manage', { course_id: c.id }, at === undefined ? {} : { at })}>{nameOf(c).text}</Link>
  )
  return (
    <div className="course-uses">
      {from && (
        <p>
          {from.course ? (
            <>
              {t('course.taken_from')} {to(from.course, from.lesson?.id)}
              {from.lesson && <span className="mg-faint"> · {titleOf(from.lesson, from.course)}</span>}
            </>
          ) : (
            t('course.taken_from_hidden')
          )}{' '}
          <span className="mg-faint">{t(`course.taken_state.${from.state}`)}</span>{' '}
          {from.state === 'newer' && !disabled && (
            <Button size="small" off={unsaved && t('course.publish_saving')} onClick={() => setAsking(true)}>
              {t('course.take_newer')}
            </Button>
          )}
        </p>
      )}
      {uses.length > 0 && (
        <>
          <p>{t('course.used_in_n', { n: uses.length })}</p>
          <ul className="course-take">
            {uses.map((u) => (
              <li key={`${u.course.id} ${u.lesson.id}`}>
                {to(u.course, u.lesson.id)}
                <span className="mg-faint">{titleOf(u.lesson, u.course)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Confirm
        open={asking}
        title={t('course.take_newer_title')}
        confirm={t('course.take_newer')}
        done={t('course.take_newer_done')}
        onConfirm={async () => {
          await renew({ params, body: { version } })
          onRenewed()
        }}
        onClose={() => setAsking(false)}
      >
        <p>{t('course.take_newer_text')}</p>
      </Confirm>
    </div>
  )
}
