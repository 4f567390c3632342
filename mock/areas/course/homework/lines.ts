/** Homework of the courses somebody learns in, as far as it is open to them: what is due, and what stands in their calendar. */
import type { HomeworkContent } from '#src/contract/course/homework.schema.ts'
import { countedHandIn } from '#src/contract/course/homework.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { OutlineLesson, OutlineSection } from '#src/contract/course/outline.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { lessonLockFor } from '../learn/lessonLines.ts'
import { coursesOf, type LearnedCourse, type Learner, recordsOf } from '../learn/seen.ts'
import { type HandInRow, handInColumns, type HomeworkSheetRow } from './rows.ts'

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

export interface HomeworkLine {
  course: LearnedCourse
  lesson: OutlineLesson
  section: OutlineSection
  content: HomeworkContent
  sheet: HomeworkSheetRow | undefined
  newest: HandInRow | undefined
  /** It was handed in, and not given back. */
  handed: boolean
}
/** @param course of this one alone */
export async function homeworkLines(
  q: Queryable,
  who: Learner,
  now: Date,
  course: string | null = null,
): Promise<HomeworkLine[]> {
  const { rows: mine } = await q.query<{ id: string }>(
    `select course_id as id from course_member where user_id = $1 and state <> 'withdrawn' and ($2::text is null or course_id = $2)`,
    [who.id, course],
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
  const out: HomeworkLine[] = []
  for (const one of courses) {
    if (one.access !== 'open') continue
    for (const lesson of lessonsOf(one.outline)) {
      if (lessonLockFor(one, lesson, records(one.id), now)) continue
      for (const section of lesson.sections) {
        const content = homework.get(`${one.id} ${section.id}`)
        if (!content) continue
        const here = (r: { course_id: string; section_id: string }) =>
          r.course_id === one.id && r.section_id === section.id
        const own = handIns.rows.filter(here)
        const handed = own[0]?.state !== 'returned' && countedHandIn(content.counts, own) !== undefined
        out.push({ course: one, lesson, section, content, sheet: sheets.rows.find(here), newest: own[0], handed })
      }
    }
  }
  return out
}
