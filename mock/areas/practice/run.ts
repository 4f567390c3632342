/** A walk through questions in an order that stays, so that a reload goes on where one was. */
import { titleIn } from '../bank/titleIn.ts'
import {
  practiceLimits,
  type RunMode,
  stateOfTry,
  type SuggestionReason,
  suggestionReasons,
} from '#src/contract/practice/practice.ts'
import type { PracticeRun } from '#src/contract/practice/theory.schema.ts'
import { belowOf, shuffled } from '#src/contract/lib/seeded.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { questions } from '../bank/banks.ts'
import { type ExerciseBank, exerciseBanks, practiceNow, type PracticeNow, withheldOf } from './allowed.ts'
import { practiceSetName } from './setName.ts'
import { exerciseProgressOf } from './standing.ts'
import { type AskedQuestion, practiceQuestionsOf, practiceSetOf } from './sets.ts'

interface RunRow {
  id: string
  user_id: string
  set_id: string | null
  mode: RunMode
  questions: { bank: ExerciseBank; id: string }[]
  began_at: string
  at: string
}

const day = 86_400_000
/** Until then a right answer was long ago. */
const longAgo = (now: Date): number => now.getTime() - practiceLimits.longAgo * day
/** Until then a mistake was answered rightly: it is one still, and of the round that was just finished. */
const rested = (now: Date): number => now.getTime() - practiceLimits.rest * day

export function reasonOf(a: AskedQuestion, now: Date): SuggestionReason {
  if (a.mistake && (a.state !== 'submitted-right' || timeOf(a) <= rested(now))) return 'mistake'
  if (!a.tries) return 'new'
  if (a.state === 'submitted') return 'waits'
  return a.state === 'submitted-right' && a.last_at && Date.parse(a.last_at) <= longAgo(now) ? 'long_ago' : 'answered'
}
/** The rank of `reasonOf` in SQL. */
const rankSql = (now: Date): string =>
  `case when s.mistake and (s.state <> 'submitted-right' or s.last_at <= '${new Date(rested(now)).toISOString()}'::timestamptz) then 0 when s.question_id is null then 2 when s.state = 'submitted' then 3
     when s.state = 'submitted-right' and s.last_at <= '${new Date(longAgo(now)).toISOString()}'::timestamptz then 1 else 4 end`

const timeOf = (a: AskedQuestion): number => (a.last_at ? Date.parse(a.last_at) : 0)

/** What is worth asking next, the best reason first, and of one reason what was answered longest ago. */
export async function suggestions(
  x: { q: Queryable; who: Caller; now: PracticeNow },
  limit: number,
  set?: { id: string; bank: ExerciseBank },
): Promise<AskedQuestion[]> {
  const out: AskedQuestion[] = []
  for (const bank of set ? [set.bank] : exerciseBanks)
    out.push(
      ...(
        await practiceQuestionsOf(x, bank, {
          limit,
          order: `${rankSql(x.now.at)}, s.last_at, t.id`,
          ...(set ? { set_id: set.id } : {}),
        })
      ).items,
    )
  const rank = (a: AskedQuestion) => suggestionReasons.indexOf(reasonOf(a, x.now.at))
  return out.toSorted((a, b) => rank(a) - rank(b) || timeOf(a) - timeOf(b)).slice(0, limit)
}

async function chosen(
  x: { q: Queryable; who: Caller; now: PracticeNow; platform: Platform },
  mode: RunMode,
  set: { id: string; bank: ExerciseBank } | undefined,
): Promise<RunRow['questions']> {
  if (mode === 'suggested') return suggestions(x, practiceLimits.few, set)
  const out: AskedQuestion[] = []
  for (const bank of set ? [set.bank] : exerciseBanks) {
    const { items } = await practiceQuestionsOf(x, bank, {
      limit: mode === 'mistakes' ? practiceLimits.few : practiceLimits.run,
      ...(set ? { set_id: set.id } : {}),
      ...(mode === 'unsolved' ? { query: { state: ['unsolved'] } } : {}),
      ...(mode === 'mistakes' ? { order: 's.last_at, t.id', mistakes: true } : {}),
    })
    out.push(...items)
  }
  // those that were answered longest ago first, so that the next round has others
  if (mode === 'mistakes') return out.toSorted((a, b) => timeOf(a) - timeOf(b)).slice(0, practiceLimits.few)
  if (mode !== 'random') return out.slice(0, practiceLimits.run)
  const below = belowOf(() => x.platform.random(4).readUInt32BE())
  return shuffled(out, below).slice(0, practiceLimits.few)
}

