/** Chapters and lessons of a course, with what they take and how one stands in them. */
import { Link } from 'react-router-dom'
import type { LearnCourse } from '../../../contract/course/learn.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useCourseText } from '../../../parts/course/words.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import type { LearningPlace } from './places.ts'
import { usePreview } from './preview.tsx'
import { type LessonLine, lockText, minutesOf, minutesText, StateSign } from './state.tsx'

export function CourseLessons({ of: c, place }: { of: LearnCourse; place: LearningPlace }) {
  const { titleOf } = useCourseText()
  const lessons = c.chapters.flatMap((chapter) => chapter.lessons)
  if (!lessons.length) return <Empty compact icon="book" title={t('learn.no_lessons')} />
  const titleOfLesson = (id: string) => {
    const found = lessons.find((l) => l.id === id)
    return found ? titleOf(found, c) : ''
  }
  return (
    <ol className="learn-outline">
      {c.chapters.map((chapter) => (
        <li key={chapter.id}>
          <h3>{titleOf(chapter, c)}</h3>
          <ol>
            {chapter.lessons.map((l) => (
              <Lesson key={l.id} course={c} of={l} place={place} lock={lockText(l, titleOfLesson)} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

interface LessonProps {
  course: LearnCourse
  of: LessonLine
  place: LearningPlace
  /** Why it is closed. */
  lock: string | undefined
}
function Lesson({ course, of: l, place, lock }: LessonProps) {
  const { titleOf } = useCourseText()
  const { kept } = usePreview()
  const title = titleOf(l, course)
  const counting = l.sections.filter((s) => !s.optional)
  const done = counting.filter((s) => s.done_at !== null).length
  const begun = done > 0 && done < counting.length
  // that one has to join is said once, not with every lesson
  const told = lock !== undefined && l.lock?.why !== 'not_member' && l.lock?.why !== 'closed'
  return (
    <li className="learn-lesson">
      <StateSign done={l.done} closed={l.lock !== null} />
      <span className="learn-lesson-words">
        {l.lock === null ? <Link to={place.lesson(course.id, l.id, kept)}>{title}</Link> : <span>{title}</span>}
        <span className="mg-faint">
          {[
            begun && t('learn.progress', { done, all: counting.length }),
            !begun && t('learn.sections', { n: l.sections.length }),
            minutesText(minutesOf(l)),
            told && lock,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Dates course={course} lesson={l.id} place={place} />
      </span>
    </li>
  )
}

/** Homework of a lesson with when it is due, and its next class hour. */
function Dates({ course: c, lesson, place }: { course: LearnCourse; lesson: string; place: LearningPlace }) {
  const { titleOf } = useCourseText()
  const homework = c.dates.homework.filter((h) => h.lesson === lesson)
  const hour = c.dates.hours.find((h) => h.lesson === lesson)
  if (!homework.length && !hour) return null
  return (
    <ul className="learn-dates">
      {hour && (
        <li className="learn-date">
          <Icon name="calendar" />
          <span>
            {[t('learn.hour_at', { time: format.dateTime(hour.starts_at) }), hour.room].filter(Boolean).join(' · ')}
          </span>
        </li>
      )}
      {homework.map((h) => (
        <li key={h.id} className="learn-date">
          <Icon name="clock" />
          <span>
            <Link to={place.lesson(c.id, lesson, { section: h.id })}>{titleOf(h, c)}</Link>{' '}
            <span className={!h.handed && (h.phase === 'late' || h.phase === 'over') ? 'learn-overdue' : 'mg-faint'}>
              {dueText(h)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function dueText({ handed, phase, due_at, late_until }: LearnCourse['dates']['homework'][number]): string {
  const time = format.dateTime(due_at)
  if (handed) return t('learn.due_handed', { time })
  if (phase === 'over') return t('learn.due_over', { time })
  if (phase === 'late') return t('learn.due_late', { time, until: format.dateTime(late_until ?? due_at) })
  return t('learn.due_at', { time })
}
