/**
 * Whose a row is and what a caller may do with it, read from columns beside the document: the rows of a list are narrowed by one condition, the
 * rights of a page come from one query. Administrators own everything.
 */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { signed } from '#src/contract/notice/byline.ts'
import { signedName } from './signed.ts'
import {
  atLeast,
  type AccessLevel,
  levels,
  shareLevels,
  type ShareLevel,
  type ShareScope,
  usualSharing,
} from '#src/contract/lib/ownership.ts'
import { resources } from '#src/contract/resources.ts'
import type { Queryable } from '../db/db.ts'
import type { Caller } from '../http/request/handler.ts'
import { visibleTo } from './audience.ts'
import { managesResource } from './keeps.ts'
import { searchable } from './fold.ts'
import { quoted, tableOf } from './shape.ts'
import { type Scope, where } from './where.ts'

type Asker = Pick<Caller, 'id' | 'is_admin' | 'org_line'>
/** Whoever looks at rows, with or without a call. */
export type RowViewer = Asker & Pick<Caller, 'role_id' | 'granted'>

/** Owner and sharing of a row that is new. */
export const ownedBy = (by: string) => ({
  owner_id: by,
  share_scope: usualSharing.scope,
  share_level: usualSharing.level,
  share_org: null,
})
export const ownedColumns = ['owner_id', 'share_scope', 'share_level', 'share_org'] as const
export interface Owned {
  owner_id: string
  share_scope: ShareScope
  share_level: ShareLevel
  /** The organisation it is shared with. */
  share_org: string | null
}

/** Rows in which the caller has at least this level. */
export const sharedWith =
  (line: NamedResourceSpec, who: Asker, level: ShareLevel = 'read'): Scope =>
  (add) => {
    if (who.is_admin) return undefined
    const me = add(who.id)
    const given = level === 'read' ? undefined : add(shareLevels.filter((l) => atLeast(l, level)))
    const enough = (column: string) => (given ? ` and ${column} = any(${given}::text[])` : '')
    const org = `t.share_scope = 'organisation' and t.share_org = any(${add([...who.org_line])}::text[])`
    return `t.owner_id = ${me} or (t.share_scope = 'everybody' or (${org}))${enough('t.share_level')}
      or t.id in (select p.entity_id from share_person p where p.resource = ${quoted(line.name)} and p.user_id = ${me}${enough('p.level')})`
  }

/** Of some people those who own a row or have it shared with them, administrators among them: who may be told of it. */
export async function sharedAmong(
  q: Queryable,
  line: NamedResourceSpec,
  id: string,
  people: readonly string[],
): Promise<string[]> {
  const { rows } = await q.query<{ id: string }>(
    `select u.id from ${tableOf(line.name)} t join r_user u on u.id = any($2::text[])
     left join org o on o.id = u.k_org_id left join r_role r on r.id = u.k_role_id
     where t.id = $1 and (u.id = t.owner_id or t.share_scope = 'everybody' or (r.data->>'is_admin')::boolean
       or (t.share_scope = 'organisation' and strpos(o.path, '/' || t.share_org || '/') > 0)
       or exists (select 1 from share_person p where p.resource = $3 and p.entity_id = t.id and p.user_id = u.id))`,
    [id, people, line.name],
  )
  return rows.map((r) => r.id)
}

export const either =
  (a: Scope, b: Scope): Scope =>
  (add) => {
    const x = a(add)
    // a statement takes no parameter that is not in it: the first stays also where the second asks nothing
    return x && `(${x}) or (${b(add) ?? 'true'})`
  }

/** Somebody who holds a screen on which the rows are read and not kept sees those of his audience there. */
const readsToo = (line: NamedResourceSpec, who: RowViewer): boolean =>
  line.audience === true && line.read.some((s) => !line.write.includes(s) && who.granted.has(s))

/**
 * The rows this caller sees at all: keepers what is theirs or shared with them, everybody else what is shown to him. The whole rule, for lists
 * and for whatever looks into the tables itself.
 */
export function seenBy(line: NamedResourceSpec, who: RowViewer, level: ShareLevel = 'read'): Scope {
  const kept = managesResource(line, who)
  if (!line.owned) return line.audience && !kept ? visibleTo(line.name, who) : () => undefined
  if (line.audience && !kept) return visibleTo(line.name, who)
  const shared = sharedWith(line, who, level)
  return readsToo(line, who) ? either(shared, visibleTo(line.name, who)) : shared
}
/** The same as one condition, `true` where everything is seen. */
export const seenText = (line: NamedResourceSpec, who: RowViewer, add: (value: unknown) => string): string =>
  `(${seenBy(line, who)(add) ?? 'true'})`

/** Rows this caller may build on: draw from, put into something of his own. */
export const usableBy = (line: NamedResourceSpec, who: Caller): Scope => seenBy(line, who, 'use')

