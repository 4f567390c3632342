/** Homework that is due to the caller: of the courses they learn in, as long as it can be handed in and was not. */
import type { DueHomework } from '#src/contract/course/homework.routes.ts'
import type { HomeworkContent } from '#src/contract/course/homework.schema.ts'
import { countedHandIn, homeworkPhase } from '#src/contract/course/homework.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller, Handler } from '#mock/http/request/handler.ts'
import { titleOf } from '../learn/cards.ts'
import { lessonLockFor } from '../learn/course.ts'
import { coursesOf, courseTexts, recordsOf } from '../learn/seen.ts'
import { type HandInRow, handInColumns, type HomeworkSheetRow, standOf } from './rows.ts'

/** @returns of each course the homework of its published outline, by section */
export async function homeworkOfMany(
  q: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HomeworkContent>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<{ course_id: string; section_id: string; content: HomeworkContent }>(
    `select c.course_id, c.section_id, c.content from course_outline o
     cross join lateral jsonb_path_query(o.published, '$.chapters[*].lessons[*].sections[*] ? (@.kind == "homework")') s
     join course_content c on c.course_id = o.course_id and c.section_id = s->>'id' and c.revision = (s->>'revision')::integer
     where o.course_id = any($1::text[])`,
    [[...ids]],
  )
  return new Map(rows.map((r) => [`${r.course_id} ${r.section_id}`, r.content]))
}

async function dueOf(q: Queryable, who: Caller, now: Date): Promise<DueHomework[]> {
  const { rows: mine } = await q.query<{ id: string }>(
    `select course_id as id from course_member where user_id = $1 and state <> 'withdrawn'`,
    [who.id],
  )
  const ids = mine.map((m) => m.id)
  const homework = await homeworkOfMany(q, ids)
  if (!homework.size) return []
  const [courses, sheets, handIns] = await Promise.all([
    coursesOf(q, who, ids, now),
    q.query<HomeworkSheetRow & { course_id: string; section_id: string }>(
      'select id, writer, epoch, answers, saves, updated_at, course_id, section_id from course_homework where user_id = $1 and course_id = any($2::text[])',
      [who.id, ids],
    ),
    q.query<HandInRow>(
      `select ${handInColumns} from course_hand_in where user_id = $1 and course_id = any($2::text[]) order by n desc`,
      [who.id, ids],
    ),
  ])
  const records = await recordsOf(q, who, courses)
  const out: DueHomework[] = []
  for (const course of courses) {
    if (course.access !== 'open') continue
    const { name, language, translation } = courseTexts(course)
    for (const lesson of lessonsOf(course.outline)) {
      if (lessonLockFor(course, lesson, records(course.id), now)) continue
      for (const section of lesson.sections) {
        const content = homework.get(`${course.id} ${section.id}`)
        if (!content || content.due_at === null) continue
        const here = (r: { course_id: string; section_id: string }) =>
          r.course_id === course.id && r.section_id === section.id
        const own = handIns.rows.filter(here)
        const phase = homeworkPhase(content, now)
        const again = own[0]?.state === 'returned'
        // what was handed in is not due any more, as long as it was not given back
        if ((!again && countedHandIn(content.counts, own)) || (phase !== 'open' && phase !== 'late')) continue
        out.push({
          course: { id: course.id, name: name ?? '', language, translation: translation && { name: translation.name } },
          lesson: lesson.id,
          ...titleOf(section),
          due_at: content.due_at,
          late_until: content.late_until,
          late: phase === 'late',
          state: standOf(sheets.rows.find(here), own[0]),
        })
      }
    }
  }
  return out.toSorted((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at) || (a.id < b.id ? -1 : 1))
}

export const listDue: Handler<'GET /learning/due'> = async ({ q, who, platform, query }) => {
  const all = await dueOf(q, who, platform.now())
  const { page, page_size } = query
  return { items: all.slice((page - 1) * page_size, page * page_size), total: all.length, page, page_size }
}
