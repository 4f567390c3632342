/** The tree by which courses are sorted. */
import { directionLevels } from '#src/contract/course/direction.ts'
import { crud } from '#mock/crud/crud.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { checkNode, countsIn, type TreeOf } from '#mock/crud/tree.ts'

export const directions: TreeOf = { name: 'direction', sorts: 'course', by: 'direction_id', levels: directionLevels }

type Facts = Awaited<ReturnType<typeof countsIn>>
const hooks: Hooks<'direction', Facts> = {
  facts: (_docs, { q }) => countsIn(q, directions),
  columns: (doc, counts) => counts.get(doc.id) ?? { own: 0, all: 0 },
  check: (data, before, { q }) => checkNode(q, directions, data, before),
}
export const directionHandlers = crud<'direction', Facts>('direction', hooks)
