/** What of a course has a time for somebody who learns in it: homework that is due, and class hours to come. */
import { homeworkPhase } from '#src/contract/course/homework.ts'
import type { LearnCourse } from '#src/contract/course/learn.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { comingHours } from '../../classroom/taught.ts'
import { homeworkLines } from '../homework/lines.ts'
import { titleOf } from './cards.ts'
import { isMember, type LearnedCourse, type Learner } from './seen.ts'

/** Homework of a lesson that is closed says nothing yet, its time neither. */
export async function datesOf(
  q: Queryable,
  who: Learner,
  course: LearnedCourse,
  now: Date,
): Promise<LearnCourse['dates']> {
  if (course.preview || !isMember(course) || course.access !== 'open') return { homework: [], hours: [] }
  const [homework, hours] = await Promise.all([
    homeworkLines(q, who, now, course.id),
    comingHours(q, who, course.id, now),
  ])
  return {
    homework: homework.flatMap(({ lesson, section, content, handed }) =>
      content.due_at === null
        ? []
        : [
            {
              ...titleOf(section),
              lesson: lesson.id,
              due_at: content.due_at,
              late_until: content.late_until,
              phase: homeworkPhase(content, now),
              handed,
            },
          ],
    ),
    hours,
  }
}
