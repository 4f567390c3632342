/** Coming back to an attempt: reading the sheet, writing it from another page, and going on in one that goes one by one. */
import type { Attempt } from '#src/contract/exam/attempt.schema.ts'
import type { Handler, Caller } from '#mock/http/request/handler.ts'
import { batched, Fail } from '#mock/http/request/handler.ts'
import type { Queryable } from '#mock/db/db.ts'
import { visibleTo } from '#mock/crud/audience.ts'
import { where } from '#mock/crud/where.ts'
import { publish } from '#mock/live/publish.ts'
import {
  eachOwn,
  isoTime,
  ownSheet,
  sameWriter,
  type AttemptContext,
  sheetsFor,
  attemptStateOf,
  stillOpen,
  theExam,
} from './attempt.ts'
import type { ExamData } from './run.ts'
import { sheetQuestionOf, idsInOrder, onceEach, sheetOrderOf, type Papers, type LoadedPaper } from './sheet.ts'
import { present } from '#src/contract/lib/typed.ts'

/** The exam, if the caller is one of its candidates. */
export async function examFor(
  q: Queryable,
  who: Caller,
  id: string,
): Promise<{ id: string; data: ExamData; open: boolean }> {
  const data = await theExam(q, id)
  const w = where()
  const { rows } = await q.query<{ open: boolean }>(
    `select t.open from r_exam t where t.id = ${w.add(id)} and (${visibleTo('exam', who)(w.add)})`,
    w.params,
  )
  const [row] = rows
  if (!row) throw new Fail('not_authorized_yet')
  return { id, data, open: row.open }
}

type Answers = Attempt['answers']

