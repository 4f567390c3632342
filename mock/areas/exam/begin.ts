/** Beginning an attempt, coming back to it, and reading the sheet. */
import { mayBegin } from '#src/contract/exam/time.ts'
import type { Attempt } from '#src/contract/exam/attempt.schema.ts'
import { variantFor } from '#src/contract/bank/paperFor.ts'
import { scoreOf } from '#src/contract/bank/paper.ts'
import type { Handler, Meta, Platform, Who } from '#mock/http/handler.ts'
import { Fail } from '#mock/http/handler.ts'
import type { Queryable } from '#mock/db/db.ts'
import { visibleTo } from '#mock/crud/audience.ts'
import { where } from '#mock/crud/where.ts'
import { publish } from '#mock/live/publish.ts'
import {
  type AttemptRow,
  deadline,
  extraOf,
  iso,
  ownSheet,
  sameWriter,
  type Sheet,
  stateOf,
  stillOpen,
  theExam,
} from './attempt.ts'
import { closeLater } from './close.ts'
import { type ExamData, lockRun, standingOf } from './run.ts'
import { sha256 } from './save.ts'
import { askedOf, idsInOrder, orderOf, type Papers } from './sheet.ts'

/** The exam, if the caller is one of its candidates. */
export async function examFor(q: Queryable, who: Who, id: string): Promise<{ id: string; data: ExamData }> {
  const data = await theExam(q, id)
  const w = where()
  const { rows } = await q.query(
    `select 1 from r_exam t where t.id = ${w.add(id)} and (${visibleTo('exam', who)(w.add)})`,
    w.params,
  )
  if (!rows.length) throw new Fail('not_authorized_yet')
  return { id, data }
}

const refusals = { early: 'exam_early', late: 'exam_late', over: 'exam_over', paused: 'exam_paused' } as const

interface Asking {
  q: Queryable
  who: Who
  platform: Platform
  meta: Meta
}
async function begin(
  { q, who, platform, meta }: Asking,
  papers: Papers,
  id: string,
  writer: string,
): Promise<AttemptRow> {
  const { data: exam } = await examFor(q, who, id)
  const now = platform.now()
  const run = await lockRun(q, id)
  const standing = standingOf(exam, run, now)
  const { rows: mine } = await q.query<AttemptRow>(
    'select * from exam_attempt where exam_id = $1 and user_id = $2 order by n for update',
    [id, who.id],
  )
  const open = mine.find((a) => a.status === 'ongoing' || a.status === 'pause')
  if (open) {
    // nobody writes a sheet that was opened again: whoever comes first does
    if (open.writer === '')
      await q.query('update exam_attempt set writer = $2, heard_at = $3 where id = $1', [
        open.id,
        writer,
        now.toISOString(),
      ])
    return open
  }
  const extra = await extraOf(q, id, who.id)
  // whoever ended it ended it for everybody, also where it had not begun
  if (run?.ended_at) throw new Fail('exam_over')
  if (!standing.times) throw new Fail('exam_early')
  const may = mayBegin(standing.times, extra * 60_000, now.getTime())
  if (may !== 'yes') throw new Fail(refusals[may])
  if (mine.length >= exam.attempts) throw new Fail('attempts_used_up', { most: exam.attempts })
  const seed = platform.random(16).toString('hex')
  const n = mine.length + 1
  const variants = await papers.variants(q, exam.paper_id)
  const variant = variantFor(variants, seed)
  const sections = variants.variants.find((v) => v.id === variant)?.sections ?? []
  const fresh = {
    id: platform.newId(),
    exam_id: id,
    user_id: who.id,
    n,
    paper_id: exam.paper_id,
    variant,
    seed,
    status: 'ongoing' as const,
    began_at: now.toISOString(),
    extra: 0,
    writer,
    chain: sha256(seed),
    heard_at: now.toISOString(),
    address: meta.address,
    addresses: [meta.address],
    agent: meta.agent,
    items: sections.reduce((sum, s) => sum + s.items.length, 0),
    score: scoreOf(sections),
  }
  const at = deadline(standing.times, fresh, extra, now)
  await q.query(
    `insert into exam_attempt (id, exam_id, user_id, n, paper_id, variant, seed, status, began_at, deadline_at, extra, writer, chain, heard_at,
       address, addresses, agent, items, score)
     select id, exam_id, user_id, n, paper_id, variant, seed, status, began_at, $2, extra, writer, chain, heard_at, address, addresses, agent, items, score
     from jsonb_populate_record(null::exam_attempt, $1::jsonb)`,
    [JSON.stringify(fresh), at.toISOString()],
  )
  await closeLater(q, id)
  return (await ownSheet({ q, who, platform }, fresh.id)).row
}

