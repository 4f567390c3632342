/** Divisions of a contest: what its engine has of them, and choosing one when entering. */
import { challengeBits, divisionAllows } from '#src/contract/contest/division.ts'
import type { ContestItemBody, DivisionBody } from '#src/contract/contest/flagContest.schema.ts'
import type { OpenDivision } from '#src/contract/contest/play.schema.ts'
import type { z } from 'zod'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { type Division, divisionsOf } from './contest.ts'

interface Planned {
  divisions: readonly DivisionBody[]
}
const idOf = (contest: string, key: string): string => `${contest}:${key}`

/** Entries whose division is gone are in none. */
export async function writeDivisions(q: Queryable, contest: string, { divisions }: Planned): Promise<void> {
  const lines = divisions.map((d, n) => ({
    id: idOf(contest, d.key),
    contest_id: contest,
    n,
    name: d.name,
    bits: d.bits,
  }))
  await q.query('delete from contest_division where contest_id = $1', [contest])
  if (lines.length)
    await q.query(
      'insert into contest_division select * from jsonb_populate_recordset(null::contest_division, $1::jsonb)',
      [JSON.stringify(lines)],
    )
  await q.query(
    `update contest_participant set division_id = null where contest_id = $1 and division_id is not null and not division_id = any($2::text[])`,
    [contest, lines.map((l) => l.id)],
  )
}
/** What divisions may do with a challenge, where that is not what they may do with others; null: nowhere. */
export function divisionsOfItem(
  contest: string,
  item: Pick<ContestItemBody, 'divisions'>,
  { divisions }: Planned,
): Record<string, number> | null {
  const own = divisions.flatMap((d) => {
    const bits = item.divisions[d.key]
    return bits === undefined ? [] : [[idOf(contest, d.key), (d.bits & ~challengeBits) | (bits & challengeBits)]]
  })
  return own.length ? Object.fromEntries(own) : null
}

/** Those somebody may choose when they enter. */
export const openDivisions = async (q: Queryable, contest: string): Promise<z.input<typeof OpenDivision>[]> =>
  (await divisionsOf(q, contest))
    .filter((d) => divisionAllows(d.bits, 'join'))
    .map(({ id, name, bits }) => ({ id, name, review: divisionAllows(bits, 'review') }))

/** The division of a new entry. @throws Fail `validation` where one has to be chosen and is not */
export async function chosenDivision(q: Queryable, contest: string, id: string | null): Promise<Division | undefined> {
  const all = await divisionsOf(q, contest)
  if (!all.length && id === null) return undefined
  const found = all.find((d) => d.id === id && divisionAllows(d.bits, 'join'))
  if (!found) throw new Fail('validation', { fields: [{ path: 'division_id', rule: 'required' }] })
  return found
}