/** What was answered, by attempt. */
async function answersBy(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Answers>> {
  const { rows } = await q.query<{ id: string; answers: Answers }>(
    `select attempt_id as id, jsonb_agg(jsonb_build_object('item', item, 'answer', answer, 'marked', marked) order by item) as answers
     from exam_answer where attempt_id = any($1::text[]) group by attempt_id`,
    [ids],
  )
  return new Map(rows.map((r) => [r.id, r.answers]))
}

/** The whole sheet as its candidate may see it now. */
function shown(
  sheet: AttemptContext,
  read: LoadedPaper,
  answers: Answers,
  o: { now: Date; writer?: string | undefined },
): Attempt {
  const { row, exam, standing } = sheet
  const order = sheetOrderOf(read, row)
  const one = exam.navigation === 'sequential'
  const ids = idsInOrder(order)
  const current = ids[row.position - 1]
  let n = 0
  return {
    ...attemptStateOf(sheet, o.now),
    id: row.id,
    exam_id: row.exam_id,
    exam: exam.name,
    kind: exam.kind,
    n: row.n,
    attempts: exam.attempts,
    attempt_rule: exam.attempt_rule,
    navigation: exam.navigation,
    full_screen: exam.full_screen,
    focus: exam.focus,
    began_at: isoTime(row.began_at),
    early_until: exam.early > 0 ? new Date(Date.parse(row.began_at) + exam.early * 60_000).toISOString() : null,
    score: row.score,
    sections: order.sections.map((s) => ({
      id: s.id,
      title: s.title,
      instructions: s.instructions,
      items: s.items.map((item) => {
        n++
        // nothing of a question is told before its time
        const told = (!one || item.id === current) && standing.status !== 'pause'
        return { id: item.id, n, score: item.score, question: told ? sheetQuestionOf(read, item) : null }
      }),
    })),
    position: row.position,
    answers: one ? answers.filter((a) => a.item === current) : answers,
    seq: Number(row.seq),
    writer: row.writer === o.writer ? row.writer : '',
    heard: row.writer === o.writer ? null : Math.max(0, (o.now.getTime() - Date.parse(row.heard_at)) / 1000),
  }
}

async function sheetFor(
  q: Queryable,
  papers: Papers,
  sheet: AttemptContext,
  o: { now: Date; language: '' | 'en-US' | 'zh-CN'; writer: string },
): Promise<Attempt> {
  const read = await papers.read(q, sheet.row.paper_id, sheet.row.variant, o.language)
  return shown(sheet, read, (await answersBy(q, [sheet.row.id])).get(sheet.row.id) ?? [], o)
}

export const attemptHandler = (papers: Papers): Handler<'GET /exam-attempts/:id'> =>
  batched(async (calls) => {
    const { q, platform } = present(calls[0])
    const ids = calls.map((c) => c.params.id)
    const [sheets, answers] = await Promise.all([sheetsFor(calls), answersBy(q, ids)])
    const read = onceEach(papers, q)
    return eachOwn(calls, sheets, async ({ query }, sheet) => {
      const { row } = sheet
      if (row.status !== 'ongoing' && row.status !== 'pause') throw new Fail('attempt_handed_in')
      const o = { now: platform.now(), writer: query.writer }
      return shown(sheet, await read(row, query.language), answers.get(row.id) ?? [], o)
    })
  })

/** Also the sign of life of a page whose candidate reads: one statement for all that came together. */
export const stateHandler: Handler<'GET /exam-attempts/:id/state'> = batched(async (calls) => {
  const { q, platform } = present(calls[0])
  const sheets = await sheetsFor(calls)
  const alive: string[] = []
  const states = await eachOwn(calls, sheets, ({ platform }, sheet) => {
    if (sheet.row.status === 'ongoing' || sheet.row.status === 'pause') alive.push(sheet.row.id)
    return attemptStateOf(sheet, platform.now())
  })
  if (alive.length)
    await q.query('update exam_attempt set heard_at = greatest(heard_at, $2) where id = any($1::text[])', [
      alive,
      platform.now().toISOString(),
    ])
  return states
})

export const takeOver: Handler<'POST /exam-attempts/:id/take-over'> = async (c) => {
  const { q, platform, body, meta, params } = c
  const now = platform.now()
  const sheet = await ownSheet(c, params.id, true)
  const { row } = sheet
  if (row.status !== 'ongoing' && row.status !== 'pause') throw new Fail('attempt_handed_in')
  if (row.writer !== body.writer) {
    row.epoch += 1
    row.seq = 0
    row.writer = body.writer
    await q.query(
      `update exam_attempt set writer = $2, epoch = $3, seq = 0, heard_at = $4, address = $5,
         addresses = case when addresses ? $5 then addresses else addresses || to_jsonb($5::text) end, agent = $6 where id = $1`,
      [row.id, body.writer, row.epoch, now.toISOString(), meta.address, meta.agent],
    )
    await q.query(
      `insert into exam_event (id, exam_id, user_id, attempt_id, kind, at, by, params) values ($1, $2, $3, $4, 'taken_over', $5, $3, $6::jsonb)`,
      [
        platform.newId(),
        row.exam_id,
        row.user_id,
        row.id,
        now.toISOString(),
        JSON.stringify({ address: meta.address }),
      ],
    )
    // the page that wrote until now becomes read-only at once
    await publish(q, 'exams', { users: [row.user_id] })
    c.audit({ entity: 'exam', id: row.exam_id, details: { attempt: row.id, epoch: row.epoch } })
  }
  return attemptStateOf(sheet, now)
}

export const nextQuestion =
  (papers: Papers): Handler<'POST /exam-attempts/:id/next'> =>
  async (c) => {
    const { q, platform, body, params, arrived } = c
    const now = platform.now()
    const sheet = await ownSheet(c, params.id, true)
    sameWriter(sheet, body)
    stillOpen(sheet, arrived)
    const { row, exam } = sheet
    if (exam.navigation !== 'sequential') throw new Fail('not_allowed_in_state')
    // asked twice, gone on once
    if (row.position === body.from && row.position < row.items) {
      row.position += 1
      await q.query('update exam_attempt set position = $2, heard_at = $3 where id = $1', [
        row.id,
        row.position,
        now.toISOString(),
      ])
    }
    return sheetFor(q, papers, sheet, { now, language: body.language ?? '', writer: row.writer })
  }
