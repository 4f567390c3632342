/** One time through a paper: begun with an order of its own, written, handed in once, by its learner or by its clock. */
import type { PaperItem } from '#src/contract/bank/paper.schema.ts'
import { paperFor, variantFor } from '#src/contract/bank/paperFor.ts'
import { paperScoreOf } from '#src/contract/bank/paper.ts'
import { isBlankAnswer, judgeAnswer } from '#src/contract/bank/answer.ts'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { rightOf } from '#src/contract/practice/practice.ts'
import { cents } from '#src/contract/exam/score.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { paperItemsOf, versionsOf } from '../bank/paper/items.ts'
import { judgedAnswers } from '../bank/statistics.ts'
import { heardLearning } from '../record/time.ts'
import { withheldOf } from './allowed.ts'
import { openPaper } from './papers.ts'
import { keepTries, type NewTry } from './tries.ts'
import { judgedOf } from './sets.ts'

/** The paper as it was when the run began: it may be edited since. */
interface KeptPaper {
  name: string
  pass: number
  left_out: number
  sections: {
    id: string
    title: string
    instructions: string
    items: (Pick<PaperItem, 'id' | 'bank' | 'question_id' | 'question_version' | 'score'> & { options: string[] })[]
  }[]
}
export interface PaperRunRow {
  id: string
  user_id: string
  set_id: string
  paper: KeptPaper
  began_at: string
  deadline_at: string | null
  handed_at: string | null
  points: number | null
  score: number
  open: number
  at: string
}
export const runColumns = 'id, user_id, set_id, paper, began_at, deadline_at, handed_at, points, score, open, at'
export const itemsOfRun = ({ paper }: PaperRunRow) => paper.sections.flatMap((s) => s.items)

/** Its time is up, though nobody handed it in yet. */
export const isPaperRunExpired = (r: Pick<PaperRunRow, 'deadline_at'>, now: Date): boolean =>
  r.deadline_at !== null && now.getTime() >= Date.parse(r.deadline_at)

