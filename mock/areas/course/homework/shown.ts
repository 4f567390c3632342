/** A homework on the page of its lesson: what there is to do, and how it stands. */
import type { HomeworkBrief } from '#src/contract/course/homework.schema.ts'
import type { ContentOf } from '#src/contract/course/outline.ts'
import { closedOf } from '../../bank/keyAccess.ts'
import type { AskedSection, LearnReading } from '../learn/quiz.ts'
import { briefOf } from './asked.ts'
import { handInsOf, sheetOf } from './rows.ts'

export async function homeworkBrief(
  { q, who, now }: LearnReading,
  { course, section, content }: AskedSection<ContentOf<'homework'>>,
): Promise<HomeworkBrief> {
  const at = { course: course.id, user: who.id, section: section.id }
  const [sheet, handIns] = course.preview ? [undefined, []] : await Promise.all([sheetOf(q, at), handInsOf(q, at)])
  const closed = await closedOf(
    q,
    content.items.map((i) => i.question_id),
    now,
  )
  return briefOf(content, { sheet, handIns, closed, now })
}
