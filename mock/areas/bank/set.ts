/** The trees by which banks and papers are sorted: names unique among siblings, no circles, at most so many levels. */
import { resourceOf, setLevels } from '#src/contract/bank/question.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { crud } from '#mock/crud/crud.ts'
import { fold } from '#mock/crud/fold.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { sharedWith } from '#mock/crud/ownership.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { type Add, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered, workedOut } from '#mock/db/remember.ts'
import { Fail, type Caller } from '#mock/http/request/handler.ts'
import type { SetResource } from './banks.ts'
import { type SetTree, setTree } from './tree.ts'

const turn = 727150

/** What a tree sorts. */
const sorted = {
  'theory-set': resourceOf.theory,
  'exercise-set': resourceOf.exercise,
  'flag-set': resourceOf.flag,
  'paper-set': 'paper',
} as const satisfies Record<SetResource, ResourceName>

type Counts = ReadonlyMap<string, { own: number; all: number }>
interface Facts {
  counts: Counts
  /** Sets with something in or below them of which the caller may choose who sees it. */
  authorised: ReadonlySet<string>
}

const heightOf = (tree: SetTree, id: string): number =>
  1 + Math.max(0, ...(tree.children.get(id) ?? []).map((n) => heightOf(tree, n.id)))

async function counted(q: Queryable, name: SetResource): Promise<Counts> {
  const tree = await setTree(q, name)
  const rows = await remembered<{ id: string; n: number }>(
    q,
    `select k_set_id as id, count(*) as n from ${tableOf(sorted[name])} group by 1`,
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

async function authorisedIn(q: Queryable, name: SetResource, who: Caller): Promise<ReadonlySet<string>> {
  const { line } = resources[sorted[name]]
  const w = where()
  const mine = sharedWith(line, who, 'change')(w.add)
  if (mine) w.and(`(${mine})`)
  const { rows } = await q.query<{ id: string }>(
    `select distinct t.k_set_id as id from ${tableOf(sorted[name])} t ${w.text()}`,
    w.params,
  )
  const tree = await setTree(q, name)
  return new Set(rows.flatMap((r) => tree.line(r.id)))
}

const blame = (path: string, rule: string) => new Fail('validation', { fields: [{ path, rule }] })

function setHooks(name: SetResource): Hooks<'theory-set', Facts> {
  return {
    async facts(_docs, { q, who }) {
      const [counts, authorised] = await Promise.all([counted(q, name), authorisedIn(q, name, who)])
      return { counts, authorised }
    },
    columns: (doc, { counts }) => counts.get(doc.id) ?? { own: 0, all: 0 },
    refuse: (action, row, { authorised }) =>
      action === 'authorise' && !authorised.has(row.id) ? 'not_shared' : undefined,
    async check(data, before, { q }) {
      // whoever changes a tree waits for the others who do: neither a circle nor twins can come of two changes at once
      await q.query('select pg_advisory_xact_lock($1)', [turn])
      const tree = await setTree(q, name)
      const parent = data.parent_id ?? null
      const line = tree.line(parent)
      if (before && line.includes(before.id)) throw blame('parent_id', 'circle')
      if (line.length + (before ? heightOf(tree, before.id) : 1) > setLevels)
        throw new Fail('too_deep', { max: setLevels })
      const twin = tree.children.get(parent)?.find((n) => n.id !== before?.id && fold(n.name) === fold(data.name ?? ''))
      if (twin) throw new Fail('name_taken', { fields: [{ path: 'name', rule: 'taken' }] })
    },
  }
}

export const setHandlers = {
  ...crud<'theory-set', Facts>('theory-set', setHooks('theory-set')),
  ...crud<'exercise-set', Facts>('exercise-set', setHooks('exercise-set')),
  ...crud<'flag-set', Facts>('flag-set', setHooks('flag-set')),
  ...crud<'paper-set', Facts>('paper-set', setHooks('paper-set')),
}

/** A filter by sets means them and all below, as the counts in the tree do. */
export function inSets(name: SetResource, values: unknown, add: Add): string {
  const asked = (Array.isArray(values) ? values : [values]).map(String)
  return `t.k_set_id in (with recursive below as (
    select id from ${tableOf(name)} where id = any(${add(asked)}::text[])
    union select s.id from ${tableOf(name)} s join below b on s.k_parent_id = b.id) select id from below)`
}
