/** Writing a homework and handing it in. The server's clock decides: what had arrived by the end is taken. */
import { homeworkHolder } from '#src/contract/bank/attachment.ts'
import { isBlankAnswer, judgeAnswer } from '#src/contract/bank/answer.ts'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { daysLate, isSpent, lateDeduction, tellsMarks } from '#src/contract/course/homework.ts'
import { isQuizDone } from '#src/contract/course/learn.ts'
import type { HandIn } from '#src/contract/course/homework.schema.ts'
import { present } from '#src/contract/lib/typed.ts'
import { shownQuestion } from '#src/contract/bank/shown.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { versionsOf } from '../../bank/paper/items.ts'
import { judgedAnswers } from '../../bank/statistics.ts'
import { type AnswerFiles, saveAnswerFiles } from '../../exam/files.ts'
import { judgedOf } from '../../practice/sets.ts'
import { cameTo, completeCourse, keepDoing, markedEvidence } from '../learn/progress.ts'
import { courseTexts } from '../learn/seen.ts'
import { askedOf, toldHandIns } from './asked.ts'
import { mustTake, openHomework, type OpenHomework, writersSheet } from './open.ts'
import { type HandInRow, type HomeworkItem, reached, type HomeworkSheetRow, type Written } from './rows.ts'

type Sent = readonly { item: string; answer: Answer | null; marked: boolean }[]
interface Writing {
  q: Queryable
  who: Caller
  platform: { now: () => Date; newId: () => string }
}

/** Puts what was sent on the sheet: answers to what is asked, of the kind that is asked, with files such as are asked for. */
async function write(
  c: Writing,
  { sheet, items, sent }: { sheet: HomeworkSheetRow; items: readonly HomeworkItem[]; sent: Sent },
): Promise<Written> {
  const version = await versionsOf(c.q, items)
  const by = new Map(items.map((i) => [i.id, i]))
  const wrong = () => new Fail('validation', { fields: [{ path: 'answers', rule: 'unknown_reference' }] })
  // of an item that is named twice the later counts
  const last = [...new Map(sent.map((a) => [a.item, a])).values()]
  const files: AnswerFiles[] = []
  for (const { item, answer } of last) {
    const found = by.get(item)
    const data = found && version(found)
    if (!found || !data || (answer && answer.type !== (data.type ?? 'single'))) throw wrong()
    const asked = shownQuestion({ ...data, id: found.question_id, version: found.question_version })
    if (answer && 'chosen' in answer && !answer.chosen.every((id) => asked.options.some((o) => o.id === id)))
      throw wrong()
    if (answer?.type === 'operation') files.push({ files: answer.files, upload: asked.upload })
  }
  if (files.length) await saveAnswerFiles(c, { holder: homeworkHolder, id: sheet.id }, files)
  const answers: Written = { ...sheet.answers }
  for (const { item, answer, marked } of last) {
    const blank = isBlankAnswer(answer)
    if (blank && !marked) delete answers[item]
    else answers[item] = { answer: blank ? null : answer, marked }
  }
  return answers
}

async function keepSheet(
  c: Writing,
  open: OpenHomework,
  sheet: HomeworkSheetRow,
  { writer, answers, saves }: { writer: string; answers: Written; saves: number },
): Promise<void> {
  const now = c.platform.now().toISOString()
  await c.q.query(
    'update course_homework set writer = $2, answers = $3::jsonb, saves = $4, updated_at = $5 where id = $1',
    [sheet.id, writer, JSON.stringify(answers), saves, now],
  )
  // what somebody has begun stays open
  await c.q.query(
    `insert into course_record (course_id, user_id, section_id, updated_at) values ($1, $2, $3, $4)
     on conflict (course_id, user_id, section_id) do update set updated_at = excluded.updated_at`,
    [open.course.id, c.who.id, open.section.id, now],
  )
}

export const saveHomework: Handler<'POST /learning/courses/:id/homework/:section/save'> = async (c) => {
  const { params, body, arrived, platform } = c
  const open = await openHomework(c, params.id, params.section)
  mustTake(open, arrived)
  const sheet = await writersSheet(c, open, body)
  // what an exam asks since is kept: its page may not know yet
  const answers = await write(c, { sheet, items: open.content.items, sent: body.answers })
  await keepSheet(c, open, sheet, { writer: body.writer, answers, saves: sheet.saves + 1 })
  await cameTo(c, open)
  return { saved: body.answers.length, now: platform.now().toISOString() }
}

export const takeOverHomework: Handler<'POST /learning/courses/:id/homework/:section/take-over'> = async (c) => {
  const { q, params, body, platform } = c
  const open = await openHomework(c, params.id, params.section)
  const { rows } = await q.query<{ epoch: number }>(
    `insert into course_homework (id, course_id, user_id, section_id, writer, updated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (course_id, user_id, section_id) do update set
       epoch = course_homework.epoch + case when course_homework.writer in ('', excluded.writer) then 0 else 1 end,
       writer = excluded.writer, updated_at = excluded.updated_at returning epoch`,
    [platform.newId(), open.course.id, c.who.id, open.section.id, body.writer, platform.now().toISOString()],
  )
  return { epoch: rows[0]?.epoch ?? 1 }
}

