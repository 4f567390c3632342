/** The end of an attempt, by whoever brings it about: once, with a receipt of what is stored. */
import { isAnswered, stateOfAnswer } from '#src/contract/bank/answer.ts'
import type { Receipt } from '#src/contract/exam/attempt.schema.ts'
import { sheetText } from '#src/contract/exam/receipt.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { namesOf } from '../bank/banks.ts'
import type { ExamData } from './run.ts'
import { answersOf, judgeSheet } from './judge.ts'
import {
  isAnsweredSql,
  isoTime,
  isTimeUp,
  ownSheet,
  sameWriter,
  type AttemptContext,
  type AttemptRow,
} from './attempt.ts'
import { endScenes } from './scene/scenes.ts'
import { isGenuine, sha256OfText, signatureOf } from './signature.ts'
import type { Papers } from './sheet.ts'

const isOpen = (row: AttemptRow): boolean => row.status === 'ongoing' || row.status === 'pause'

export interface Ended {
  by: NonNullable<AttemptRow['handed_by']>
  /** The invigilator. */
  id?: string | null
}
/** Who ends an attempt whose time is up: the clock, or whoever ended the exam for everybody. */
export const endedBy = ({ row, run }: Pick<AttemptContext, 'row' | 'run'>): Ended =>
  run?.ended_at && row.handed_by_id ? { by: 'invigilator', id: row.handed_by_id } : { by: 'time' }

/** Names of those who handed in for candidates, where the exam tells who they are: they may be its markers. */
async function enders(
  q: Queryable,
  exam: Pick<ExamData, 'anonymous'>,
  rows: readonly Pick<AttemptRow, 'handed_by_id'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap((r) => r.handed_by_id ?? [])
  return exam.anonymous || !ids.length ? new Map<string, string>() : namesOf(q, ids)
}

/** Closes an open attempt, which the caller has locked, and judges what needs no person. */
export async function closeAttempt(
  q: Queryable,
  papers: Papers,
  sheet: AttemptContext,
  { by, id = null }: Ended,
  at: Date,
  now: Date,
): Promise<void> {
  const { row } = sheet
  Object.assign(row, { status: 'to-be-scored', handed_at: at.toISOString(), handed_by: by, handed_by_id: id })
  await q.query(
    `update exam_attempt set status = 'to-be-scored', handed_at = $2, handed_by = $3, handed_by_id = $4,
       answered = (select count(*) from exam_answer where attempt_id = $1 and ${isAnsweredSql('answer')}) where id = $1`,
    [row.id, at.toISOString(), by, id],
  )
  await endScenes(q, row.id, now)
  await judgeSheet(q, papers, sheet, now)
}

/** The receipt of what is stored now: the same for as long as that is. */
export async function receiptOf(q: Queryable, platform: Platform, { row, exam }: AttemptContext): Promise<Receipt> {
  if (isOpen(row) || !row.handed_at || !row.handed_by) throw new Fail('not_allowed_in_state', { status: row.status })
  const answers = await answersOf(q, row.id)
  const { rows } = await q.query<{ name: string }>(
    `select coalesce(nullif(data->>'name', ''), data->>'username') as name from r_user where id = $1`,
    [row.user_id],
  )
  const ender = (await enders(q, exam, [row])).get(row.handed_by_id ?? '')
  const receipt = {
    attempt: row.id,
    exam: exam.name,
    candidate: rows[0]?.name ?? '',
    n: row.n,
    handed_at: isoTime(row.handed_at),
    handed_by: row.handed_by,
    ...(ender === undefined ? {} : { handed_by_name: ender }),
    items: row.items,
    answered: [...answers.values()].filter(isAnswered).length,
    partly: [...answers.values()].filter((a) => stateOfAnswer(a) === 'partly').length,
    saves: row.saves,
    digest: sha256OfText(
      sheetText(
        row.id,
        [...answers].map(([item, answer]) => ({ item, answer })),
      ),
    ),
    chain: row.chain,
  }
  return { ...receipt, signature: await signatureOf(platform, 'exam', receipt) }
}

export const handIn =
  (papers: Papers): Handler<'POST /exam-attempts/:id/hand-in'> =>
  async (c) => {
    const { q, platform, body, params } = c
    const now = platform.now()
    const sheet = await ownSheet(c, params.id, true)
    const { row, exam, run } = sheet
    if (isOpen(row)) {
      const due = Date.parse(row.deadline_at)
      const over = isTimeUp(sheet, now)
      if (!over) {
        sameWriter(sheet, body)
        if (run?.paused_from) throw new Fail('exam_paused')
        const from = Date.parse(row.began_at) + exam.early * 60_000
        if (now.getTime() < from) throw new Fail('too_early_to_hand_in', { at: new Date(from).toISOString() })
      }
      // who asks when his time is up gets what the clock would have done
      await closeAttempt(q, papers, sheet, over ? endedBy(sheet) : { by: 'candidate' }, over ? new Date(due) : now, now)
      // who watches sees at once what its candidate sees
      await publish(q, 'exams', { screens: ['exam-manage'] })
      // other pages of his say that it runs; when the time is up they know by themselves, and a whole hall does not ask at once
      if (!over) await publish(q, 'exams', { users: [row.user_id] })
      c.audit({ entity: 'exam', id: row.exam_id, details: { attempt: row.id, by: row.handed_by } })
    }
    return receiptOf(q, platform, sheet)
  }

export const receipt: Handler<'GET /exam-attempts/:id/receipt'> = async (c) =>
  receiptOf(c.q, c.platform, await ownSheet(c, c.params.id))

export const verifyReceipt: Handler<'POST /exam-receipts/verify'> = async ({ q, platform, body }) => {
  const genuine = await isGenuine(platform, 'exam', body)
  // of a receipt that is not ours nothing is said
  if (!genuine) return { genuine, unchanged: false }
  const answers = [...(await answersOf(q, body.attempt))].map(([item, answer]) => ({ item, answer }))
  return { genuine, unchanged: sha256OfText(sheetText(body.attempt, answers)) === body.digest }
}
