/** A homework that its learner has open, and whether they may write it now. */
import { homeworkEnd, homeworkPhase, mayHandIn } from '#src/contract/course/homework.ts'
import type { HomeworkContent } from '#src/contract/course/homework.schema.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { openSection, type OpenSection, shownContents } from '../learn/progress.ts'
import { type HandInRow, handInsOf, heldSheet, type HomeworkSheetRow } from './rows.ts'

type Asking = Parameters<typeof openSection>[0]

export interface OpenHomework extends OpenSection {
  content: HomeworkContent
  handIns: readonly HandInRow[]
}
export async function openHomework(c: Asking, id: string, at: string): Promise<OpenHomework> {
  const open = await openSection(c, id, at)
  const content = (await shownContents(c.q, open.course.id, [open.section])).get(open.section.id)
  if (content?.kind !== 'homework') throw new Fail('not_found')
  const handIns = await handInsOf(c.q, { course: open.course.id, user: c.who.id, section: open.section.id })
  return { ...open, content, handIns }
}

/** @throws Fail why nothing is taken at that moment */
export function mustTake({ content, handIns }: OpenHomework, arrived: Date): void {
  if (mayHandIn(content, handIns, arrived)) return
  const phase = homeworkPhase(content, arrived)
  if (phase === 'before') throw new Fail('homework_not_open', { at: content.opens_at })
  if (phase === 'over') throw new Fail('homework_over', { at: homeworkEnd(content) })
  throw new Fail('attempts_used_up', { most: content.attempts })
}

/** The sheet for the page that writes it. @throws Fail where another page does */
export async function writersSheet(
  c: Asking,
  { course, section }: OpenHomework,
  { writer, epoch }: { writer: string; epoch: number },
): Promise<HomeworkSheetRow> {
  const at = { course: course.id, user: c.who.id, section: section.id }
  const sheet = await heldSheet(c.q, at, { id: c.platform.newId(), now: c.platform.now() })
  if (sheet.epoch !== epoch || (sheet.writer !== '' && sheet.writer !== writer)) throw new Fail('homework_elsewhere')
  return sheet
}
