/** Marking without names: who sees which, and what stands in their place. */
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { exam as examLine } from '#src/contract/exam/exam.ts'
import { keeps } from '#mock/crud/rows.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform, Who } from '#mock/http/handler.ts'
import { isOut } from './mine.ts'
import { type ExamData, runsOf } from './run.ts'

type Named = Pick<ExamData, 'anonymous'>

/** Whether who marks works without names. */
export const isHidden = (exam: Named, who: Who): boolean => exam.anonymous && !who.is_admin

/** Whether results are read without names: by all while something is to be marked, by who only marks until they are out. */
export async function areHidden(
  { q, who, platform }: { q: Queryable; who: Who; platform: Platform },
  id: string,
  exam: ExamData,
): Promise<{ hidden: boolean; open: number; out: boolean }> {
  const { rows } = await q.query<{ n: number }>(
    `select count(*)::integer as n from exam_attempt where exam_id = $1 and status = 'to-be-scored'`,
    [id],
  )
  const open = rows[0]?.n ?? 0
  const out = isOut(exam, (await runsOf(q, [id])).get(id), platform.now())
  const reader = keeps(examLine, who) || who.granted.has('exam-score-analysis')
  return { hidden: isHidden(exam, who) && (open > 0 || (!out && !reader)), open, out }
}

/** Crockford's alphabet: nothing in it is taken for something else (crockford.com/base32.html). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Thirty bits from the random end of an id: the same at every look, and two alike among five hundred once in ten thousand exams. */
export function numberOf(id: string): string {
  const bits = Number.parseInt(id.replaceAll('-', '').slice(-8), 16) % 2 ** 30
  const text = Array.from({ length: 6 }, (_, n) => letters[Math.floor(bits / 32 ** (5 - n)) % 32]).join('')
  return `#${text.slice(0, 3)}-${text.slice(3)}`
}
/** A candidate as the marker may know him: by name, or by what tells nothing. */
export const nameFor = (exam: Named, row: { id: string; name: string | null }, who: Who): string =>
  isHidden(exam, who) ? numberOf(row.id) : (row.name ?? '')

/** A file's name without what its owner wrote into it; what it ends with says how it is opened. */
export const neutralName = (name: string, n: number): string => {
  const end = /\.[a-z0-9]{1,10}$/i.exec(name)?.[0].toLowerCase() ?? ''
  return `file-${n}${end}`
}
/** An answer whose files do not tell whose it is. */
export const withoutNames = (answer: Answer | null): Answer | null =>
  answer?.type === 'operation'
    ? { ...answer, files: answer.files.map((f, n) => ({ ...f, name: neutralName(f.name, n + 1) })) }
    : answer
