/**
 * Quizzes of lessons: asked without their keys, judged by rule when they are handed in. A key is told after a try: of what was answered rightly,
 * and of the rest once the section is done or no attempt is left; never while an exam or an open homework asks the question (`bank/keyAccess.ts`).
 */
import { blanksFit, isBlankAnswer, judgeAnswer, pointsOfShare } from '#src/contract/bank/answer.ts'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { judgedAtOnce } from '#src/contract/bank/question.ts'
import { answerKeyOf, shownQuestion, type TextLanguage } from '#src/contract/bank/shown.ts'
import { attemptsLeft, isQuizDone } from '#src/contract/course/learn.ts'
import type { LearnLesson, QuizTry } from '#src/contract/course/learn.schema.ts'
import type { ContentOf } from '#src/contract/course/outline.ts'
import type { OutlineSection } from '#src/contract/course/outline.schema.ts'
import { cents } from '#src/contract/exam/score.ts'
import { seeded, shuffled } from '#src/contract/lib/seeded.ts'
import { rightOf } from '#src/contract/practice/practice.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { RowViewer } from '#mock/crud/ownership.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { closedOf, isTold, tellsKey } from '../../bank/keyAccess.ts'
import { versionsOf } from '../../bank/paper/items.ts'
import { judgedAnswers } from '../../bank/statistics.ts'
import { type AskedQuestion, judgedOf } from '../../practice/sets.ts'
import { heldByHomework } from '../homework/holds.ts'
import { cameTo, completeCourse, shownContents, keepDoing, openSection, type OpenSection } from './progress.ts'
import type { KeptRecord, LearnedCourse } from './seen.ts'

type Quiz = ContentOf<'quiz'>
type QuizItem = Quiz['items'][number]
type ShownQuiz = Extract<LearnLesson['sections'][number]['content'], { kind: 'quiz' }>
type Answers = Record<string, Answer | null>

export interface LearnReading {
  q: Queryable
  who: RowViewer
  now: Date
  language: TextLanguage
}
interface TryRow {
  id: string
  revision: number
  at: string
  answers: Answers
  /** Shares of the points by item. */
  judged: Record<string, number | null>
  points: number | null
  score: number
}
const tryColumns = 'id, revision, at, answers, judged, points, score'

const pointsOf = (i: QuizItem, judged: TryRow['judged']): number | null => {
  const share = judged[i.id] ?? null
  return share === null ? null : pointsOfShare(share, i.score)
}
/**
 * Share of its points, by rule: a quiz has nobody who marks. Of blanks those that say what their key accepts; null where only a person could tell,
 * whatever was answered, so that nothing written there is worth more than nothing.
 */
function shareIn(data: AskedQuestion['data'], answer: Answer | null): number | null {
  const { type = 'operation' } = data
  if (type !== 'completion') return judgedAtOnce.has(type) ? (judgeAnswer(judgedOf(data), answer)?.share ?? null) : null
  const accepted = (data.blanks ?? []).map((b) => b.accepted ?? [])
  const blanks = accepted.map((_, n) => (answer?.type === 'completion' ? (answer.blanks[n] ?? '') : ''))
  return blanksFit(accepted, { type, blanks }) ?? null
}

/** What judged answers come to; what no rule judges counts for nothing and against nothing. */
function reached(items: readonly QuizItem[], judged: TryRow['judged']) {
  const counting = items.filter((i) => (judged[i.id] ?? null) !== null)
  const score = cents(counting.reduce((n, i) => n + i.score, 0))
  const points = cents(counting.reduce((n, i) => n + (pointsOf(i, judged) ?? 0), 0))
  // where nothing is worth points, all count the same
  const mean = counting.reduce((n, i) => n + (judged[i.id] ?? 0), 0) / Math.max(1, counting.length)
  return { points, score, share: score > 0 ? points / score : mean }
}

/** Items as they are asked now: what an exam asks is left out. */
async function askedOf(q: Queryable, content: Quiz, now: Date): Promise<{ items: QuizItem[]; withheld: number }> {
  const closed = await closedOf(
    q,
    content.items.map((i) => i.question_id),
    now,
  )
  const items = content.items.filter((i) => !closed.has(i.question_id))
  return { items, withheld: content.items.length - items.length }
}

/** Whether the keys of what was not answered rightly may be told: nothing more is to be won by them. */
const isOver = (content: Quiz, record: KeptRecord | undefined): boolean =>
  (record?.done_at ?? null) !== null || attemptsLeft(content.attempts, record?.tries ?? 0) === 0

