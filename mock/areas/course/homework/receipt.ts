/** The receipt of a hand-in: what stands in the row, counted, hashed and signed. The same for as long as that is. */
import { isAnswered, stateOfAnswer } from '#src/contract/bank/answer.ts'
import type { HomeworkReceipt } from '#src/contract/course/homework.schema.ts'
import { sheetText } from '#src/contract/exam/receipt.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Handler, Platform } from '#mock/http/request/handler.ts'
import { isGenuine, sha256OfText, signatureOf } from '../../exam/signature.ts'
import type { HandInRow } from './rows.ts'

const digestOf = (row: Pick<HandInRow, 'id' | 'answers'>): string =>
  sha256OfText(
    sheetText(
      row.id,
      Object.entries(row.answers).map(([item, answer]) => ({ item, answer })),
    ),
  )

export async function homeworkReceiptOf(
  platform: Pick<Platform, 'secret'>,
  names: { course: string; homework: string; learner: string },
  row: Pick<HandInRow, 'id' | 'n' | 'at' | 'answers' | 'saves'>,
  items: number,
): Promise<HomeworkReceipt> {
  const answers = Object.values(row.answers)
  const receipt = {
    hand_in: row.id,
    ...names,
    n: row.n,
    handed_at: row.at,
    items,
    answered: answers.filter(isAnswered).length,
    partly: answers.filter((a) => stateOfAnswer(a) === 'partly').length,
    saves: row.saves,
    digest: digestOf(row),
  }
  return { ...receipt, signature: await signatureOf(platform, 'course', receipt) }
}

async function storedAnswers(q: Queryable, id: string): Promise<HandInRow['answers'] | undefined> {
  const { rows } = await q.query<Pick<HandInRow, 'answers'>>('select answers from course_hand_in where id = $1', [id])
  return rows[0]?.answers
}
export const verifyHomeworkReceipt: Handler<'POST /learning/receipts/verify'> = async ({ q, platform, body }) => {
  const genuine = await isGenuine(platform, 'course', body)
  // of a receipt that is not ours nothing is said
  if (!genuine) return { genuine, unchanged: false }
  const answers = await storedAnswers(q, body.hand_in)
  return { genuine, unchanged: answers !== undefined && digestOf({ id: body.hand_in, answers }) === body.digest }
}
