/** Answers of a running attempt: kept in the order in which they were written, whatever order they come in. */
import { createHash } from 'node:crypto'
import { isBlank } from '#src/contract/bank/answer.ts'
import { canonical, linkText } from '#src/contract/exam/receipt.ts'
import { Fail, type Handler } from '#mock/http/handler.ts'
import { keepFiles } from './files.ts'
import { ownSheet, sameWriter, stateOf, stillOpen } from './attempt.ts'
import { idsInOrder, orderOf, type Papers } from './sheet.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/**
 * An answer wins over one of an earlier epoch or a lower number; the same save a second time changes nothing and is answered like the first.
 * Two statements: this is what an exam hall does all the time.
 */
export const save =
  (papers: Papers): Handler<'POST /exam-attempts/:id/save'> =>
  async (c) => {
    const { q, platform, params, body } = c
    const now = platform.now()
    const sheet = await ownSheet(c, params.id, true)
    const { row } = sheet
    const read = await papers.read(q, row.paper_id, row.variant)
    const wrong = (rule: string) => new Fail('validation', { fields: [{ path: 'answers', rule }] })
    // of an item that is named twice the later counts
    const last = new Map(body.answers.map((a) => [a.item, a]))
    const answers = [...last.values()].map(({ item, answer, marked }) => {
      const key = read.items.keys.get(item)
      if (!key || (answer && answer.type !== key.type)) throw wrong('unknown_reference')
      return { item, answer: isBlank(answer) ? null : answer, marked }
    })
    const { rows: had } = await q.query<{ chain: string; answers: unknown }>(
      'select chain, answers from exam_save where attempt_id = $1 and epoch = $2 and seq = $3',
      [row.id, body.epoch, body.seq],
    )
    if (had[0]) {
      // a number stands for one save only: another under it would be lost without a word
      if (canonical(had[0].answers) !== canonical(answers)) throw new Fail('idempotency_conflict')
      // it came before, only the reply was lost
      return { ...stateOf(sheet, now), chain: had[0].chain }
    }
    sameWriter(sheet, body.epoch)
    stillOpen(sheet, now)
    if (sheet.exam.navigation === 'sequential') {
      const current = idsInOrder(orderOf(read, row))[row.position - 1]
      if (answers.some((a) => a.item !== current)) throw wrong('not_before_you')
    }
    for (const { item, answer } of answers)
      if (answer?.type === 'operation') await keepFiles(c, row.id, answer.files, read.items.asked.get(item)?.upload)
    const chain = answers.length ? sha256(linkText(row.chain, body.epoch, body.seq, answers)) : row.chain
    const events = body.sightings.map((s) => ({
      id: platform.newId(),
      kind: s.what,
      at: new Date(now.getTime() - s.ago).toISOString(),
    }))
    const lost = body.sightings.filter((s) => s.what === 'focus_lost').length
    await q.query(
      `with answers as (
         insert into exam_answer (attempt_id, item, answer, marked, epoch, seq, at)
         select $1, w.item, nullif(w.answer, 'null'::jsonb), w.marked, $2, $3, $4 from jsonb_to_recordset($5::jsonb) as w(item text, answer jsonb, marked boolean)
         on conflict (attempt_id, item) do update set answer = excluded.answer, marked = excluded.marked, epoch = excluded.epoch,
           seq = excluded.seq, at = excluded.at
         where (excluded.epoch, excluded.seq) > (exam_answer.epoch, exam_answer.seq)
       ), trail as (
         insert into exam_save (attempt_id, epoch, seq, n, at, answers, chain)
         select $1, $2, $3, $6, $4, $5::jsonb, $7 where jsonb_array_length($5::jsonb) > 0
       ), seen as (
         insert into exam_event (id, exam_id, user_id, attempt_id, kind, at)
         select w.id, $8, $9, $1, w.kind, w.at from jsonb_to_recordset($10::jsonb) as w(id text, kind text, at timestamptz)
       )
       update exam_attempt set seq = greatest(seq, $3), chain = $7, saves = $6, heard_at = $4, focus_lost = focus_lost + $11,
         saved_at = case when jsonb_array_length($5::jsonb) > 0 then $4 else saved_at end where id = $1`,
      [
        row.id,
        body.epoch,
        body.seq,
        now.toISOString(),
        JSON.stringify(answers),
        row.saves + (answers.length ? 1 : 0),
        chain,
        row.exam_id,
        row.user_id,
        JSON.stringify(events),
        lost,
      ],
    )
    return { ...stateOf(sheet, now), chain }
  }
