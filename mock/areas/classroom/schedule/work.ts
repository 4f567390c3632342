/** Quizzes and reports of somebody's courses: when they are due. Each is a moment. */
import type { ScheduleItem } from '#src/contract/classroom/schedule.routes.ts'
import { workLines } from '../../course/homework/work.ts'
import { learnersById } from '../../course/learn/learner.ts'
import { courseTexts } from '../../course/learn/seen.ts'
import type { ScheduleSource } from './sources.ts'

export const workSource: ScheduleSource = async (q, user, { from, to, now }) => {
  const who = (await learnersById(q, [user])).get(user)
  if (!who) return []
  return (await workLines(q, who, now)).flatMap(({ course, lesson, section, due_at, handed }): ScheduleItem[] => {
    const at = Date.parse(due_at)
    if (at < from.getTime() || at >= to.getTime()) return []
    const { name, language } = courseTexts(course)
    return [
      {
        id: `${course.id}.${section.id}.due`,
        kind: 'work',
        title: section.title,
        title_other: section.title_other,
        about: name,
        about_other: course.data.translation?.name ?? '',
        language,
        starts_at: due_at,
        ends_at: due_at,
        room: '',
        status: handed ? 'handed' : 'due',
        moment: 'due',
        leads: false,
        link: { screen: 'my-lesson', params: { resource_id: course.id, lesson_id: lesson.id } },
        attendance: null,
      },
    ]
  })
}
