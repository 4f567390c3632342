/** Whom a row of a list of people is about: names alone do not tell people apart. */
import { tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { NewPlanRow } from '#mock/import/plan/rows.ts'
import type { ImportRow } from '#src/contract/import/import.schema.ts'

type Told = Pick<NewPlanRow, 'resource' | 'data' | 'given'>
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** @returns for a row; undefined where it is of no person, or says no user name */
export async function personsIn(
  q: Queryable,
  rows: readonly Told[],
): Promise<(row: Told) => ImportRow['person'] | undefined> {
  const ids = (field: string) => [...new Set(rows.flatMap((r) => text(r.data?.[field]) || []))]
  const names = async (table: string, of: readonly string[], column: string) => {
    const { rows: found } = of.length
      ? await q.query<{ id: string; name: string }>(
          `select id, ${column} as name from ${table} where id = any($1::text[])`,
          [of],
        )
      : { rows: [] }
    return new Map(found.map((f) => [f.id, f.name]))
  }
  const people = rows.some((r) => r.resource === 'user')
  const orgs = await names('org', people ? ids('org_id') : [], 'name')
  const roles = await names(tableOf('role'), people ? ids('role_id') : [], `data->>'name'`)
  return ({ resource, data, given }) => {
    const username = text(data?.['username']) || text(given?.data['username'])
    if (resource !== 'user' || !username) return undefined
    // what is refused has nothing but the words of its file
    const organisation = orgs.get(text(data?.['org_id'])) ?? text(given?.data['organisation'])
    const role = roles.get(text(data?.['role_id'])) ?? text(given?.data['role'])
    return { username, ...(organisation ? { organisation } : {}), ...(role ? { role } : {}) }
  }
}
