/** Lessons in which people stop, of courses in which somebody marks: who of those they mark came to them, and who has done them. */
import type { LessonFigure } from '#src/contract/course/monitor.routes.ts'
import { where } from '#mock/crud/where.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { courseRows, marksCourse, marksWork } from '../marks.ts'
import { courseNamed, type LookedAfterCourse } from './keeps.ts'

/** Lessons that are named. */
const most = 20

interface Row extends Pick<LookedAfterCourse, 'id' | 'data'> {
  lesson: string
  title: string
  title_other: string
  members: number
  came: number
  done: number
}
export const lessonFigures: Handler<'GET /course-monitor/lessons'> = async ({ q, who, query }) => {
  const w = where()
  w.and(marksCourse(who, w.add))
  const theirs = `m.state <> 'withdrawn' and ${marksWork(who, w.add, { course: 'm.course_id', user: 'm.user_id' })}`
  w.and(`o.published is not null and t.k_status <> 'archived'`)
  if (query.course_id) w.and(`t.id = ${w.add(query.course_id)}`)
  const { rows } = await q.query<Row>(
    `with own as (
       select t.id, o.published, (select count(*) from course_member m where m.course_id = t.id and ${theirs})::integer as members
       from ${courseRows} t join course_outline o on o.course_id = t.id ${w.text()}),
     section as (
       select own.id as course, own.members, l.v->>'id' as lesson, l.v->>'title' as title, coalesce(l.v->>'title_other', '') as title_other, s.v->>'id' as id
       from own cross join lateral jsonb_array_elements(own.published->'chapters') c(v)
         cross join lateral jsonb_array_elements(c.v->'lessons') l(v) cross join lateral jsonb_array_elements(l.v->'sections') s(v)
       where own.members > 0 and not coalesce((s.v->>'optional')::boolean, false)),
     lesson as (
       select course, lesson, title, title_other, members, count(*) as sections from section group by 1, 2, 3, 4, 5),
     person as (
       select s.course, s.lesson, r.user_id, count(r.done_at) as done
       from section s join course_record r on r.course_id = s.course and r.section_id = s.id
         join course_member m on m.course_id = r.course_id and m.user_id = r.user_id and ${theirs}
       group by 1, 2, 3)
     select l.course as id, t.data, l.lesson, l.title, l.title_other, l.members, count(*)::integer as came,
       (count(*) filter (where p.done >= l.sections))::integer as done
     from lesson l join person p on p.course = l.course and p.lesson = l.lesson join ${courseRows} t on t.id = l.course
     group by l.course, t.data, l.lesson, l.title, l.title_other, l.members, l.sections
     having count(*) filter (where p.done < l.sections) > 0
     order by (count(*) filter (where p.done < l.sections))::double precision / l.members desc, came desc, l.course, l.lesson limit ${most}`,
    w.params,
  )
  return {
    items: rows.map(
      ({ id, data, lesson, title, title_other, members, came, done }): LessonFigure => ({
        course: courseNamed({ id, data }),
        lesson: { id: lesson, title, title_other },
        members,
        came,
        done,
      }),
    ),
  }
}