export const beginPracticeRun: Handler<'POST /practice/runs'> = async ({ q, who, platform, body }) => {
  const now = platform.now()
  const moment = await practiceNow(q, who, now)
  const found = body.set_id === null ? undefined : await practiceSetOf(q, who, body.set_id, moment)
  const set = found && { id: found.id, bank: found.bank }
  const asked = await chosen({ q, who, now: moment, platform }, body.mode, set)
  if (!asked.length) throw new Fail('nothing_to_practise')
  const row: RunRow = {
    id: platform.newId(),
    user_id: who.id,
    set_id: body.set_id,
    mode: body.mode,
    questions: asked.map(({ bank, id }) => ({ bank, id })),
    began_at: now.toISOString(),
    at: now.toISOString(),
  }
  await q.query(
    `insert into practice_run (id, user_id, kind, set_id, mode, questions, began_at, at) values ($1, $2, 'theory', $3, $4, $5::jsonb, $6, $6)`,
    [row.id, row.user_id, row.set_id, row.mode, JSON.stringify(row.questions), row.at],
  )
  return runOf(q, who, row, now)
}

/** The run as its learner reads it. A question that is gone or withheld meanwhile is left out. */
async function runOf(q: Queryable, who: Caller, row: RunRow, now: Date): Promise<PracticeRun> {
  const titles = new Map<string, string>()
  let set: PracticeRun['set'] = null
  for (const bank of exerciseBanks) {
    const ids = row.questions.filter((one) => one.bank === bank).map((one) => one.id)
    const { rows } = await q.query<{ id: string; title: string }>(
      `select id, ${titleIn(who.language, 'data')} as title from ${questions[bank].table} where id = any($1::text[])`,
      [ids],
    )
    for (const r of rows) titles.set(r.id, r.title)
    const name: string | undefined = row.set_id === null || set ? undefined : await practiceSetName(q, bank, row.set_id)
    if (row.set_id !== null && name !== undefined) set = { id: row.set_id, name }
  }
  const { rows: tries } = await q.query<{ question_id: string; share: number | null }>(
    'select distinct on (question_id) question_id, share from practice_try where run_id = $1 order by question_id, id desc',
    [row.id],
  )
  const last = new Map(tries.map((t) => [t.question_id, t]))
  const hidden = await withheldOf(q, who, [...titles.keys()], now)
  const shown = row.questions.flatMap(({ bank, id }) => {
    const title = titles.get(id)
    return title === undefined || hidden.has(id) ? [] : [{ id, bank, title, state: stateOfTry(last.get(id)) }]
  })
  const stand = await exerciseProgressOf(
    q,
    row.user_id,
    shown.map((one) => one.id),
  )
  return {
    id: row.id,
    mode: row.mode,
    set,
    began_at: new Date(row.began_at).toISOString(),
    questions: shown,
    mistakes: shown.filter((one) => stand.get(one.id)?.mistake).length,
  }
}

async function ownRun(q: Queryable, who: Caller, id: string): Promise<RunRow> {
  const { rows } = await q.query<RunRow>(
    `select id, user_id, set_id, mode, questions, began_at, at from practice_run where id = $1 and user_id = $2 and kind = 'theory'`,
    [id, who.id],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}
export const run: Handler<'GET /practice/runs/:id'> = async ({ q, who, platform, params }) =>
  runOf(q, who, await ownRun(q, who, params.id), platform.now())

/** Notes that the run goes on; a question that is not of it belongs to none. @returns the run a try belongs to */
export async function touchRun(
  q: Queryable,
  who: Caller,
  id: string,
  question: string,
  now: Date,
): Promise<string | null> {
  const { questions: all } = await ownRun(q, who, id)
  if (!all.some((one) => one.id === question)) return null
  await q.query('update practice_run set at = $2 where id = $1', [id, now.toISOString()])
  return id
}

/** The newest run that has something left to answer. */
export async function openRun(q: Queryable, who: Caller, now: Date): Promise<PracticeRun | undefined> {
  const { rows } = await q.query<RunRow>(
    `select id, user_id, set_id, mode, questions, began_at, at from practice_run where user_id = $1 and kind = 'theory' order by at desc, id desc limit 3`,
    [who.id],
  )
  for (const row of rows) {
    const one = await runOf(q, who, row, now)
    if (one.questions.some((x) => x.state === 'not-submitted'))
      return { ...one, began_at: new Date(row.at).toISOString() }
  }
  return undefined
}
