/** Takes or skips rows. A row and the row it needs go together. */
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import type { RowChoice, RowVerdict } from '#src/contract/import/import.ts'

/** Which choices a verdict leaves: a row that is the same, a duplicate or refused is not written whatever anybody says. */
const choices: Record<RowVerdict, readonly RowChoice[]> = {
  new: ['take', 'skip'],
  changed: ['take', 'skip', 'ask'],
  same: ['skip'],
  duplicate: ['skip'],
  refused: ['skip'],
}

export interface RowChoiceRequest {
  choice: RowChoice
  rows?: readonly number[] | undefined
  verdict?: RowVerdict | undefined
}

/** @throws validation on a row that does not exist or leaves no such choice; `path` is `rows.<index>` */
export async function chooseRows(
  q: Queryable,
  packageId: string,
  { choice, rows, verdict }: RowChoiceRequest,
): Promise<void> {
  if (!rows && !verdict) throw new Fail('validation', { fields: [{ path: 'rows', rule: 'required' }] })
  if (verdict && !choices[verdict].includes(choice))
    throw new Fail('validation', { fields: [{ path: 'choice', rule: 'choice_of_verdict', params: { verdict } }] })
  if (rows) {
    const found = await q.query<{ n: number; verdict: RowVerdict }>(
      'select n, verdict from import_row where package_id = $1 and n = any($2::integer[])',
      [packageId, rows.map((n) => Math.min(n, 2 ** 31 - 1))],
    )
    const verdicts = new Map(found.rows.map((r) => [r.n, r.verdict]))
    const fields = rows.flatMap((n, i) => {
      const of = verdicts.get(n)
      if (of && choices[of].includes(choice)) return []
      return [
        {
          path: `rows.${i}`,
          rule: of ? 'choice_of_verdict' : 'unknown_row',
          params: { row: n, ...(of ? { verdict: of } : {}) },
        },
      ]
    })
    if (fields.length) throw new Fail('validation', { fields })
  }
  await q.query(
    `update import_row set choice = $2 where package_id = $1 and verdict in ('new', 'changed')
       and ($3::integer[] is null or n = any($3::integer[])) and ($4::text is null or verdict = $4)`,
    [packageId, choice, rows ?? null, verdict ?? null],
  )
  // a new row that is skipped cannot be named, and one that is named cannot be skipped
  if (choice === 'take')
    await q.query(
      `update import_row p set choice = 'take' where p.package_id = $1 and p.verdict = 'new' and p.choice <> 'take'
         and exists (select 1 from import_row c where c.package_id = $1 and c.needs = p.n and c.choice = 'take'
           and ($2::integer[] is null or c.n = any($2::integer[])))`,
      [packageId, rows ?? null],
    )
  if (choice === 'skip')
    await q.query(
      `update import_row c set choice = 'skip' from import_row p
       where c.package_id = $1 and p.package_id = $1 and c.needs = p.n and p.verdict = 'new' and p.choice = 'skip'
         and c.verdict in ('new', 'changed')`,
      [packageId],
    )
}