export interface AskedSection<C> {
  course: LearnedCourse
  section: OutlineSection
  content: C
  record: KeptRecord | undefined
}
/** The quiz as its learner has it; of a preview, as nobody has begun it. */
export async function quizOf(
  r: LearnReading,
  { course, section, content: quiz, record }: AskedSection<Quiz>,
): Promise<ShownQuiz> {
  const { items, withheld } = await askedOf(r.q, quiz, r.now)
  const version = await versionsOf(r.q, items)
  const seed = `${r.who.id} ${course.id} ${section.id} ${section.revision}`
  const ordered = quiz.shuffle ? shuffled(items, seeded(seed)) : items
  const { rows } = course.preview
    ? { rows: [] }
    : await r.q.query<TryRow>(
        `select ${tryColumns} from course_try where user_id = $1 and course_id = $2 and section_id = $3 order by id desc limit ${shownTries}`,
        [r.who.id, course.id, section.id],
      )
  const draft: Answers = {}
  for (const { id } of items) {
    const kept = record?.draft[id]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- kept as the contract had it
    if (kept) draft[id] = kept as Answer
  }
  return {
    kind: 'quiz',
    items: ordered.flatMap(({ id, question_id, question_version, score }) => {
      const data = version({ question_id, question_version })
      if (!data) return []
      const shown = shownQuestion(
        { ...data, id: question_id, version: question_version },
        { language: r.language, score },
      )
      const options =
        quiz.shuffle && (data.shuffle ?? true) ? shuffled(shown.options, seeded(`${seed} ${id}`)) : shown.options
      return [{ id, score, question: { ...shown, options } }]
    }),
    attempts: quiz.attempts,
    due_at: quiz.due_at ?? null,
    left: attemptsLeft(quiz.attempts, record?.tries ?? 0),
    withheld,
    tries: await told(r, { course, section, over: isOver(quiz, record) }, rows),
    draft,
  }
}
/** Tries shown, the newest first. */
const shownTries = 20

/** Tries as far as they may be told now. Each was to the revision it names, whose questions are looked up there. */
async function told(
  r: LearnReading,
  { course, section, over }: { course: LearnedCourse; section: OutlineSection; over: boolean },
  rows: readonly TryRow[],
): Promise<QuizTry[]> {
  if (!rows.length) return []
  const revisions = [...new Set(rows.map((row) => row.revision))]
  const contents = new Map<number, Quiz>()
  for (const revision of revisions) {
    const content = (await shownContents(r.q, course.id, [{ id: section.id, revision }])).get(section.id)
    if (content?.kind === 'quiz') contents.set(revision, content)
  }
  const all = [...contents.values()].flatMap((c) => c.items)
  const [closed, held, version] = await Promise.all([
    closedOf(
      r.q,
      all.map((i) => i.question_id),
      r.now,
    ),
    heldByHomework(r.q, r.who, r.now),
    versionsOf(r.q, all),
  ])
  return rows.map((row) => {
    const items = (contents.get(row.revision)?.items ?? []).filter(
      (i) => i.id in row.judged && !closed.has(i.question_id),
    )
    // a quiz asks what a homework asks, so that nobody waits for one behind the other; what it made of it is told when the homework is over
    const { points, score, share } = reached(
      items.filter((i) => !held.has(i.question_id)),
      row.judged,
    )
    return {
      id: row.id,
      at: new Date(row.at).toISOString(),
      points,
      score,
      share,
      answers: items.map((i) => {
        const answer = row.answers[i.id] ?? null
        if (held.has(i.question_id)) return { item: i.id, answer, points: null, right: null, key: null, held: true }
        const right = rightOf(row.judged[i.id] ?? null)
        const tells =
          tellsKey(answer) && isTold('judged', { closed: closed.has(i.question_id), waits: !over && !right })
        const data = version(i)
        return {
          item: i.id,
          answer,
          points: pointsOf(i, row.judged),
          right,
          key: tells && data ? answerKeyOf(data, r.language) : null,
          held: false,
        }
      }),
    }
  })
}

async function openQuiz(
  c: Parameters<typeof openSection>[0],
  id: string,
  at: string,
): Promise<OpenSection & { content: Quiz }> {
  const open = await openSection(c, id, at)
  const content = (await shownContents(c.q, open.course.id, [open.section])).get(open.section.id)
  if (content?.kind !== 'quiz') throw new Fail('not_found')
  return { ...open, content }
}

