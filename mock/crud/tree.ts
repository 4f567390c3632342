/** The trees by which rows are sorted: as they stand now, and what may become of them. */
import type { ResourceName } from '#src/contract/resources.ts'
import { remembered, workedOut } from '../db/remember.ts'
import type { Queryable } from '../db/db.ts'
import { Fail } from '../http/request/handler.ts'
import { fold } from './fold.ts'
import { tableOf } from './shape.ts'
import type { Add } from './where.ts'

/** What each tree sorts, the field by which it does, and how many levels it has. */
export interface TreeOf {
  name: ResourceName
  sorts: ResourceName
  by: string
  levels: number
}

interface SetNode {
  id: string
  parent_id: string | null
  name: string
  description: string
  order: number
  /** Its questions are practised, and those of the sets below it. */
  practice: boolean
}
export interface SetTree {
  get(id: string): SetNode | undefined
  /** Ids from the node to the root. A circle, which no write lets in, ends it. */
  line(id: string | null): readonly string[]
  /** As people read it: each behind the one it is in, by order and name. */
  ordered: readonly SetNode[]
  /** Ids of sets that are practised, by themselves or with one above. */
  open: ReadonlySet<string>
  children: ReadonlyMap<string | null, readonly SetNode[]>
}

function treeOf(rows: readonly SetNode[]): SetTree {
  const byId = new Map(rows.map((n) => [n.id, n]))
  const lines = new Map<string, readonly string[]>()
  const line = (id: string | null): readonly string[] => {
    const had = id === null ? [] : lines.get(id)
    if (had) return had
    const out: string[] = []
    for (let at = id; at !== null && byId.has(at) && !out.includes(at); at = byId.get(at)?.parent_id ?? null)
      out.push(at)
    if (id !== null) lines.set(id, out)
    return out
  }
  const children = new Map<string | null, SetNode[]>()
  for (const n of rows) {
    const beside = children.get(n.parent_id)
    if (beside) beside.push(n)
    else children.set(n.parent_id, [n])
  }
  const pathOf = (n: SetNode): string =>
    line(n.id)
      .toReversed()
      .map((id) => `${String(byId.get(id)?.order).padStart(4, '0')} ${byId.get(id)?.name}`)
      .join('\n')
  const paths = new Map(rows.map((n) => [n.id, pathOf(n)]))
  return {
    get: (id) => byId.get(id),
    line,
    children,
    ordered: rows.toSorted((a, b) => ((paths.get(a.id) ?? '') < (paths.get(b.id) ?? '') ? -1 : 1)),
    open: new Set(rows.filter((n) => line(n.id).some((id) => byId.get(id)?.practice)).map((n) => n.id)),
  }
}

export async function setTree(q: Queryable, name: ResourceName): Promise<SetTree> {
  const rows = await remembered<SetNode>(
    q,
    `select id, data->>'parent_id' as parent_id, data->>'name' as name, coalesce(data->>'description', '') as description,
       coalesce((data->>'order')::integer, 0) as order, coalesce((data->>'practice')::boolean, false) as practice from ${tableOf(name)}`,
  )
  return workedOut([rows], () => treeOf(rows))
}

/** A set and all below it. */
export function branchOf(tree: SetTree, id: string): ReadonlySet<string> {
  const out = new Set<string>(tree.get(id) ? [id] : [])
  for (const at of out) for (const n of tree.children.get(at) ?? []) out.add(n.id)
  return out
}

/** A condition on `t`: it is in one of these sets, said by whichever list is shorter. */
export function inOneOf(tree: SetTree, sets: ReadonlySet<string>, add: Add): string {
  const others = tree.ordered.filter((n) => !sets.has(n.id)).map((n) => n.id)
  if (sets.size <= others.length) return `t.k_set_id = any(${add([...sets])}::text[])`
  return others.length
    ? `t.k_set_id is not null and not t.k_set_id = any(${add(others)}::text[])`
    : 't.k_set_id is not null'
}

type Counts = ReadonlyMap<string, { own: number; all: number }>
/** Of each node how many rows it has, and how many with those below it. */
export async function countsIn(q: Queryable, { name, sorts, by }: TreeOf): Promise<Counts> {
  const tree = await setTree(q, name)
  const rows = await remembered<{ id: string; n: number }>(
    q,
    `select k_${by} as id, count(*) as n from ${tableOf(sorts)} group by 1`,
  )
  return workedOut([rows, tree], () => {
    const out = new Map(tree.ordered.map(({ id }) => [id, { own: 0, all: 0 }]))
    for (const r of rows) {
      const own = out.get(r.id)
      if (own) own.own = Number(r.n)
      for (const id of tree.line(r.id)) {
        const at = out.get(id)
        if (at) at.all += Number(r.n)
      }
    }
    return out
  })
}

const turn = 727150
const heightOf = (tree: SetTree, id: string): number =>
  1 + Math.max(0, ...(tree.children.get(id) ?? []).map((n) => heightOf(tree, n.id)))

/** Names unique among siblings, no circles, at most so many levels. Throws. */
export async function checkNode(
  q: Queryable,
  { name, levels }: TreeOf,
  data: { name?: string; parent_id?: string | null },
  before: { id: string } | undefined,
): Promise<void> {
  // whoever changes a tree waits for the others who do: neither a circle nor twins can come of two changes at once
  await q.query('select pg_advisory_xact_lock($1)', [turn])
  const tree = await setTree(q, name)
  const parent = data.parent_id ?? null
  const line = tree.line(parent)
  if (before && line.includes(before.id))
    throw new Fail('validation', { fields: [{ path: 'parent_id', rule: 'circle' }] })
  if (line.length + (before ? heightOf(tree, before.id) : 1) > levels) throw new Fail('too_deep', { max: levels })
  const twin = tree.children.get(parent)?.find((n) => n.id !== before?.id && fold(n.name) === fold(data.name ?? ''))
  if (twin) throw new Fail('name_taken', { fields: [{ path: 'name', rule: 'taken' }] })
}

/** A filter by nodes means them and all below, as the counts in the tree do. */
export function inNodes({ name, by }: Pick<TreeOf, 'name' | 'by'>, values: unknown, add: Add): string {
  const asked = (Array.isArray(values) ? values : [values]).map(String)
  return `t.k_${by} in (with recursive below as (
    select id from ${tableOf(name)} where id = any(${add(asked)}::text[])
    union select s.id from ${tableOf(name)} s join below b on s.k_parent_id = b.id) select id from below)`
}