/** The same for whoever picks rows for something of his own: he may be shown one, or have it shared with him like everybody. */
export const mayBuildOn = (line: NamedResourceSpec, who: Caller, level: ShareLevel = 'use'): Scope =>
  either(seenBy(line, who, level), sharedWith(line, who, level))

/** Those of the ids that the caller may build on, or change. Others’ private rows are as if they were not there. */
export async function usable(
  q: Queryable,
  to: string,
  ids: readonly string[],
  who: Caller,
  level: ShareLevel = 'use',
): Promise<ReadonlySet<string>> {
  const line = (resources as Record<string, { line: NamedResourceSpec } | undefined>)[to]?.line
  if (!line?.owned || who.is_admin || !ids.length) return new Set(ids)
  const w = where()
  const sql = mayBuildOn(line, who, level)(w.add)
  w.and(`t.id = any(${w.add(ids.map(searchable))}::text[])`)
  if (sql) w.and(`(${sql})`)
  const { rows } = await q.query<{ id: string }>(`select t.id from ${tableOf(to)} t ${w.text()}`, w.params)
  return new Set(rows.map((r) => r.id))
}

/** What a caller may do with a row, and whose it is. */
export interface RowAccess {
  level: AccessLevel
  owner: string
}
type Row = { id: string } & Partial<Owned>

function shared(row: Row, who: Asker): AccessLevel | undefined {
  if (who.is_admin || row.owner_id === who.id) return 'own'
  const { share_scope: scope, share_level: level, share_org: org } = row
  if (scope === 'everybody') return level
  return scope === 'organisation' && org && who.org_line.includes(org) ? level : undefined
}
const higher = (a: AccessLevel, b: AccessLevel): AccessLevel => (levels.indexOf(a) > levels.indexOf(b) ? a : b)

/** For a page of rows: names of their owners and what this caller has in each, in one query. A row that is seen is read at least. */
export async function rowAccessOf(
  q: Queryable,
  line: NamedResourceSpec,
  rows: readonly Row[],
  who: Asker & Pick<Caller, 'name' | 'username'>,
): Promise<ReadonlyMap<string, RowAccess>> {
  if (!line.owned || !rows.length) return new Map()
  // whoever wrote a row is its owner: what he sees then is known
  if (rows.every((r) => r.owner_id === who.id))
    return new Map(rows.map((r) => [r.id, { level: 'own', owner: signed(who) }]))
  const { rows: found } = await q.query<
    { kind: 'owner'; id: string; word: string | null } | { kind: 'named'; id: string; word: ShareLevel }
  >(
    `select 'owner' as kind, u.id, ${signedName('u')} as word from r_user u where u.id = any($1::text[])
     union all
     select 'named', entity_id, level from share_person where resource = $2 and user_id = $3 and entity_id = any($4::text[])`,
    [[...new Set(rows.map((r) => r.owner_id ?? ''))], line.name, who.id, rows.map((r) => r.id)],
  )
  const owners = new Map(found.filter((r) => r.kind === 'owner').map((r) => [r.id, r.word ?? '']))
  const named = new Map(found.filter((r) => r.kind === 'named').map((r) => [r.id, r.word]))
  return new Map(
    rows.map((r) => [
      r.id,
      {
        level: higher(shared(r, who) ?? 'read', named.get(r.id) ?? 'read'),
        owner: owners.get(r.owner_id ?? '') ?? '',
      },
    ]),
  )
}

/** Those of the rows that the caller may change. */
export async function changeableAmong(
  q: Queryable,
  line: NamedResourceSpec,
  rows: readonly Row[],
  who: Asker & Pick<Caller, 'name' | 'username'>,
): Promise<ReadonlySet<string>> {
  const access = await rowAccessOf(q, line, rows, who)
  return new Set(rows.flatMap(({ id }) => (atLeast(access.get(id)?.level ?? 'read', 'change') ? id : [])))
}

export interface NamedShare {
  id: string
  name: string
  level: ShareLevel
}
export async function namedPeople(q: Queryable, resource: string, id: string): Promise<NamedShare[]> {
  const { rows } = await q.query<NamedShare>(
    `select p.user_id as id, coalesce(${signedName('u')}, '') as name, p.level
     from share_person p left join r_user u on u.id = p.user_id where p.resource = $1 and p.entity_id = $2 order by 2, 1`,
    [resource, id],
  )
  return rows
}

/** Puts these people in the place of those named before. */
export async function namePeople(
  q: Queryable,
  resource: string,
  id: string,
  people: readonly { id: string; level: ShareLevel }[],
): Promise<void> {
  await q.query('delete from share_person where resource = $1 and entity_id = $2', [resource, id])
  if (!people.length) return
  await q.query(
    `insert into share_person select $1, $2, p.id, p.level from jsonb_to_recordset($3::jsonb) as p(id text, level text)`,
    [resource, id, JSON.stringify(people)],
  )
}
export const forgetPeople = (q: Queryable, resource: string, ids: readonly string[]) =>
  q.query('delete from share_person where resource = $1 and entity_id = any($2::text[])', [resource, ids])
