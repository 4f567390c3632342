/**
 * Who may see a row: everybody (the row's own `open`), or organisations with those below them, roles, teams and single people, one
 * line each in `audience`. A row nobody is named for is its keepers' alone.
 */
import type { Audience } from '#src/contract/lib/crud.ts'
import type { Queryable } from '../db/db.ts'
import type { Caller } from '../http/request/handler.ts'
import type { Scope } from './where.ts'
import { quoted } from './shape.ts'
import { entriesOf } from '#src/contract/lib/typed.ts'

export const kinds = { orgs: 'org', roles: 'role', teams: 'team', users: 'user' } as const

/**
 * The rows a caller may see who does not keep them.
 * @param at columns of the row's id and of its being open to everybody
 */
export const visibleTo =
  (
    resource: string,
    who: Pick<Caller, 'id' | 'role_id' | 'org_line'>,
    at: { id: string; open: string } = { id: 't.id', open: 't.open' },
  ): Scope =>
  (add) =>
    `${at.open} or ${at.id} in (select a.entity_id from audience a where a.resource = ${quoted(resource)} and (
      (a.kind = 'user' and a.target = ${add(who.id)})
      or (a.kind = 'role' and a.target = ${add(who.role_id)})
      or (a.kind = 'org' and a.target = any(${add([...who.org_line])}::text[]))
      or (a.kind = 'team' and a.target in (select m.id from r_team m where m.k_member_ids && array[${add(who.id)}]::text[]))))`

export async function readAudience(
  q: Queryable,
  resource: string,
  row: { id: string; open?: boolean },
): Promise<Audience> {
  const { rows } = await q.query<{ kind: string; target: string }>(
    'select kind, target from audience where resource = $1 and entity_id = $2 order by kind, target',
    [resource, row.id],
  )
  const of = (kind: string) => rows.filter((r) => r.kind === kind).map((r) => r.target)
  return { all: row.open === true, orgs: of('org'), roles: of('role'), teams: of('team'), users: of('user') }
}

export async function writeAudience(q: Queryable, resource: string, id: string, chosen: Audience): Promise<void> {
  await forgetAudience(q, resource, id)
  await addAudience(q, resource, [id], chosen)
}

/** Of rows that have none yet. */
export async function addAudience(
  q: Queryable,
  resource: string,
  ids: readonly string[],
  chosen: Audience,
): Promise<void> {
  const lines = entriesOf(kinds).flatMap(([list, kind]) =>
    [...new Set(chosen[list])].map((target) => ({ kind, target })),
  )
  if (lines.length)
    await q.query(
      `insert into audience (resource, entity_id, kind, target)
       select $1, e.id, l.kind, l.target from unnest($2::text[]) e(id), jsonb_to_recordset($3::jsonb) as l(kind text, target text)`,
      [resource, ids, JSON.stringify(lines)],
    )
}

export const forgetAudience = (q: Queryable, resource: string, id: string): Promise<void> =>
  forgetAudiences(q, resource, [id])
export async function forgetAudiences(q: Queryable, resource: string, ids: readonly string[]): Promise<void> {
  await q.query('delete from audience where resource = $1 and entity_id = any($2::text[])', [resource, ids])
}
