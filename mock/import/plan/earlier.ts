/** Rows that the package has named before: in earlier batches, which are in the database, and in this one. */
import type { Queryable } from '#mock/db/db.ts'
import type { RowDraft } from './draft.ts'
import type { Identity } from './importable/importable.ts'
import { type PlaceOf, sound } from './rows.ts'

export interface Earlier {
  place: PlaceOf
  label: string
}

/** `place` is for a sentence of any language, the others for a link: the file, its line, and which entry it is of its list. */
export const locationParamsOf = ({ place }: Earlier): Record<string, string | number> => {
  const { file, line, index } = place
  const at = `${file}${line === undefined ? '' : `:${line}`}${index === undefined ? '' : ` #${index}`}`
  const known = Object.fromEntries(Object.entries(place).filter(([, v]) => v !== undefined))
  return { ...known, place: at }
}

/**
 * Rows of the package and resource for each `w.name`, one look into the index each. Written so that nothing else can be planned: the table
 * grows by the batch and has no statistics, and what looks good for no rows reads all rows of the package for every batch.
 */
const rowsBy = (column: 'key' | 'also' | 'target_id', more = `and ${sound}`): string =>
  `cross join lateral (
     select * from import_row where ${column} = w.name and package_id || '' = $1 and resource = $2 ${more} offset 0) i`

export async function earlier(q: Queryable, packageId: string, resource: string, drafts: readonly RowDraft[]) {
  const keys = drafts.flatMap(({ identity }) => identity?.key ?? [])
  const names = [...keys, ...drafts.flatMap(({ identity }) => identity?.also ?? [])]
  const { rows } = await q.query<Earlier & { key: string; also: string | null }>(
    `select i.key, i.also, i.place, i.label from unnest($3::text[]) w(name) ${rowsBy('key')}
     union all
     select i.key, i.also, i.place, i.label from unnest($4::text[]) w(name) ${rowsBy('also')}`,
    [
      packageId,
      resource,
      [...new Set(names)],
      [...new Set(drafts[0]?.by?.apart || drafts[0]?.by?.once ? names : keys)],
    ],
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
    twin({ identity }: RowDraft): Earlier | undefined {
      if (!identity) return undefined
      const { key, also } = identity
      return byKey.get(key) ?? (also === undefined ? undefined : byKey.get(also)) ?? byOther.get(key)
    },
    /** The row that has this second name. */
    named: ({ also }: Identity): Earlier | undefined => (also === undefined ? undefined : byOther.get(also)),
    add(d: RowDraft): void {
      if (d.identity) note(d.identity.key, d.identity.also, d)
    },
    /** Rows of the package that are about the same standing rows, by their ids. */
    async targets(ids: readonly string[]): Promise<Map<string, Earlier>> {
      if (!ids.length) return new Map()
      const found = await q.query<Earlier & { target_id: string }>(
        `select i.target_id, i.place, i.label from unnest($3::text[]) w(name) ${rowsBy('target_id', '')}`,
        [packageId, resource, ids],
      )
      return new Map(found.rows.map((r) => [r.target_id, r]))
    },
  }
}
