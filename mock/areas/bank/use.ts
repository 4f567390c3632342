/** What uses a question, and how it was answered. */
import type { Queryable } from '#mock/db/db.ts'

export interface QuestionUsage {
  papers: number
  answers: number
  correct_rate: number | null
}
const none: QuestionUsage = { papers: 0, answers: 0, correct_rate: null }

/** Papers and answers of a page of questions. */
export async function questionUsageOf(q: Queryable, ids: readonly string[]): Promise<(id: string) => QuestionUsage> {
  if (!ids.length) return () => none
  const { rows } = await q.query<{ id: string; papers: number; answers: number; correct: number }>(
    `select w.id,
       (select count(distinct paper_id) from paper_question p where p.question_id = w.id) as papers,
       coalesce((select sum(answers) from question_answers a where a.question_id = w.id), 0) as answers,
       coalesce((select sum(correct) from question_answers a where a.question_id = w.id), 0) as correct
     from unnest($1::text[]) as w(id)`,
    [[...ids]],
  )
  const by = new Map(rows.map((r) => [r.id, r]))
  return (id) => {
    const r = by.get(id)
    if (!r) return none
    const [answers, correct] = [Number(r.answers), Number(r.correct)]
    return { papers: Number(r.papers), answers, correct_rate: answers ? correct / answers : null }
  }
}