/** The caller's own run; anybody else's is not there. */
export async function ownPaperRun(q: Queryable, who: Caller, id: string, lock = ''): Promise<PaperRunRow> {
  const { rows } = await q.query<PaperRunRow>(
    `select ${runColumns} from practice_run where id = $1 and user_id = $2 and kind = 'volume' ${lock}`,
    [id, who.id],
  )
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

export const beginPracticePaper: Handler<'POST /practice/papers/:id/begin'> = async (c) => {
  const { q, who, platform, params, body } = c
  const now = platform.now()
  const row = await openPaper(q, who, params.id, now)
  if (!row) throw new Fail('not_found')
  // two that begin at once: the second waits and goes on with the first's
  await q.query('select pg_advisory_xact_lock(hashtext($1))', [`practice ${who.id} ${row.id}`])
  const { rows: open } = await q.query<PaperRunRow>(
    `select ${runColumns} from practice_run where user_id = $1 and set_id = $2 and kind = 'volume' and handed_at is null order by id for update`,
    [who.id, row.id],
  )
  for (const one of open) {
    if (!isPaperRunExpired(one, now)) return { run: one.id }
    await close(q, platform, who, one)
  }
  const seed = platform.random(16).toString('hex')
  const variant = variantFor(row.data, seed)
  const { optionsOf } = await paperItemsOf(q, row.data, variant)
  const order = paperFor<PaperItem>(row.data, variant, seed, optionsOf)
  const all = order.sections.flatMap((s) => s.items)
  // flags are tried at their own desk, which counts wrong ones
  const hidden = await withheldOf(
    q,
    who,
    all.map((i) => i.question_id),
    now,
  )
  const paper: KeptPaper = {
    name: row.data.name,
    pass: row.data.pass,
    left_out: all.filter((i) => hidden.has(i.question_id) || i.bank === 'flag').length,
    sections: order.sections
      .map(({ id, title, instructions, items }) => ({
        id,
        title,
        instructions: instructions ?? '',
        items: items
          .filter((i) => !hidden.has(i.question_id) && i.bank !== 'flag')
          .map(({ id: item, bank, question_id, question_version, score, options }) => ({
            id: item,
            bank,
            question_id,
            question_version,
            score,
            options,
          })),
      }))
      .filter((s) => s.items.length > 0),
  }
  if (!paper.sections.length) throw new Fail('nothing_to_practise')
  const id = platform.newId()
  const deadline = body.timed ? new Date(now.getTime() + row.data.duration * 1000).toISOString() : null
  await q.query(
    `insert into practice_run (id, user_id, kind, set_id, mode, variant, seed, paper, deadline_at, score, began_at, at)
     values ($1, $2, 'volume', $3, 'all', $4, $5, $6::jsonb, $7, $8, $9, $9)`,
    [
      id,
      who.id,
      row.id,
      variant,
      seed,
      JSON.stringify(paper),
      deadline,
      paperScoreOf(paper.sections),
      now.toISOString(),
    ],
  )
  c.audit({ entity: 'paper', id: row.id, details: { run: id, timed: body.timed } })
  return { run: id }
}

type Written = readonly { item: string; answer: Answer | null; marked: boolean }[]

/** Keeps answers; those of items that are not on the sheet, or of another kind than is asked, are refused. */
async function write(q: Queryable, run: PaperRunRow, written: Written, now: Date): Promise<void> {
  const items = new Map(itemsOfRun(run).map((i) => [i.id, i]))
  const version = await versionsOf(q, itemsOfRun(run))
  // of an item that is named twice the later counts
  const last = [...new Map(written.map((w) => [w.item, w])).values()]
  for (const { item, answer } of last) {
    const found = items.get(item)
    if (!found || (answer && answer.type !== (version(found)?.type ?? 'single')))
      throw new Fail('validation', { fields: [{ path: 'answers', rule: 'unknown_reference' }] })
  }
  if (!last.length) return
  await q.query(
    `insert into practice_answer (run_id, item, answer, marked, at)
     select $1, w.item, nullif(w.answer, 'null'::jsonb), w.marked, $2 from jsonb_to_recordset($3::jsonb) as w(item text, answer jsonb, marked boolean)
     on conflict (run_id, item) do update set answer = excluded.answer, marked = excluded.marked, at = excluded.at`,
    [
      run.id,
      now.toISOString(),
      JSON.stringify(last.map((w) => ({ ...w, answer: isBlankAnswer(w.answer) ? null : w.answer }))),
    ],
  )
  await q.query('update practice_run set at = $2 where id = $1', [run.id, now.toISOString()])
  await heardLearning(q, [{ user_id: run.user_id, kind: 'practice' }], now)
}

export const saveRun: Handler<'POST /practice/paper-runs/:id/save'> = async ({ q, who, platform, params, body }) => {
  const now = platform.now()
  const run = await ownPaperRun(q, who, params.id, 'for update')
  if (run.handed_at !== null || isPaperRunExpired(run, now)) throw new Fail('paper_run_over')
  await write(q, run, body.answers, now)
  return { saved: body.answers.length }
}

export async function answersOfRun(q: Queryable, id: string): Promise<Written> {
  const { rows } = await q.query<Written[number]>(
    'select item, answer, marked from practice_answer where run_id = $1 order by item',
    [id],
  )
  return rows
}

/** Ends a run and judges what needs no person; what an exam asks by now is left unjudged. */
async function close(q: Queryable, platform: Platform, who: Caller, run: PaperRunRow): Promise<void> {
  const now = platform.now()
  const at = isPaperRunExpired(run, now) && run.deadline_at ? new Date(run.deadline_at) : now
  const answers = new Map((await answersOfRun(q, run.id)).map((a) => [a.item, a.answer]))
  const items = itemsOfRun(run)
  const version = await versionsOf(q, items)
  const hidden = await withheldOf(
    q,
    who,
    items.map((i) => i.question_id),
    now,
  )
  const tries = items.map((item): NewTry => {
    const answer = answers.get(item.id) ?? null
    const data = version(item)
    const share = hidden.has(item.question_id) || !data ? null : (judgeAnswer(judgedOf(data), answer)?.share ?? null)
    return {
      id: platform.newId(),
      user_id: run.user_id,
      kind: 'volume',
      bank: item.bank,
      question_id: item.question_id,
      question_version: item.question_version,
      set_id: run.set_id,
      run_id: run.id,
      item: item.id,
      answer,
      share,
      right: rightOf(share),
      at: at.toISOString(),
    }
  })
  await keepTries(q, tries)
  await q.query('update practice_run set handed_at = $2, at = $2 where id = $1', [run.id, at.toISOString()])
  await judgedAnswers(
    q,
    tries.flatMap((t) =>
      t.share === null || isBlankAnswer(t.answer)
        ? []
        : [{ question: t.question_id, version: t.question_version, share: t.share, at }],
    ),
  )
  Object.assign(run, { handed_at: at.toISOString() }, await updateRunTotal(q, run))
}

interface Judged {
  item: string
  share: number | null
  answered: boolean
}
const judgedColumns = 'item, share, answer is not null as answered'
function sumOf(items: readonly { id: string; score: number }[], rows: readonly Judged[]) {
  const by = new Map(rows.map((r) => [r.item, r]))
  let points = 0
  for (const item of items) points += cents((by.get(item.id)?.share ?? 0) * item.score)
  return { points: cents(points), open: rows.filter((r) => r.share === null && r.answered).length }
}

/** Runs as their learner may know them now. No item counts whose key is closed: the sum would tell whether its answer was right. */
export async function toldRuns(
  q: Queryable,
  who: Caller,
  runs: readonly PaperRunRow[],
  now: Date,
): Promise<PaperRunRow[]> {
  const handed = runs.filter((r) => r.handed_at !== null)
  const ids = handed.flatMap((r) => itemsOfRun(r).map((i) => i.question_id))
  const hidden = await withheldOf(q, who, ids, now)
  if (!hidden.size) return [...runs]
  const { rows } = await q.query<Judged & { run_id: string }>(
    `select run_id, ${judgedColumns} from practice_try where run_id = any($1::text[])`,
    [handed.map((r) => r.id)],
  )
  return runs.map((run) => {
    if (run.handed_at === null) return run
    const shown = itemsOfRun(run).filter((i) => !hidden.has(i.question_id))
    const own = rows.filter((r) => r.run_id === run.id && shown.some((i) => i.id === r.item))
    return { ...run, ...sumOf(shown, own), score: cents(shown.reduce((n, i) => n + i.score, 0)) }
  })
}

/** Points of what is judged, and how many answers its learner has yet to judge. */
export async function updateRunTotal(q: Queryable, run: PaperRunRow): Promise<{ points: number; open: number }> {
  const { rows } = await q.query<Judged>(`select ${judgedColumns} from practice_try where run_id = $1`, [run.id])
  const { points, open } = sumOf(itemsOfRun(run), rows)
  await q.query('update practice_run set points = $2, open = $3 where id = $1', [run.id, points, open])
  return { points, open }
}

export const handInRun: Handler<'POST /practice/paper-runs/:id/hand-in'> = async (c) => {
  const { q, who, platform, params, body } = c
  const run = await ownPaperRun(q, who, params.id, 'for update')
  if (run.handed_at === null) {
    // what comes after the end is not taken
    if (!isPaperRunExpired(run, platform.now())) await write(q, run, body.answers, platform.now())
    await close(q, platform, who, run)
    c.audit({ entity: 'paper', id: run.set_id, details: { run: run.id } })
  }
  const [told = run] = await toldRuns(q, who, [run], platform.now())
  return { points: told.points ?? 0, score: told.score, open: told.open }
}