/** Answers to items that are asked, of the kind that is asked. */
async function mustFit(q: Queryable, items: readonly QuizItem[], answers: Answers, path: string) {
  const version = await versionsOf(q, items)
  const by = new Map(items.map((i) => [i.id, i]))
  for (const [id, answer] of Object.entries(answers)) {
    const item = by.get(id)
    if (!item || (answer && answer.type !== (version(item)?.type ?? 'single')))
      throw new Fail('validation', { fields: [{ path, rule: 'unknown_reference' }] })
  }
  return version
}

export const saveQuizDraft: Handler<'POST /learning/courses/:id/sections/:section/draft'> = async (c) => {
  const { q, who, platform, params, body } = c
  const open = await openQuiz(c, params.id, params.section)
  const { items } = await askedOf(q, open.content, platform.now())
  // of an item that is named twice the later counts
  const answers: Answers = Object.fromEntries(body.answers.map((a) => [a.item, a.answer]))
  await mustFit(q, items, answers, 'answers')
  const written = Object.fromEntries(Object.entries(answers).filter(([, answer]) => !isBlankAnswer(answer)))
  await q.query(
    `insert into course_record (course_id, user_id, section_id, draft, updated_at) values ($1, $2, $3, $4::jsonb, $5)
     on conflict (course_id, user_id, section_id) do update
       set draft = (course_record.draft - $6::text[]) || excluded.draft, updated_at = excluded.updated_at`,
    [
      open.course.id,
      who.id,
      open.section.id,
      JSON.stringify(written),
      platform.now().toISOString(),
      Object.keys(answers),
    ],
  )
  await cameTo(c, open)
  return { saved: body.answers.length }
}

export const handInQuiz: Handler<'POST /learning/courses/:id/sections/:section/tries'> = async (c) => {
  const { q, who, platform, params, query, body } = c
  const now = platform.now()
  const open = await openQuiz(c, params.id, params.section)
  const { course, section, content, records } = open
  if (body.revision !== section.revision) throw new Fail('stale_version')
  const before = records.get(section.id)
  if (attemptsLeft(content.attempts, before?.tries ?? 0) === 0)
    throw new Fail('attempts_used_up', { most: content.attempts })
  const { items } = await askedOf(q, content, now)
  if (!items.length) throw new Fail('not_allowed_in_state')
  const version = await mustFit(q, items, body.answers, 'answers')
  const answers: Answers = Object.fromEntries(items.map((i) => [i.id, body.answers[i.id] ?? null]))
  if (Object.values(answers).every(isBlankAnswer)) throw new Fail('answer_blank')
  const judged: TryRow['judged'] = {}
  for (const item of items) {
    const data = version(item)
    judged[item.id] = data ? shareIn(data, answers[item.id] ?? null) : null
  }
  const { points, score, share } = reached(items, judged)
  const row: TryRow = {
    id: platform.newId(),
    revision: section.revision,
    at: now.toISOString(),
    answers,
    judged,
    points,
    score,
  }
  await q.query(
    `insert into course_try (id, course_id, user_id, section_id, revision, at, answers, judged, points, score)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10)`,
    [
      row.id,
      course.id,
      who.id,
      section.id,
      row.revision,
      row.at,
      JSON.stringify(answers),
      JSON.stringify(judged),
      row.points,
      score,
    ],
  )
  const spent = attemptsLeft(content.attempts, (before?.tries ?? 0) + 1) === 0
  const done = isQuizDone(section, share, spent)
  await keepDoing(c, open, {
    done,
    share,
    tries: 1,
    asked: items.map((i) => i.question_id),
  })
  await q.query(`update course_record set draft = '{}' where course_id = $1 and user_id = $2 and section_id = $3`, [
    course.id,
    who.id,
    section.id,
  ])
  await judgedAnswers(
    q,
    items.flatMap((i) =>
      judged[i.id] == null || isBlankAnswer(answers[i.id] ?? null)
        ? []
        : [{ question: i.question_id, version: i.question_version, share: judged[i.id] ?? 0, at: now }],
    ),
  )
  const over = (before?.done_at ?? null) !== null || done || spent
  const [shown] = await told({ q, who, now, language: query.language ?? '' }, { course, section, over }, [row])
  if (!shown) throw new Error('a try that was just handed in is told')
  return { try: shown, completed: await completeCourse(c, open) }
}
