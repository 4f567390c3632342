/** One exercise: the question without its key, what is typed, what is handed in, and what is said of it then. */
import { isBlankAnswer, judgeAnswer } from '#src/contract/bank/answer.ts'
import { judgedAtOnce, type QuestionType } from '#src/contract/bank/question.ts'
import { answerKeyOf, shownQuestion, type TextLanguage } from '#src/contract/bank/shown.ts'
import { rightOf, stateOfTry } from '#src/contract/practice/practice.ts'
import type { PracticeQuestionDetail, JudgedTry } from '#src/contract/practice/theory.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Caller } from '#mock/http/request/handler.ts'
import { tellsKey } from '../bank/keyAccess.ts'
import { judgedAnswer } from '../bank/statistics.ts'
import { questionUsageOf } from '../bank/use.ts'
import { keptVersions } from '../bank/version.ts'
import { versionsOf } from '../bank/paper/items.ts'
import { heardLearning } from '../record/time.ts'
import { openQuestion, type OpenQuestion, withheldOf } from './allowed.ts'
import { liveScene } from './flagScene.ts'
import { touchRun } from './run.ts'
import { practiceSetName } from './setName.ts'
import { exerciseProgressOf } from './standing.ts'
import { keepTries, tryOf, type TryRow, untold } from './tries.ts'
import { textOf } from '#src/contract/lib/typed.ts'
import { judgedOf } from './sets.ts'

/** Tries shown with a question, the newest first. */
const shownTries = 20

const typeOf = (data: OpenQuestion['data']): QuestionType => data.type ?? 'operation'
const languagesOf = ({ language, translation }: OpenQuestion['data']): PracticeQuestionDetail['languages'] => {
  const other = language === 'en-US' ? 'zh-CN' : 'en-US'
  return language && translation ? [language, other] : []
}

export const readPracticeQuestion: Handler<'GET /practice/questions/:id'> = async ({
  q,
  who,
  platform,
  params,
  query,
}) => {
  const now = platform.now()
  const open = await openQuestion(q, who, params.id, now)
  const { rows: tries } = await q.query<TryRow>(
    `select * from practice_try where user_id = $1 and question_id = $2 and kind <> 'flag' and answer is not null order by id desc limit ${shownTries}`,
    [who.id, open.id],
  )
  const { rows: drafts } = await q.query<{ answer: PracticeQuestionDetail['draft'] }>(
    'select answer from practice_draft where user_id = $1 and question_id = $2',
    [who.id, open.id],
  )
  const standing = (await exerciseProgressOf(q, who.id, [open.id])).get(open.id)
  const { answers, correct_rate } = (await questionUsageOf(q, [open.id]))(open.id)
  const set_id = textOf(open.data['set_id'])
  const name = await practiceSetName(q, open.bank, set_id)
  return {
    bank: open.bank,
    question: shownQuestion({ ...open.data, id: open.id, version: open.version }, { language: query.language ?? '' }),
    languages: languagesOf(open.data),
    set: name === undefined ? null : { id: set_id, name },
    state: standing?.state ?? 'not-submitted',
    solved: standing?.solved ?? false,
    mistake: standing?.mistake ?? false,
    tries: tries.map(tryOf),
    draft: drafts[0]?.answer ?? null,
    judged: judgedAtOnce.has(typeOf(open.data)) ? 'rule' : 'own',
    correct_rate,
    answers,
    scene_id: await liveScene(q, who.id, open.id),
  }
}

export const savePracticeDraft: Handler<'POST /practice/questions/:id/draft'> = async ({
  q,
  who,
  platform,
  params,
  body,
}) => {
  const now = platform.now()
  const open = await openQuestion(q, who, params.id, now)
  if (body.answer && body.answer.type !== typeOf(open.data))
    throw new Fail('validation', { fields: [{ path: 'answer', rule: 'unknown_reference' }] })
  if (isBlankAnswer(body.answer))
    await q.query('delete from practice_draft where user_id = $1 and question_id = $2', [who.id, open.id])
  else
    await q.query(
      `insert into practice_draft (user_id, question_id, answer, at) values ($1, $2, $3::jsonb, $4)
       on conflict (user_id, question_id) do update set answer = excluded.answer, at = excluded.at`,
      [who.id, open.id, JSON.stringify(body.answer), now.toISOString()],
    )
  await heardLearning(q, [{ user_id: who.id, kind: 'practice' }], now)
  return { kept: !isBlankAnswer(body.answer) }
}

