/** Rows that the package has named before: in earlier batches, which are in the database, and in this one. */
import type { Queryable } from '#mock/db/db.ts'
import type { Draft } from './draft.ts'
import type { PlaceOf } from './rows.ts'

export interface Earlier {
  place: PlaceOf
}

export async function earlier(q: Queryable, packageId: string, resource: string, drafts: readonly Draft[]) {
  const keys = drafts.flatMap(({ identity }) => identity?.key ?? [])
  const names = [...keys, ...drafts.flatMap(({ identity }) => identity?.also ?? [])]
  const { rows } = await q.query<Earlier & { key: string; also: string | null }>(
    `select key, also, place from import_row
     where package_id = $1 and resource = $2 and verdict <> 'refused' and key = any($3::text[])
     union all
     select key, also, place from import_row
     where package_id = $1 and resource = $2 and verdict <> 'refused' and also = any($4::text[])`,
    [packageId, resource, names, keys],
  )
  const byKey = new Map<string, Earlier>()
  const byOther = new Map<string, Earlier>()
  const note = (key: string, also: string | null | undefined, e: Earlier) => {
    if (!byKey.has(key)) byKey.set(key, e)
    if (also && !byOther.has(also)) byOther.set(also, e)
  }
  for (const r of rows) note(r.key, r.also, r)

  return {
    /** The row that said the same before. */
    twin({ identity }: Draft): Earlier | undefined {
      if (!identity) return undefined
      const { key, also } = identity
      return byKey.get(key) ?? (also === undefined ? undefined : byKey.get(also)) ?? byOther.get(key)
    },
    add(d: Draft): void {
      if (d.identity) note(d.identity.key, d.identity.also, d)
    },
    /** Rows of the package that are about the same standing rows, by their ids. */
    async targets(ids: readonly string[]): Promise<Map<string, Earlier>> {
      if (!ids.length) return new Map()
      const found = await q.query<Earlier & { target_id: string }>(
        `select target_id, place from import_row where package_id = $1 and resource = $2 and target_id = any($3::text[])`,
        [packageId, resource, ids],
      )
      return new Map(found.rows.map((r) => [r.target_id, r]))
    },
  }
}
