/** What somebody may send who only answers: files such as their open sheets and homework ask for, as many, and a few that take the place of others. */
import type { ShownQuestion } from '#src/contract/bank/answer.schema.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { limits } from '#src/contract/limits.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import type { AttemptRow } from './attempt.ts'
import { onceEach, type Papers } from './sheet.ts'

/** Files of a sheet beside those it asks for, and how many of them may be as large as a file can be. */
export const replacementLimits = { files: 9, large: 3 } as const

/** Called where calls of one person wait for each other: two at once would count neither. */
export async function refuseUnasked(
  q: Queryable,
  papers: Papers,
  user: string,
  { name, size }: { name: string; size: number },
  homework: { uploads: readonly NonNullable<ShownQuestion['upload']>[]; since: string },
): Promise<void> {
  const { rows } = await q.query<Pick<AttemptRow, 'paper_id' | 'variant' | 'began_at'>>(
    `select paper_id, variant, began_at from exam_attempt where user_id = $1 and status = 'ongoing' order by began_at`,
    [user],
  )
  const reading = onceEach(papers, q)
  const reads = await Promise.all(rows.map((r) => reading(r)))
  const uploads = [
    ...reads.flatMap((r) => [...r.items.asked.values()].flatMap((a) => (a.upload?.wanted ? [a.upload] : []))),
    ...homework.uploads,
  ]
  const refuse = (rule: string, params?: FieldProblem['params']) =>
    new Fail('validation', { fields: [{ path: 'file', rule, ...(params ? { params } : {}) }] })
  const since = rows[0]?.began_at ?? homework.since
  if (!uploads.length) throw refuse('file_end')
  const ends = uploads.map((u) => u.ends.map((e) => e.toLowerCase()))
  if (!ends.some((some) => !some.length || some.some((e) => name.toLowerCase().endsWith(e)))) throw refuse('file_end')
  const asked = uploads.reduce((n, u) => n + u.files, 0)
  const sent = await q.query<{ n: number; bytes: string }>(
    'select count(*)::integer as n, coalesce(sum(size), 0) as bytes from attachment where owner = $1 and created_at >= $2',
    [user, since],
  )
  const { n = 0, bytes = '0' } = sent.rows[0] ?? {}
  if (n >= asked + replacementLimits.files) throw refuse('too_many_files', { max: asked + replacementLimits.files })
  const [max, used] = [(asked + replacementLimits.large) * limits.upload, Number(bytes)]
  if (used + size > max) throw new Fail('quota_full', { reason: 'person', max, used })
}
