/** The tree of sets that sorts a bank or the papers, as it stands now. */
import { tableOf } from '#mock/crud/shape.ts'
import type { Add } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered, workedOut } from '#mock/db/remember.ts'
import type { SetResource } from './banks.ts'

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

export async function setTree(q: Queryable, name: SetResource): Promise<SetTree> {
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
