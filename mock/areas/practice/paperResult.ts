/** The sheet of a run as its learner reads it: while it is written, and with what came of it afterwards. */
import { judgedAtOnce } from '#src/contract/bank/question.ts'
import { answerKeyOf, shownQuestion } from '#src/contract/bank/shown.ts'
import { pointsOfShare } from '#src/contract/bank/answer.ts'
import { rightOf } from '#src/contract/practice/practice.ts'
import type { PaperRun } from '#src/contract/practice/volume.schema.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { versionsOf } from '../bank/paper/items.ts'
import { withheldOf } from './allowed.ts'
import { answersOfRun, itemsOfRun, ownPaperRun, toldRuns, updateRunTotal } from './paperRun.ts'
import { type TryRow, untold } from './tries.ts'

export const paperRun: Handler<'GET /practice/paper-runs/:id'> = async ({ q, who, platform, params, query }) => {
  const now = platform.now()
  const own = await ownPaperRun(q, who, params.id)
  const [run = own] = await toldRuns(q, who, [own], now)
  const items = itemsOfRun(run)
  const version = await versionsOf(q, items)
  const hidden = await withheldOf(
    q,
    who,
    items.map((i) => i.question_id),
    now,
  )
  const { rows: tries } = await q.query<TryRow>('select * from practice_try where run_id = $1', [run.id])
  const by = new Map(tries.map((t) => [t.item, t]))
  const language = query.language ?? ''
  let n = 0
  const shown = (item: (typeof items)[number]) => {
    const data = version(item)
    if (!data) return []
    n++
    const asked = shownQuestion(
      { ...data, id: item.question_id, version: item.question_version },
      { language, score: item.score },
    )
    const at = new Map(asked.options.map((o) => [o.id, o]))
    const options = item.options.length ? item.options.flatMap((id) => at.get(id) ?? []) : asked.options
    return [{ id: item.id, n, score: item.score, question: { ...asked, options } }]
  }
  return {
    id: run.id,
    paper_id: run.set_id,
    name: run.paper.name,
    now: now.toISOString(),
    began_at: new Date(run.began_at).toISOString(),
    deadline_at: run.deadline_at && new Date(run.deadline_at).toISOString(),
    handed_at: run.handed_at && new Date(run.handed_at).toISOString(),
    score: run.score,
    pass: run.paper.pass,
    left_out: run.paper.left_out,
    sections: run.paper.sections.map(({ id, title, instructions, items: own }) => ({
      id,
      title,
      instructions,
      items: own.flatMap(shown),
    })),
    answers: run.handed_at ? [] : [...(await answersOfRun(q, run.id))],
    result: run.handed_at
      ? {
          points: run.points ?? 0,
          open: run.open,
          items: items.flatMap((item) => {
            const t = by.get(item.id)
            const data = version(item)
            if (!t || !data) return []
            const closed = hidden.has(item.question_id)
            const { answer, share, own } = closed ? untold(t) : t
            return [
              {
                item: item.id,
                answer,
                share,
                points: share === null ? null : pointsOfShare(share, item.score),
                own,
                closed,
                may_assess: !closed && mayAssess(t, data.type ?? 'single'),
                key: closed ? null : answerKeyOf(data, language),
              },
            ]
          }),
        }
      : null,
  } satisfies PaperRun
}

const byRule: ReadonlySet<string> = judgedAtOnce
/** What no rule judges and somebody wrote. */
const mayAssess = (t: Pick<TryRow, 'answer'>, type: string): boolean => t.answer !== null && !byRule.has(type)

export const assessItem: Handler<'POST /practice/paper-runs/:id/assess'> = async (c) => {
  const { q, who, platform, params, body } = c
  const now = platform.now()
  const run = await ownPaperRun(q, who, params.id, 'for update')
  const item = itemsOfRun(run).find((i) => i.id === body.item)
  if (!item) throw new Fail('not_found')
  const { rows } = await q.query<TryRow>('select * from practice_try where run_id = $1 and item = $2', [
    run.id,
    item.id,
  ])
  const type = (await versionsOf(q, [item]))(item)?.type ?? 'single'
  const closed = (await withheldOf(q, who, [item.question_id], now)).has(item.question_id)
  if (!rows[0] || closed || !mayAssess(rows[0], type)) throw new Fail('not_allowed_in_state')
  await q.query('update practice_try set share = $2, "right" = $3, own = true where id = $1', [
    rows[0].id,
    body.share,
    rightOf(body.share),
  ])
  const [told = run] = await toldRuns(q, who, [{ ...run, ...(await updateRunTotal(q, run)) }], now)
  return { score: told.score, points: told.points ?? 0, open: told.open }
}
