/** How questions were answered. Practice and exams feed it through `judgedAnswers`; nobody else counts. */
import type { Queryable } from '#mock/db/db.ts'

export interface JudgedAnswer {
  question: string
  /** Version that was asked. */
  version: number
  /** Of the points, 0 to 1. */
  share: number
  at: Date
}

/** Adds answers the moment they are judged, many in one statement and always in one order, so that two that meet do not wait for each other. */
export async function judgedAnswers(q: Queryable, answers: readonly JudgedAnswer[]): Promise<void> {
  const lines = new Map<
    string,
    { question_id: string; version: number; day: string; n: number; correct: number; shares: number }
  >()
  for (const { question, version, share, at } of answers) {
    const day = at.toISOString().slice(0, 10)
    const key = `${question} ${version} ${day}`
    const line = lines.get(key) ?? { question_id: question, version, day, n: 0, correct: 0, shares: 0 }
    line.n++
    line.correct += share >= 1 ? 1 : 0
    line.shares += Math.min(1, Math.max(0, share))
    lines.set(key, line)
  }
  const sorted = [...lines.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
  if (sorted.length)
    await q.query(
      `insert into question_answers (question_id, version, day, answers, correct, shares)
       select question_id, version, day, n, correct, shares
       from jsonb_to_recordset($1::jsonb) as w(question_id text, version integer, day date, n integer, correct integer, shares double precision)
       on conflict (question_id, version, day) do update set answers = question_answers.answers + excluded.answers,
         correct = question_answers.correct + excluded.correct, shares = question_answers.shares + excluded.shares`,
      [JSON.stringify(sorted)],
    )
}
export const judgedAnswer = (q: Queryable, question: string, version: number, share: number, at: Date): Promise<void> =>
  judgedAnswers(q, [{ question, version, share, at }])

interface Sum {
  answers: number
  correct: number
  shares: number
}
const shown = ({ answers, correct, shares }: Sum) => ({
  answers: Number(answers),
  correct: Number(correct),
  share: Number(answers) ? Number(shares) / Number(answers) : 0,
})

/** Days are of UTC, the oldest first; a year of them at most. */
export async function statisticsOf(q: Queryable, id: string) {
  const sums =
    'coalesce(sum(answers), 0) as answers, coalesce(sum(correct), 0) as correct, coalesce(sum(shares), 0) as shares'
  const { rows: all } = await q.query<Sum>(`select ${sums} from question_answers where question_id = $1`, [id])
  const { rows: days } = await q.query<Sum & { day: string }>(
    `select * from (select to_char(day, 'YYYY-MM-DD') as day, ${sums} from question_answers where question_id = $1
     group by 1 order by 1 desc limit 366) d order by day`,
    [id],
  )
  const { rows: versions } = await q.query<Sum & { version: number }>(
    `select version, ${sums} from question_answers where question_id = $1 group by version order by version desc limit 100`,
    [id],
  )
  return {
    ...shown(all[0] ?? { answers: 0, correct: 0, shares: 0 }),
    days: days.map((d) => ({ day: d.day, ...shown(d) })),
    versions: versions.map((v) => ({ version: v.version, ...shown(v) })),
  }
}