/** What of a hand-in a rule judges now; the rest waits for a person, an empty answer for nobody. */
function judgedNow(
  items: readonly HomeworkItem[],
  answers: HandInRow['answers'],
  version: Awaited<ReturnType<typeof versionsOf>>,
): HandInRow['judged'] {
  return Object.fromEntries(
    items.map((item) => {
      const data = version(item)
      return [item.id, data ? (judgeAnswer(judgedOf(data), answers[item.id] ?? null)?.share ?? null) : null]
    }),
  )
}

/** One of the hand-ins as its learner is told of it when it is taken. */
async function toldHandIn(
  { q, who, platform, query }: Ctx<'POST /learning/courses/:id/homework/:section/hand-in'>,
  { course, section, content, handIns }: OpenHomework,
  row: HandInRow,
): Promise<HandIn> {
  const told = await toldHandIns(
    { q, platform, now: platform.now(), language: query.language ?? '' },
    {
      course: { id: course.id, name: courseTexts(course).name ?? '' },
      section,
      learner: who.name,
      content,
      over: false,
    },
    handIns,
  )
  return present(told.find((h) => h.id === row.id))
}

export const handInHomework: Handler<'POST /learning/courses/:id/homework/:section/hand-in'> = async (c) => {
  const { q, who, platform, params, body, arrived } = c
  const open = await openHomework(c, params.id, params.section)
  const { course, section, content, handIns } = open
  if (body.revision !== section.revision) throw new Fail('stale_version')
  const [before] = handIns
  const had = handIns.find((h) => h.n === body.n)
  if (had) {
    // sent twice, by two presses or a page that heard no answer: handed in it is already
    await writersSheet(c, open, body)
    c.audit({ entity: 'course', id: course.id, again: true })
    return { hand_in: await toldHandIn(c, open, had), completed: false }
  }
  if (body.n !== (before?.n ?? 0) + 1) throw new Fail('stale_version')
  mustTake(open, arrived)
  const sheet = await writersSheet(c, open, body)
  const { items } = await askedOf(q, content.items, arrived)
  if (!items.length) throw new Fail('not_allowed_in_state')
  const written = await write(c, { sheet, items: content.items, sent: body.answers })
  const answers = Object.fromEntries(items.map((i) => [i.id, written[i.id]?.answer ?? null]))
  if (Object.values(answers).every(isBlankAnswer)) throw new Fail('answer_blank')
  const version = await versionsOf(q, items)
  const judged = judgedNow(items, answers, version)
  // a correction is as late as what it corrects
  const late_days = before?.state === 'returned' ? before.late_days : daysLate(content.due_at, arrived)
  const late_permille =
    before?.state === 'returned' ? before.late_permille : lateDeduction(late_days, content.late_permille)
  const saves = sheet.saves + 1
  const sum = reached(items, { judged, marks: {}, late_permille })
  const row: HandInRow = {
    id: platform.newId(),
    course_id: course.id,
    user_id: who.id,
    section_id: section.id,
    n: (before?.n ?? 0) + 1,
    revision: section.revision,
    at: arrived.toISOString(),
    late_days,
    late_permille,
    answers,
    judged,
    marks: {},
    state: sum.open > 0 ? 'submitted' : 'marked',
    version: 1,
    until: null,
    saves,
    ...sum,
  }
  await q.query(
    `insert into course_hand_in (id, course_id, user_id, section_id, n, revision, at, late_days, late_permille, answers, judged,
       state, open, raw, points, score, saves)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12, $13, $14, $15, $16, $17)`,
    [
      row.id,
      row.course_id,
      row.user_id,
      row.section_id,
      row.n,
      row.revision,
      row.at,
      late_days,
      late_permille,
      JSON.stringify(answers),
      JSON.stringify(judged),
      row.state,
      row.open,
      row.raw,
      row.points,
      row.score,
      saves,
    ],
  )
  await keepSheet(c, open, sheet, { writer: body.writer, answers: written, saves })
  const share = row.score > 0 ? row.points / row.score : 1
  const done =
    section.rule === 'answered' ||
    (row.state === 'marked' && isQuizDone(section, share, isSpent(content.attempts, [row, ...handIns])))
  await keepDoing(c, open, { done, evidence: false })
  if (tellsMarks(content, row.state, arrived))
    await markedEvidence(q, platform, course, {
      user: who.id,
      section,
      result: share,
      asked: items.map((i) => i.question_id),
    })
  await judgedAnswers(
    q,
    items.flatMap((i) =>
      judged[i.id] == null || isBlankAnswer(answers[i.id] ?? null)
        ? []
        : [{ question: i.question_id, version: i.question_version, share: judged[i.id] ?? 0, at: arrived }],
    ),
  )
  return {
    hand_in: await toldHandIn(c, { ...open, handIns: [row, ...handIns] }, row),
    completed: await completeCourse(c, open, { attempt: row.id, n: row.n }),
  }
}
