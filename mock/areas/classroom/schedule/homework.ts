/** Homework of somebody's courses: when it opens, when it is due, and until when it is taken late. Each is a moment. */
import type { ScheduleItem } from '#src/contract/classroom/schedule.routes.ts'
import { homeworkLines } from '../../course/homework/lines.ts'
import { learnersById } from '../../course/learn/learner.ts'
import { courseTexts } from '../../course/learn/seen.ts'
import { isoInstant } from '../hours.ts'
import type { ScheduleSource } from './sources.ts'

export const homeworkSource: ScheduleSource = async (q, user, { from, to, now }) => {
  const who = (await learnersById(q, [user])).get(user)
  if (!who) return []
  return (await homeworkLines(q, who, now)).flatMap(({ course, lesson, section, content, handed }) => {
    const { name, language } = courseTexts(course)
    const moments = [
      ['opens', content.opens_at],
      ['due', content.due_at],
      ['late-until', content.late_until],
    ] as const
    return moments.flatMap(([moment, at]): ScheduleItem[] => {
      if (at === null || Date.parse(at) < from.getTime() || Date.parse(at) >= to.getTime()) return []
      return [
        {
          id: `${course.id}.${section.id}.${moment}`,
          kind: 'homework',
          title: section.title,
          title_other: section.title_other,
          about: name,
          about_other: course.data.translation?.name ?? '',
          language,
          starts_at: isoInstant(at),
          ends_at: isoInstant(at),
          room: '',
          status: handed && moment !== 'opens' ? 'handed' : moment,
          moment,
          leads: false,
          link: {
            screen: 'homework-exercise',
            params: { resource_id: course.id, lesson_id: lesson.id, exercise_id: section.id },
          },
          attendance: null,
        },
      ]
    })
  })
}
