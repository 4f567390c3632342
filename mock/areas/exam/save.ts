/** Answers of a running attempt: kept in the order in which they were written, whatever order they come in. */
import { answerHolder } from '#src/contract/bank/attachment.ts'
import { isBlankAnswer } from '#src/contract/bank/answer.ts'
import { receiptChainText } from '#src/contract/exam/receipt.ts'
import { canonicalJson } from '#src/contract/lib/canonicalJson.ts'
import { batched, type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { eachOwn, sameWriter, type AttemptContext, sheetsFor, attemptStateOf, stillOpen } from './attempt.ts'
import { saveAnswerFiles } from './files.ts'
import { type AnswerToSave, savesBefore, SaveBatch } from './saving.ts'
import { sha256OfText } from './signature.ts'
import { idsInOrder, onceEach, sheetOrderOf, type Papers, type LoadedPaper } from './sheet.ts'
import { present } from '#src/contract/lib/typed.ts'

type Call = Ctx<'POST /exam-attempts/:id/save'>
const wrong = (rule: string) => new Fail('validation', { fields: [{ path: 'answers', rule }] })

/** What a save says, of an item that is named twice the later; refused where it answers what the sheet does not ask. */
function answersOf({ body }: Call, read: LoadedPaper): AnswerToSave[] {
  const last = new Map(body.answers.map((a) => [a.item, a]))
  return [...last.values()].map(({ item, answer, marked }) => {
    const key = read.items.keys.get(item)
    if (!key || (answer && answer.type !== key.type)) throw wrong('unknown_reference')
    if (answer && 'chosen' in answer) {
      const options = read.items.asked.get(item)?.options ?? []
      if (!answer.chosen.every((id) => options.some((o) => o.id === id))) throw wrong('unknown_reference')
    }
    return { item, answer: isBlankAnswer(answer) ? null : answer, marked }
  })
}

/** One save of a sheet that is locked: what is to be written goes to `saving`, and into the sheet for those behind it. */
async function take(c: Call, sheet: AttemptContext, read: LoadedPaper, saving: SaveBatch) {
  const { platform, body, arrived } = c
  const { row } = sheet
  const answers = answersOf(c, read)
  const had = saving.before(row.id, body)
  if (had) {
    // a number stands for one save only: another under it would be lost without a word
    if (canonicalJson(had.answers) !== canonicalJson(answers)) throw new Fail('idempotency_conflict')
    // it came before, only the reply was lost
    return { ...attemptStateOf(sheet, platform.now()), chain: had.chain }
  }
  sameWriter(sheet, body)
  stillOpen(sheet, arrived)
  if (sheet.exam.navigation === 'sequential') {
    const current = idsInOrder(sheetOrderOf(read, row))[row.position - 1]
    if (answers.some((a) => a.item !== current)) throw wrong('not_before_you')
  }
  const files = answers.flatMap(({ item, answer }) =>
    answer?.type === 'operation' ? [{ files: answer.files, upload: read.items.asked.get(item)?.upload }] : [],
  )
  if (files.length) await saveAnswerFiles(c, { holder: answerHolder, id: row.id }, files)
  if (answers.length) {
    row.chain = sha256OfText(receiptChainText(row.chain, body.epoch, body.seq, answers))
    row.saves += 1
  }
  const sightings = body.sightings.map((s) => ({
    id: platform.newId(),
    exam_id: row.exam_id,
    user_id: row.user_id,
    attempt_id: row.id,
    kind: s.what,
    at: new Date(arrived.getTime() - s.ago).toISOString(),
  }))
  row.focus_lost += sightings.filter((s) => s.kind === 'focus_lost').length
  saving.add(row, body, { at: arrived.toISOString(), answers, sightings })
  return { ...attemptStateOf(sheet, platform.now()), chain: row.chain }
}

/**
 * An answer wins over one of an earlier epoch or a lower number; the same save a second time changes nothing and is answered like the first.
 * This is what an exam hall does all the time: whoever saves in the same moment shares the statements.
 */
export const saveAnswers = (papers: Papers): Handler<'POST /exam-attempts/:id/save'> =>
  batched(async (calls) => {
    const { q } = present(calls[0])
    const sheets = await sheetsFor(calls, true)
    // a number beyond all that came stands for no save yet
    const known = calls.filter(({ params, body }) => {
      const row = sheets.get(params.id)?.row
      return row && (body.epoch !== row.epoch || body.seq <= Number(row.seq))
    })
    const before = await savesBefore(
      q,
      known.map((c) => ({ attempt_id: c.params.id, epoch: c.body.epoch, seq: c.body.seq })),
    )
    const read = onceEach(papers, q)
    const saving = new SaveBatch(before)
    const out = await eachOwn(calls, sheets, async (c, sheet) => take(c, sheet, await read(sheet.row), saving))
    await saving.write(q)
    return out
  })