/** A try as its learner reads it; `tell`: with the key. Of what is withheld now, no more than that there was a try: a right answer is a key. */
async function told(
  q: Queryable,
  who: Caller,
  row: TryRow,
  { now, language, tell }: { now: Date; language: TextLanguage; tell: boolean },
): Promise<JudgedTry> {
  const hidden = (await withheldOf(q, who, [row.question_id], now)).has(row.question_id)
  const data = (await versionsOf(q, [row]))(row)
  const standing = (await exerciseProgressOf(q, row.user_id, [row.question_id])).get(row.question_id)
  return {
    ...(hidden ? untold(tryOf(row)) : tryOf(row)),
    closed: hidden,
    bank: row.bank,
    question_id: row.question_id,
    key: tell && !hidden && data ? answerKeyOf(data, language) : null,
    state: hidden ? 'submitted' : (standing?.state ?? stateOfTry(row)),
    mistake: !hidden && (standing?.mistake ?? false),
  }
}

export const submitExerciseAnswer: Handler<'POST /practice/questions/:id/tries'> = async ({
  q,
  who,
  platform,
  params,
  body,
  query,
}) => {
  const now = platform.now()
  const open = await openQuestion(q, who, params.id, now)
  if (body.answer.type !== typeOf(open.data))
    throw new Fail('validation', { fields: [{ path: 'answer', rule: 'unknown_reference' }] })
  if (isBlankAnswer(body.answer)) throw new Fail('answer_blank')
  // an answer is to the words that were before the learner
  const at = { bank: open.bank, id: open.id }
  const [asked, newest] = await keptVersions(q, [
    { ...at, version: body.version },
    { ...at, version: open.version },
  ])
  if (asked === undefined || newest === undefined || asked !== newest) throw new Fail('stale_version')
  const verdict = judgeAnswer(judgedOf(open.data), body.answer)
  const row: TryRow = {
    id: platform.newId(),
    user_id: who.id,
    kind: 'theory',
    bank: open.bank,
    question_id: open.id,
    question_version: newest,
    set_id: textOf(open.data['set_id']),
    run_id: body.run_id && (await touchRun(q, who, body.run_id, open.id, now)),
    item: null,
    answer: body.answer,
    share: verdict?.share ?? null,
    right: rightOf(verdict?.share ?? null),
    own: false,
    at: now.toISOString(),
  }
  await keepTries(q, [row])
  await q.query('delete from practice_draft where user_id = $1 and question_id = $2', [who.id, open.id])
  if (row.share !== null) await judgedAnswer(q, open.id, newest, row.share, now)
  return told(q, who, row, { now, language: query.language ?? '', tell: row.right !== false })
}

/** The caller's own try; anybody else's is not there. */
async function ownTry(q: Queryable, who: Caller, id: string, lock = ''): Promise<TryRow> {
  const { rows } = await q.query<TryRow>(
    `select * from practice_try where id = $1 and user_id = $2 and kind <> 'flag' ${lock}`,
    [id, who.id],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}
export const oneTry: Handler<'GET /practice/tries/:id'> = async ({ q, who, platform, params, query }) => {
  const row = await ownTry(q, who, params.id)
  return told(q, who, row, { now: platform.now(), language: query.language ?? '', tell: tellsKey(row.answer) })
}

export const assess: Handler<'POST /practice/tries/:id/assess'> = async ({ q, who, platform, params, body, query }) => {
  const row = await ownTry(q, who, params.id, 'for update')
  // what a rule judged, or what stands on a paper, is not said here
  if (row.item !== null || (row.share !== null && !row.own)) throw new Fail('not_allowed_in_state')
  const judged = { ...row, share: body.share, right: rightOf(body.share), own: true }
  await q.query('update practice_try set share = $2, "right" = $3, own = true where id = $1', [
    row.id,
    judged.share,
    judged.right,
  ])
  return told(q, who, judged, { now: platform.now(), language: query.language ?? '', tell: true })
}
