/** A homework as its learner has it. */
import type { Homework } from '#src/contract/course/homework.schema.ts'
import { noHomework } from '#src/contract/course/homework.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { closedOf } from '../../bank/keyAccess.ts'
import { titleOf } from '../learn/cards.ts'
import { mustBeOpen, shownContents } from '../learn/progress.ts'
import { courseTexts, doneOf, learnableCourse, recordsOf, sectionInOutline } from '../learn/seen.ts'
import { askedOf, briefOf, partsOf, toldHandIns } from './asked.ts'
import { heldByHomework } from './holds.ts'
import { handInsOf, sheetOf } from './rows.ts'

export const readHomework: Handler<'GET /learning/courses/:id/homework/:section'> = async ({
  q,
  who,
  platform,
  params,
  query,
}): Promise<Homework> => {
  const now = platform.now()
  const language = query.language ?? ''
  const course = await learnableCourse(q, who, params.id, { now, preview: query.preview })
  const found = sectionInOutline(course.outline, params.section)
  if (!found || found.section.kind !== 'homework') throw new Fail('not_found')
  const { lesson, section } = found
  const records = (await recordsOf(q, who, [course]))(course.id)
  mustBeOpen(course, lesson, records, now)
  const said = (await shownContents(q, course.id, [section])).get(section.id)
  const content = said?.kind === 'homework' ? said : noHomework
  const at = { course: course.id, user: who.id, section: section.id }
  // of a preview, as nobody has begun it
  const [sheet, handIns] = course.preview ? [undefined, []] : await Promise.all([sheetOf(q, at), handInsOf(q, at)])
  const closed = await closedOf(
    q,
    content.items.map((i) => i.question_id),
    now,
  )
  const { items, withheld } = await askedOf(q, content.items, now)
  const { kind: _kind, items: _n, ...brief } = briefOf(content, { sheet, handIns, closed, now })
  const done_at = doneOf(section, records)
  const { name, language: own, translation } = courseTexts(course)
  // what is asked is told when it opens; its keepers see it before
  const told = brief.phase !== 'before' || course.preview
  // nothing more is to be won by a key: they cannot hand in again, or have all points
  const over = (!brief.may && brief.phase !== 'before') || (brief.points !== null && brief.points >= brief.points_of)
  const held = handIns.length
    ? await heldByHomework(q, who, now, { course: course.id, section: section.id })
    : undefined
  return {
    ...titleOf(section),
    course: { id: course.id, name: name ?? '', language: own, translation: translation && { name: translation.name } },
    lesson: titleOf(lesson),
    preview: course.preview,
    revision: section.revision,
    now: now.toISOString(),
    rule: section.rule,
    share: section.share,
    done_at,
    ...brief,
    parts: told ? await partsOf(q, items, language) : [],
    withheld,
    answers: Object.entries(sheet?.answers ?? {}).map(([item, { answer, marked }]) => ({ item, answer, marked })),
    epoch: sheet?.epoch ?? 1,
    writer: sheet?.writer ?? '',
    heard: sheet ? Math.max(0, Math.floor((now.getTime() - new Date(sheet.updated_at).getTime()) / 1000)) : null,
    hand_ins: await toldHandIns(
      { q, platform, now, language, held },
      { course: { id: course.id, name: name ?? '' }, section, learner: who.name, content, over },
      handIns,
    ),
  }
}
