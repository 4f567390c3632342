/** Marking homework: the answers that wait, points for them, giving back and opening again. */
import { answerKeyOf, shownQuestion, type TextLanguage } from '#src/contract/bank/shown.ts'
import { isBlankAnswer } from '#src/contract/bank/answer.ts'
import { handInMachine, type HandInState, homeworkPhase, isSpent, tellsMarks } from '#src/contract/course/homework.ts'
import type { HomeworkContent, MarkedHandIn } from '#src/contract/course/homework.schema.ts'
import { isQuizDone } from '#src/contract/course/learn.ts'
import type { OutlineSection } from '#src/contract/course/outline.schema.ts'
import { scaledRubric } from '#src/contract/exam/mark.ts'
import type { MarkingItem } from '#src/contract/exam/run.schema.ts'
import { cents } from '#src/contract/exam/score.ts'
import { bylines } from '#mock/areas/notice/byline.ts'
import { notify } from '#mock/areas/notice/notify.ts'
import type { Queryable } from '#mock/db/db.ts'
import { where, type Where } from '#mock/crud/where.ts'
import { type Caller, Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { namesOf } from '../../bank/banks.ts'
import { versionsOf } from '../../bank/paper/items.ts'
import { titleOf } from '../learn/cards.ts'
import { certifyLater } from '../../record/certificate/store.ts'
import { doneFor, markedEvidence, shownContents } from '../learn/progress.ts'
import { sectionInOutline } from '../learn/seen.ts'
import { documentsOfHandIns } from './handInPdf.ts'
import { markedCourse, type MarkedCourse, markedHomework, type MarkedHomework, mustBeAlive } from './keeper.ts'
import {
  type HandInRow,
  handInColumns,
  handInOf,
  handInsOf,
  type HomeworkItem,
  type MarkRow,
  handInMarksOf,
  pointsOfItem,
  reached,
} from './rows.ts'

/** The items a hand-in answered, in the revision it was to. */
async function itemsOf(q: Queryable, course: string, row: HandInRow): Promise<HomeworkItem[]> {
  const said = (await shownContents(q, course, [{ id: row.section_id, revision: row.revision }])).get(row.section_id)
  return said?.kind === 'homework' ? said.items.filter((i) => i.id in row.judged) : []
}

/** A person judges it: no rule does, and something was written. */
const isPersons = (row: HandInRow, item: string): boolean =>
  (row.judged[item] ?? null) === null && !isBlankAnswer(row.answers[item] ?? null)

type Version = Awaited<ReturnType<typeof versionsOf>>
interface Seen {
  who: string
  names: ReadonlyMap<string, string>
  version: Version
  language: TextLanguage
  past: readonly MarkRow[]
}
/** An answer as the marking pane has it. */
function markingItem(items: readonly HomeworkItem[], row: HandInRow, id: string, s: Seen): MarkingItem | undefined {
  const n = items.findIndex((i) => i.id === id)
  const item = items[n]
  const data = item && s.version(item)
  if (!item || !data) return undefined
  const given = row.marks[id]
  const share = row.judged[id] ?? null
  const at = { version: item.question_version, revision: 0 }
  const own = s.past.filter((m) => m.hand_in_id === row.id && m.item === id)
  const marks: MarkingItem['marks'] = given
    ? [
        {
          ...at,
          round: 1,
          points: given.points,
          rule: 'marker',
          marker_name: s.names.get(given.by) ?? '',
          mine: given.by === s.who,
          comment: given.comment,
          lines: given.lines,
          at: given.at,
        },
      ]
    : share === null
      ? []
      : [
          {
            ...at,
            round: 0,
            points: pointsOfItem(item, row) ?? 0,
            rule: isBlankAnswer(row.answers[id] ?? null) ? 'empty' : 'key',
            marker_name: '',
            mine: false,
            comment: '',
            lines: [],
            at: row.at,
          },
        ]
  return {
    id,
    n: n + 1,
    sheet_n: n + 1,
    score: item.score,
    question: shownQuestion(
      { ...data, id: item.question_id, version: item.question_version },
      { language: s.language, score: item.score },
    ),
    key: answerKeyOf(data, s.language),
    rubric: scaledRubric(data.rubric ?? [], item.score),
    writeup: { text: data.writeup ?? '', file: data.writeup_file ?? null },
    answer: row.answers[id] ?? null,
    marks,
    past: own.slice(given ? 1 : 0).map((m) => ({
      ...at,
      round: 1,
      points: m.points ?? 0,
      rule: 'marker',
      marker_name: s.names.get(m.by) ?? '',
      mine: m.by === s.who,
      comment: m.text,
      lines: [],
      at: m.at,
      put_aside_at: m.at,
      why: 'changed',
    })),
    points: pointsOfItem(item, row),
    scene: null,
    may: row.state === 'submitted' && isPersons(row, id) ? 1 : null,
  }
}

/** A condition on hand-in `h`: it is one that counts. @param best of several the best counts, so that each is marked */
export const isCounting = (best: boolean): string =>
  best
    ? 'true'
    : `not exists (select 1 from course_hand_in later where later.course_id = h.course_id and later.section_id = h.section_id
        and later.user_id = h.user_id and later.n > h.n)`
/** The same of hand-ins of any homework: it waits for a person. */
export const waitsForMark = `h.state = 'submitted' and h.open > 0 and (${isCounting(false)} or exists (select 1 from course_content c
  where c.course_id = h.course_id and c.section_id = h.section_id and c.revision = h.revision and c.content->>'counts' = 'best'))`
const columns = handInColumns
  .split(', ')
  .map((c) => `h.${c}`)
  .join(', ')

/** Conditions on hand-in `h`: of this homework, and the caller marks it. */
export function handInsAt(course: MarkedCourse, section: string): Where {
  const w = where()
  w.and(`h.course_id = ${w.add(course.id)} and h.section_id = ${w.add(section)}`)
  w.and(course.theirs(w.add, { user: 'h.user_id', at: 'h.at' }))
  return w
}
/** Hand-ins of a homework that count and wait for a person, those that came first before the others. */
async function waitingOf(q: Queryable, { course, section, content }: MarkedHomework): Promise<HandInRow[]> {
  const w = handInsAt(course, section.id)
  w.and(`h.state = 'submitted' and h.open > 0 and ${isCounting(content.counts === 'best')}`)
  const { rows } = await q.query<HandInRow>(
    `select ${columns} from course_hand_in h ${w.text()} order by h.at, h.id`,
    w.params,
  )
  return rows.map((r) => ({ ...r, at: new Date(r.at).toISOString() }))
}
const waitsFor = (row: HandInRow, item: string): boolean => isPersons(row, item) && !row.marks[item]

export const homeworkMarking: Handler<'GET /courses/:id/homework/:section/marking'> = async (c) => {
  const { q, params, who } = c
  const homework = await markedHomework(c, params.id, params.section)
  const { course, section, content } = homework
  const w = handInsAt(course, section.id)
  w.and(`h.state <> 'returned' and ${isCounting(content.counts === 'best')}`)
  const [version, { rows }] = await Promise.all([
    versionsOf(q, content.items),
    q.query<HandInRow>(`select ${columns} from course_hand_in h ${w.text()}`, w.params),
  ])
  return {
    items: content.items.flatMap((item, n) => {
      const data = version(item)
      const answers = rows.filter((r) => isPersons(r, item.id))
      if (!data || !answers.length) return []
      const { title, type } = shownQuestion(
        { ...data, id: item.question_id, version: item.question_version },
        { language: who.language ?? '' },
      )
      const open = answers.filter((r) => r.state === 'submitted' && !r.marks[item.id]).length
      return [{ id: item.id, n: n + 1, title, type, score: item.score, answers: answers.length, open }]
    }),
  }
}

const learnerNames = (q: Queryable, rows: readonly HandInRow[]) =>
  namesOf(q, [
    ...new Set([...rows.map((r) => r.user_id), ...rows.flatMap((r) => Object.values(r.marks).map((m) => m.by))]),
  ])

async function entriesOf(
  q: Queryable,
  course: string,
  rows: readonly HandInRow[],
  item: string,
  { who, language }: { who: string; language: TextLanguage },
) {
  const names = await learnerNames(q, rows)
  const past = await handInMarksOf(
    q,
    rows.map((r) => r.id),
  )
  const out: { attempt: string; candidate: string; version: number; item: MarkingItem }[] = []
  for (const row of rows) {
    const items = await itemsOf(q, course, row)
    const found = markingItem(items, row, item, { who, names, language, past, version: await versionsOf(q, items) })
    if (found) out.push({ attempt: row.id, candidate: names.get(row.user_id) ?? '', version: row.version, item: found })
  }
  return out
}

/** Answers that a desk has at a time. */
const few = 5
export const nextHomeworkAnswers: Handler<'GET /courses/:id/homework/:section/marking/next'> = async (c) => {
  const { q, params, query, who } = c
  const homework = await markedHomework(c, params.id, params.section)
  const put = new Set(query.not ?? [])
  const waiting = (await waitingOf(q, homework)).filter((r) => waitsFor(r, query.item) && !put.has(r.id))
  const { rows } = await q.query<{ text: string }>(
    `select m.text from course_mark m join course_hand_in h on h.id = m.hand_in_id
     where h.course_id = $1 and h.section_id = $2 and m.item = $3 and m.what = 'mark' and m.text <> '' and m.by = $4
     group by m.text order by count(*) desc, m.text limit 9`,
    [homework.course.id, homework.section.id, query.item, who.id],
  )
  const at = { who: who.id, language: query.language ?? '' }
  return {
    items: await entriesOf(q, homework.course.id, waiting.slice(0, few), query.item, at),
    left: waiting.length,
    comments: rows,
  }
}
export const homeworkMarkedByMe: Handler<'GET /courses/:id/homework/:section/marking/mine'> = async (c) => {
  const { q, params, query, who } = c
  const { course, section } = await markedHomework(c, params.id, params.section)
  const w = handInsAt(course, section.id)
  const item = `h.marks->${w.add(query.item)}::text`
  w.and(`h.state <> 'returned' and ${item}->>'by' = ${w.add(who.id)}`)
  const { rows } = await q.query<HandInRow>(
    `select ${columns} from course_hand_in h ${w.text()} order by ${item}->>'at' desc limit 20`,
    w.params,
  )
  return { items: await entriesOf(q, course.id, rows, query.item, { who: who.id, language: query.language ?? '' }) }
}

async function isTheirs(q: Queryable, course: MarkedCourse, row: HandInRow): Promise<boolean> {
  const w = handInsAt(course, row.section_id)
  w.and(`h.id = ${w.add(row.id)}`)
  return (await q.query(`select 1 from course_hand_in h ${w.text()}`, w.params)).rows.length > 0
}
interface Found {
  course: MarkedCourse
  row: HandInRow
  section: OutlineSection
  content: HomeworkContent
}
/** A hand-in of a course that the caller marks, with its homework as learners see it now. */
async function found(c: Parameters<typeof markedCourse>[0], id: string, handIn: string, lock?: 'lock'): Promise<Found> {
  const course = await markedCourse(c, id)
  if (lock) {
    mustBeAlive(course)
    // the learner's own calls wait for their membership: what is marked is not handed in anew meanwhile
    await c.q.query(
      `select 1 from course_member m join course_hand_in h on h.course_id = m.course_id and h.user_id = m.user_id
       where h.id = $1 and h.course_id = $2 for update of m`,
      [handIn, id],
    )
  }
  const row = await handInOf(c.q, id, handIn, lock ? 'for update' : '')
  if (!row || !(await isTheirs(c.q, course, row))) throw new Fail('not_found')
  const section = sectionInOutline(course.outline, row.section_id)?.section
  const said = (await shownContents(c.q, id, [section ?? { id: row.section_id, revision: row.revision }])).get(
    row.section_id,
  )
  if (said?.kind !== 'homework') throw new Fail('not_found')
  const gone = { id: row.section_id, title: '', title_other: '', revision: row.revision, kind: 'homework' } as const
  return {
    course,
    row,
    content: said,
    section: section ?? { ...gone, rule: 'answered', share: 0, optional: true, minutes: 0 },
  }
}
/** Of a learner only the newest hand-in changes hands; of several that count by the best, each is marked. */
async function isCurrent(q: Queryable, { row, content }: Found): Promise<boolean> {
  const { rows } = await q.query(
    `select 1 from course_hand_in h where h.id = $1 and ${isCounting(content.counts === 'best')}`,
    [row.id],
  )
  return rows.length > 0
}
async function isNewest(q: Queryable, { row }: Found): Promise<boolean> {
  const { rows } = await q.query(`select 1 from course_hand_in h where h.id = $1 and ${isCounting(false)}`, [row.id])
  return rows.length > 0
}
/** One that its marker writes about, held until the transaction ends. */
export const heldHandIn = (c: Parameters<typeof markedCourse>[0], id: string, handIn: string): Promise<Found> =>
  found(c, id, handIn, 'lock')

const mustHave = (f: Found, version: number): void => {
  if (f.row.version !== version) throw new Fail('stale_version')
}
const mayMove = (state: HandInState, event: string): boolean => event in handInMachine[state]

async function shownHandIn(
  q: Queryable,
  f: Found,
  { who, language }: { who: string; language: TextLanguage },
): Promise<MarkedHandIn> {
  const { course, row, section } = f
  const items = await itemsOf(q, course.id, row)
  const [version, past, others] = await Promise.all([
    versionsOf(q, items),
    handInMarksOf(q, [row.id]),
    q.query<{ n: number }>(
      'select count(*)::integer as n from course_hand_in where course_id = $1 and section_id = $2 and user_id = $3',
      [course.id, row.section_id, row.user_id],
    ),
  ])
  const people = [row.user_id, ...past.map((m) => m.by)]
  const [names, named] = [await namesOf(q, people), await bylines(q, people)]
  const alive = course.status !== 'archived'
  const [current, newest] = [await isCurrent(q, f), await isNewest(q, f)]
  return {
    id: row.id,
    course_id: course.id,
    section: titleOf(section),
    learner: { id: row.user_id, name: names.get(row.user_id) ?? '' },
    n: row.n,
    of: others.rows[0]?.n ?? row.n,
    at: row.at,
    state: row.state,
    version: row.version,
    late_days: row.late_days,
    late_permille: row.late_permille,
    until: row.until,
    open: row.open,
    raw: row.raw,
    points: row.points,
    score: row.score,
    documents: (await documentsOfHandIns(q, [row]))(row),
    items: items.flatMap((i) => markingItem(items, row, i.id, { who, names, version, language, past }) ?? []),
    history: past.map(({ what, item, points, text, by, at }) => ({
      what,
      item: item === null ? null : String(items.findIndex((i) => i.id === item) + 1),
      points,
      text,
      author: named(by, ''),
      at,
    })),
    can: [
      ...(alive && current && row.state === 'submitted' && row.open > 0 ? (['mark'] as const) : []),
      ...(alive && newest && mayMove(row.state, 'return') ? (['return'] as const) : []),
      ...(alive && current && mayMove(row.state, 'reopen') && items.some((i) => isPersons(row, i.id))
        ? (['reopen'] as const)
        : []),
    ],
  }
}

export const handInForMarking: Handler<'GET /courses/:id/hand-ins/:hand_in'> = async (c) =>
  shownHandIn(c.q, await found(c, c.params.id, c.params.hand_in), {
    who: c.who.id,
    language: c.query.language ?? '',
  })

async function record(q: Queryable, platform: Pick<Platform, 'now' | 'newId'>, m: Omit<MarkRow, 'at'>): Promise<void> {
  await q.query(
    'insert into course_mark (id, hand_in_id, what, item, points, text, by, at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [platform.newId(), m.hand_in_id, m.what, m.item, m.points, m.text, m.by, platform.now().toISOString()],
  )
}
async function keep(q: Queryable, row: HandInRow): Promise<void> {
  await q.query(
    `update course_hand_in set marks = $2::jsonb, state = $3, version = $4, until = $5, open = $6, raw = $7, points = $8, score = $9 where id = $1`,
    [row.id, JSON.stringify(row.marks), row.state, row.version, row.until, row.open, row.raw, row.points, row.score],
  )
}
const told = ({ course, row, section }: Found) => ({
  to: [row.user_id],
  params: { course: course.name, homework: section.title },
})
function linkTo({ course, row }: Found) {
  const lesson = sectionInOutline(course.outline, row.section_id)?.lesson.id
  return {
    screen: 'homework-exercise' as const,
    params: { resource_id: course.id, lesson_id: lesson ?? '-', exercise_id: row.section_id },
  }
}

export const giveMark: Handler<'POST /courses/:id/hand-ins/:hand_in/marks'> = async (c) => {
  const { q, params, body, who, platform } = c
  const f = await found(c, params.id, params.hand_in, 'lock')
  mustHave(f, body.version)
  const { course, row, section } = f
  const items = await itemsOf(q, course.id, row)
  const item = items.find((i) => i.id === body.item)
  if (!item) throw new Fail('validation', { fields: [{ path: 'item', rule: 'unknown_reference' }] })
  if (row.state !== 'submitted' || !isPersons(row, item.id) || !(await isCurrent(q, f)))
    throw new Fail('not_allowed_in_state', { status: row.state })
  if (body.points > item.score)
    throw new Fail('validation', { fields: [{ path: 'points', rule: 'max', params: { max: item.score } }] })
  const at = platform.now().toISOString()
  const points = cents(body.points)
  const marks = {
    ...row.marks,
    [item.id]: {
      points,
      comment: body.comment,
      lines: [...new Set(body.lines)].toSorted((a, b) => a - b),
      by: who.id,
      at,
    },
  }
  const sum = reached(items, { ...row, marks })
  const state: HandInState = sum.open === 0 ? handInMachine.submitted.mark : 'submitted'
  const after: HandInRow = { ...row, ...sum, marks, state, version: row.version + 1 }
  await keep(q, after)
  await record(q, platform, { hand_in_id: row.id, what: 'mark', item: item.id, points, text: body.comment, by: who.id })
  if (state === 'marked') {
    const share = after.score > 0 ? after.points / after.score : 1
    if (tellsMarks(f.content, state, platform.now()))
      await markedEvidence(q, platform, course, {
        user: row.user_id,
        section,
        result: share,
        asked: items.map((i) => i.question_id),
      })
    const all = await handInsOf(q, { course: course.id, user: row.user_id, section: section.id })
    if (isQuizDone(section, share, isSpent(f.content.attempts, all)))
      await doneFor(q, platform, course, { user: row.user_id, section })
    await certifyLater(q, platform, course.id, row.user_id)
    await notify(q, platform, { ...told(f), kind: 'homework_marked', link: linkTo(f) })
  }
  c.audit({ entity: 'course', id: course.id, details: { attempt: row.id, item: item.id, user: row.user_id } })
  return { points, open: sum.open, version: after.version }
}

/** Keeps a hand-in that goes back to its learner, or to whoever marks it, with what was said of it, and tells its learner. */
async function handBack(
  { q, who, platform }: { q: Queryable; who: Caller; platform: Platform },
  f: Found,
  after: HandInRow,
  said: { what: 'return' | 'reopen'; text: string },
) {
  await keep(q, after)
  await record(q, platform, { hand_in_id: after.id, item: null, points: null, by: who.id, ...said })
  await notify(q, platform, { ...told(f), kind: `homework_${said.what}ed`, link: linkTo(f) })
  return shownHandIn(q, { ...f, row: after }, { who: who.id, language: who.language ?? '' })
}

export const returnHandIn: Handler<'POST /courses/:id/hand-ins/:hand_in/return'> = async (c) => {
  const { q, params, body, platform } = c
  const f = await found(c, params.id, params.hand_in, 'lock')
  mustHave(f, body.version)
  const { row, content, course } = f
  if (!mayMove(row.state, 'return') || !(await isNewest(q, f)))
    throw new Fail('not_allowed_in_state', { status: row.state })
  const now = platform.now()
  const until = body.until
  // whoever is to do it again must be able to
  const phase = homeworkPhase(content, now)
  if (until === null ? phase === 'over' : Date.parse(until) <= now.getTime()) throw new Fail('homework_return_until')
  const after: HandInRow = { ...row, state: handInMachine.submitted.return, until, version: row.version + 1 }
  c.audit({ entity: 'course', id: course.id, details: { attempt: row.id, user: row.user_id, text: body.comment } })
  return handBack(c, f, after, { what: 'return', text: body.comment })
}

export const reopenHandIn: Handler<'POST /courses/:id/hand-ins/:hand_in/reopen'> = async (c) => {
  const { q, params, body } = c
  const f = await found(c, params.id, params.hand_in, 'lock')
  mustHave(f, body.version)
  const { row, course } = f
  // what a person gave waits for them again; what a rule judged stands
  const items = await itemsOf(q, course.id, row)
  if (!mayMove(row.state, 'reopen') || !items.some((i) => isPersons(row, i.id)) || !(await isCurrent(q, f)))
    throw new Fail('not_allowed_in_state', { status: row.state })
  const after: HandInRow = {
    ...row,
    ...reached(items, { ...row, marks: {} }),
    marks: {},
    state: handInMachine.marked.reopen,
    version: row.version + 1,
  }
  c.audit({ entity: 'course', id: course.id, details: { attempt: row.id, user: row.user_id, reason: body.reason } })
  return handBack(c, f, after, { what: 'reopen', text: body.reason })
}
