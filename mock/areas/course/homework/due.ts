/** What is due to the caller: of the courses they learn in, as long as it can be handed in and was not. */
import type { DueHomework } from '#src/contract/course/homework.routes.ts'
import { homeworkPhase } from '#src/contract/course/homework.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller, Handler } from '#mock/http/request/handler.ts'
import { titleOf } from '../learn/cards.ts'
import { courseTexts } from '../learn/seen.ts'
import { homeworkLines } from './lines.ts'
import { standOf } from './rows.ts'
import { workLines } from './work.ts'

async function dueOf(q: Queryable, who: Caller, now: Date): Promise<DueHomework[]> {
  const out: DueHomework[] = []
  for (const { course, lesson, section, content, sheet, newest, handed } of await homeworkLines(q, who, now)) {
    const phase = homeworkPhase(content, now)
    // what was handed in is not due any more, as long as it was not given back
    if (content.due_at === null || handed || (phase !== 'open' && phase !== 'late')) continue
    const { name, language, translation } = courseTexts(course)
    out.push({
      course: { id: course.id, name: name ?? '', language, translation: translation && { name: translation.name } },
      lesson: lesson.id,
      ...titleOf(section),
      kind: 'homework',
      due_at: content.due_at,
      late_until: content.late_until,
      late: phase === 'late',
      state: standOf(sheet, newest),
    })
  }
  for (const { course, lesson, section, kind, due_at, state, handed } of await workLines(q, who, now)) {
    if (handed) continue
    const { name, language, translation } = courseTexts(course)
    out.push({
      course: { id: course.id, name: name ?? '', language, translation: translation && { name: translation.name } },
      lesson: lesson.id,
      ...titleOf(section),
      kind,
      due_at,
      late_until: null,
      late: Date.parse(due_at) < now.getTime(),
      state,
    })
  }
  return out.toSorted((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at) || (a.id < b.id ? -1 : 1))
}

export const listDue: Handler<'GET /learning/due'> = async ({ q, who, platform, query }) => {
  const all = await dueOf(q, who, platform.now())
  const { page, page_size } = query
  return { items: all.slice((page - 1) * page_size, page * page_size), total: all.length, page, page_size }
}