export const beginHandler =
  (papers: Papers): Handler<'POST /my-exams/:id/begin'> =>
  async (c) => {
    const row = await begin(c, papers, c.params.id, c.body.writer)
    c.audit({ entity: 'exam', id: c.params.id, details: { attempt: row.id, n: row.n } })
    return { attempt: row.id }
  }

/** The whole sheet as its candidate may see it now. */
export async function sheetFor(
  q: Queryable,
  papers: Papers,
  sheet: Sheet,
  o: { now: Date; language: '' | 'en-US' | 'zh-CN'; writer?: string },
): Promise<Attempt> {
  const { row, exam, standing } = sheet
  const read = await papers.read(q, row.paper_id, row.variant, o.language)
  const order = orderOf(read, row)
  const one = exam.navigation === 'sequential'
  const { rows: answers } = await q.query<Attempt['answers'][number]>(
    'select item, answer, marked from exam_answer where attempt_id = $1 order by item',
    [row.id],
  )
  const ids = idsInOrder(order)
  const current = ids[row.position - 1]
  let n = 0
  return {
    ...stateOf(sheet, o.now),
    id: row.id,
    exam_id: row.exam_id,
    exam: exam.name,
    kind: exam.kind,
    n: row.n,
    navigation: exam.navigation,
    full_screen: exam.full_screen,
    focus: exam.focus,
    began_at: iso(row.began_at),
    early_until: exam.early > 0 ? new Date(Date.parse(row.began_at) + exam.early * 60_000).toISOString() : null,
    score: row.score,
    sections: order.sections.map((s) => ({
      id: s.id,
      title: s.title,
      instructions: s.instructions,
      items: s.items.map((item) => {
        n++
        // nothing of a question is told before its time
        const shown = (!one || item.id === current) && standing.status !== 'pause'
        return { id: item.id, n, score: item.score, question: shown ? askedOf(read, item) : null }
      }),
    })),
    position: row.position,
    answers: one ? answers.filter((a) => a.item === current) : answers,
    seq: Number(row.seq),
    writer: row.writer,
    heard: row.writer === o.writer ? null : Math.max(0, (o.now.getTime() - Date.parse(row.heard_at)) / 1000),
  }
}

export const attemptHandler =
  (papers: Papers): Handler<'GET /exam-attempts/:id'> =>
  async (c) => {
    const sheet = await ownSheet(c, c.params.id)
    if (sheet.row.status !== 'ongoing' && sheet.row.status !== 'pause') throw new Fail('attempt_handed_in')
    return sheetFor(c.q, papers, sheet, {
      now: c.platform.now(),
      language: c.query.language ?? '',
      ...(c.query.writer === undefined ? {} : { writer: c.query.writer }),
    })
  }

export const stateHandler: Handler<'GET /exam-attempts/:id/state'> = async (c) =>
  stateOf(await ownSheet(c, c.params.id), c.platform.now())

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
  return stateOf(sheet, now)
}

export const next =
  (papers: Papers): Handler<'POST /exam-attempts/:id/next'> =>
  async (c) => {
    const { q, platform, body, params } = c
    const now = platform.now()
    const sheet = await ownSheet(c, params.id, true)
    sameWriter(sheet, body.epoch)
    stillOpen(sheet, now)
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
