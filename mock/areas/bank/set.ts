/** The trees by which banks and papers are sorted: names unique among siblings, no circles, at most so many levels. */
import { resourceOf, setLevels } from '#src/contract/bank/question.ts'
import { crud, type CrudHandlers } from '#mock/crud/crud.ts'
import { fold } from '#mock/crud/fold.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Add } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/handler.ts'
import type { SetResource } from './banks.ts'

const turn = 727150

/** What a tree sorts. */
const sorted: Record<SetResource, string> = {
  'theory-set': resourceOf.theory,
  'exercise-set': resourceOf.exercise,
  'flag-set': resourceOf.flag,
  'paper-set': 'paper',
}

interface Node {
  id: string
  parent_id: string | null
  name: string
}
type Tree = ReadonlyMap<string, Node>
type Counts = ReadonlyMap<string, { own: number; all: number }>

async function readTree(q: Queryable, name: SetResource): Promise<Tree> {
  const { rows } = await q.query<Node>(
    `select id, data->>'parent_id' as parent_id, data->>'name' as name from ${tableOf(name)}`,
  )
  return new Map(rows.map((r) => [r.id, r]))
}

/** Ids from the node to the root. A circle, which no write lets in, ends it. */
export function lineOf(tree: Tree, id: string | null): string[] {
  const out: string[] = []
  for (let at = id; at !== null && tree.has(at) && !out.includes(at); at = tree.get(at)?.parent_id ?? null) out.push(at)
  return out
}

const heightOf = (tree: Tree, id: string): number =>
  1 + Math.max(0, ...[...tree.values()].filter((n) => n.parent_id === id).map((n) => heightOf(tree, n.id)))

async function counted(q: Queryable, name: SetResource): Promise<Counts> {
  const tree = await readTree(q, name)
  const { rows } = await q.query<{ id: string; n: number }>(
    `select k_set_id as id, count(*) as n from ${tableOf(sorted[name])} group by 1`,
  )
  const out = new Map([...tree.keys()].map((id) => [id, { own: 0, all: 0 }]))
  for (const r of rows) {
    const own = out.get(r.id)
    if (own) own.own = Number(r.n)
    for (const id of lineOf(tree, r.id)) {
      const at = out.get(id)
      if (at) at.all += Number(r.n)
    }
  }
  return out
}

const blame = (path: string, rule: string) => new Fail('validation', { fields: [{ path, rule }] })

function setHooks(name: SetResource): Hooks<'theory-set', Counts> {
  return {
    facts: (_docs, { q }) => counted(q, name),
    columns: (doc, counts) => counts.get(doc.id) ?? { own: 0, all: 0 },
    async check(data, before, { q }) {
      // whoever changes a tree waits for the others who do: neither a circle nor twins can come of two changes at once
      await q.query('select pg_advisory_xact_lock($1)', [turn])
      const tree = await readTree(q, name)
      const parent = data.parent_id ?? null
      const line = lineOf(tree, parent)
      if (before && line.includes(before.id)) throw blame('parent_id', 'circle')
      if (line.length + (before ? heightOf(tree, before.id) : 1) > setLevels)
        throw new Fail('too_deep', { max: setLevels })
      const twin = [...tree.values()].find(
        (n) => n.id !== before?.id && n.parent_id === parent && fold(n.name) === fold(data.name ?? ''),
      )
      if (twin) throw new Fail('name_taken', { fields: [{ path: 'name', rule: 'taken' }] })
    },
  }
}

const setTree = <N extends SetResource>(name: N): CrudHandlers<N> =>
  crud<N, Counts>(name, setHooks(name) as unknown as Hooks<N, Counts>)

export const setHandlers = {
  ...setTree('theory-set'),
  ...setTree('exercise-set'),
  ...setTree('flag-set'),
  ...setTree('paper-set'),
}

/** A filter by sets means them and all below, as the counts in the tree do. */
export function inSets(name: SetResource, values: unknown, add: Add): string {
  const asked = (Array.isArray(values) ? values : [values]).map(String)
  return `t.k_set_id in (with recursive below as (
    select id from ${tableOf(name)} where id = any(${add(asked)}::text[])
    union select s.id from ${tableOf(name)} s join below b on s.k_parent_id = b.id) select id from below)`
}
