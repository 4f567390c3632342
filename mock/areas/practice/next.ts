/** What a learner left unfinished, and what is worth practising next. */
import type { PracticeNext } from '#src/contract/practice/theory.schema.ts'
import { setOf } from '#src/contract/bank/question.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { questions } from '../bank/banks.ts'
import { exerciseBanks, practisable, practiceNow } from './allowed.ts'
import { openRun, reasonOf, suggestions } from './run.ts'
import { shortOf } from './sets.ts'
import { exerciseProgressSql } from './standing.ts'

/** Suggestions shown. */
const few = 5

export const nextPractice: Handler<'GET /practice/next'> = async ({ q, who, platform }) => {
  const now = platform.now()
  const run = await openRun(q, who, now)
  const first = run?.questions.find((one) => one.state === 'not-submitted')
  const moment = await practiceNow(q, who, now)
  const asked = await suggestions({ q, who, now: moment }, few)
  const names = new Map<string, string>()
  const sums = { questions: 0, solved: 0, mistakes: 0 }
  for (const bank of exerciseBanks) {
    const { rows } = await q.query<{ id: string; name: string }>(
      `select id, data->>'name' as name from ${tableOf(setOf[bank])} where id = any($1::text[])`,
      [asked.map((a) => a.data.set_id ?? '')],
    )
    for (const r of rows) names.set(r.id, r.name)
    const w = where()
    const counted = await q.query<typeof sums>(
      `select count(*)::integer as questions, (count(*) filter (where s.solved))::integer as solved,
         (count(*) filter (where s.mistake))::integer as mistakes
       from ${questions[bank].table} t left join (${exerciseProgressSql(who.id, w.add)}) s on s.question_id = t.id
       where ${practisable(bank, who, moment, w.add)}`,
      w.params,
    )
    for (const key of ['questions', 'solved', 'mistakes'] as const) sums[key] += counted.rows[0]?.[key] ?? 0
  }
  const { rows: papers } = await q.query<{ id: string; name: string; deadline_at: string | null; at: string }>(
    `select set_id as id, paper->>'name' as name, deadline_at, at from practice_run
     where user_id = $1 and kind = 'volume' and handed_at is null and (deadline_at is null or deadline_at > $2) order by at desc limit 1`,
    [who.id, now.toISOString()],
  )
  const paper = papers[0]
  return {
    run:
      run && first
        ? {
            id: run.id,
            mode: run.mode,
            set: run.set,
            question: { id: first.id, title: first.title },
            done: run.questions.filter((one) => one.state !== 'not-submitted').length,
            all: run.questions.length,
            at: run.began_at,
          }
        : null,
    paper: paper
      ? {
          ...paper,
          deadline_at: paper.deadline_at && new Date(paper.deadline_at).toISOString(),
          at: new Date(paper.at).toISOString(),
        }
      : null,
    suggested: asked.map((a) => {
      const set = names.get(a.data.set_id ?? '')
      return {
        ...shortOf(a, who),
        set: set === undefined ? null : { id: a.data.set_id ?? '', name: set },
        why: reasonOf(a, now),
      }
    }),
    ...sums,
  } satisfies PracticeNext
}
