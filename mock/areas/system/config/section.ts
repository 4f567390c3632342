/** A section of settings in the database: read whole, written whole, with a version of its own. */
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import { isSettingValue, type SectionValues, type SettingSection, settingsOf } from '#src/contract/system/config.ts'
import type { SectionRow } from '#src/contract/system/config.schema.ts'
import { fieldsOf } from '#mock/crud/shape.ts'

/** The row that carries the version of a section. */
const standingOf = (section: SettingSection): string => `config.${section}`

interface Stored {
  name: string
  value: unknown
  version: number
  updated_at: string
  updated_by: string | null
}

/** The settings of a section, from all of them with their values. */
export const sectionOf = <S extends SettingSection>(
  values: readonly [field: string, value: unknown][],
): SectionValues<S> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each setting of the section has got a value of its kind
  Object.fromEntries(values) as SectionValues<S>

/** The section as it stands in the database, inside the caller's transaction. */
export async function readSection<S extends SettingSection>(
  q: Queryable,
  section: S,
  /** Who reads it; the server itself may do with it what there is to do. */
  who?: Caller,
): Promise<SectionRow<S>> {
  const named = settingsOf(section)
  const { rows } = await q.query<Stored>(
    `select s.name, s.value, s.version, s.updated_at, coalesce(u.data->>'name', s.updated_by) as updated_by
     from setting s left join r_user u on u.id = s.updated_by where s.name = any($1::text[])`,
    [[standingOf(section), ...named.map(([, s]) => s.name)]],
  )
  const found = new Map(rows.map((r) => [r.name, r]))
  const standing = found.get(standingOf(section))
  const values = named.map(([field, s]): [string, unknown] => {
    const value = found.get(s.name)?.value
    return [field, value !== undefined && isSettingValue(s, value) ? value : s.default]
  })
  // what was written beside the forms has no standing: its newest setting speaks for it
  const newest = rows.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1))[0]
  const changed = standing ?? newest
  return {
    ...sectionOf<S>(values),
    id: section,
    version: standing?.version ?? 1,
    updated_at: changed?.updated_at ?? null,
    updated_by: changed?.updated_by ?? '',
    can: !who || mayCall(who, `PUT /config/${section}`) ? ['update'] : [],
  }
}

/** Holds the section until the transaction ends, so that two who save it take turns. */
export async function lockSection(q: Queryable, section: SettingSection, now: Date): Promise<void> {
  await q.query(`insert into setting (name, value, updated_at) values ($1, 'null', $2) on conflict (name) do nothing`, [
    standingOf(section),
    now.toISOString(),
  ])
  await q.query('select 1 as one from setting where name = $1 for update', [standingOf(section)])
}

export async function raiseVersion(q: Queryable, section: SettingSection, by: string, now: Date): Promise<void> {
  await q.query('update setting set version = version + 1, updated_at = $2, updated_by = $3 where name = $1', [
    standingOf(section),
    now.toISOString(),
    by,
  ])
}

/** The settings of a row alone. */
export const valuesIn = <S extends SettingSection>(section: S, row: SectionRow<S>): SectionValues<S> =>
  sectionOf(settingsOf(section).map(([field]) => [field, fieldsOf(row)[field]]))
