/** The trees by which banks and papers are sorted. */
import { resourceOf, setLevels } from '#src/contract/bank/question.ts'
import { resources } from '#src/contract/resources.ts'
import { crud } from '#mock/crud/crud.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { sharedWith } from '#mock/crud/ownership.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { checkNode, countsIn, inNodes, setTree, type TreeOf } from '#mock/crud/tree.ts'
import { type Add, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import type { SetResource } from './banks.ts'

const treeOf = (name: SetResource, sorts: TreeOf['sorts']): TreeOf => ({ name, sorts, by: 'set_id', levels: setLevels })
const trees = {
  'theory-set': treeOf('theory-set', resourceOf.theory),
  'exercise-set': treeOf('exercise-set', resourceOf.exercise),
  'flag-set': treeOf('flag-set', resourceOf.flag),
  'paper-set': treeOf('paper-set', 'paper'),
} as const satisfies Record<SetResource, TreeOf>

interface Facts {
  counts: Awaited<ReturnType<typeof countsIn>>
  /** Sets with something in or below them of which the caller may choose who sees it. */
  authorised: ReadonlySet<string>
}

async function authorisedIn(q: Queryable, name: SetResource, who: Caller): Promise<ReadonlySet<string>> {
  const { sorts } = trees[name]
  const w = where()
  const mine = sharedWith(resources[sorts].line, who, 'change')(w.add)
  if (mine) w.and(`(${mine})`)
  const { rows } = await q.query<{ id: string }>(
    `select distinct t.k_set_id as id from ${tableOf(sorts)} t ${w.text()}`,
    w.params,
  )
  const tree = await setTree(q, name)
  return new Set(rows.flatMap((r) => tree.line(r.id)))
}

function setHooks(name: SetResource): Hooks<'theory-set', Facts> {
  return {
    async facts(_docs, { q, who }) {
      const [counts, authorised] = await Promise.all([countsIn(q, trees[name]), authorisedIn(q, name, who)])
      return { counts, authorised }
    },
    columns: (doc, { counts }) => counts.get(doc.id) ?? { own: 0, all: 0 },
    refuse: (action, row, { authorised }) =>
      action === 'authorise' && !authorised.has(row.id) ? 'not_shared' : undefined,
    check: (data, before, { q }) => checkNode(q, trees[name], data, before),
  }
}

export const setHandlers = {
  ...crud<'theory-set', Facts>('theory-set', setHooks('theory-set')),
  ...crud<'exercise-set', Facts>('exercise-set', setHooks('exercise-set')),
  ...crud<'flag-set', Facts>('flag-set', setHooks('flag-set')),
  ...crud<'paper-set', Facts>('paper-set', setHooks('paper-set')),
}

/** A filter by sets means them and all below. */
export const inSets = (name: SetResource, values: unknown, add: Add): string => inNodes(trees[name], values, add)
