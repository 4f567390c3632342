import { expect, test } from 'vitest'
import { setContains, inSet, setLinesOf, type SetRow, stepped, type SetMoveDirection } from './sets.logic.ts'

const row = (id: string, parent_id: string | null, order: number): SetRow => ({
  id,
  version: 1,
  name: id,
  parent_id,
  order,
  practice: false,
  own: 0,
  all: 0,
  can: ['update'],
})
const rows = [row('a', null, 0), row('b', null, 1), row('b1', 'b', 0), row('b2', 'b', 1), row('c', null, 2)]

test('lines stand as a tree, without what is below a folded one', () => {
  expect(setLinesOf(rows, new Set()).map((l) => `${l.level}${l.id}`)).toEqual(['1a', '1b', '2b1', '2b2', '1c'])
  expect(setLinesOf(rows, new Set(['b'])).map((l) => l.id)).toEqual(['a', 'b', 'c'])
})
test.each<[string, SetMoveDirection, string[]]>([
  ['b', 'up', ['b null 0', 'a null 1']],
  ['a', 'up', []],
  ['c', 'down', []],
  ['c', 'in', ['c b 2']],
  ['a', 'in', []],
  ['b1', 'out', ['b1 null 2', 'c null 3']],
  ['b2', 'up', ['b2 b 0', 'b1 b 1']],
  ['a', 'out', []],
])('%s moved %s changes %j', (id, way, wanted) =>
  expect(stepped(rows, id, way).map((c) => `${c.row.id} ${c.parent_id} ${c.order}`)).toEqual(wanted),
)
test('a set below one that is not shown stands at the top, and stays below it when it is moved there', () => {
  const seen = [row('a', null, 0), row('x1', 'x', 1), row('x11', 'x1', 0)]
  expect(setLinesOf(seen, new Set()).map((l) => `${l.level}${l.id}`)).toEqual(['1a', '1x1', '2x11'])
  expect(stepped(seen, 'x1', 'up').map((c) => `${c.row.id} ${c.parent_id} ${c.order}`)).toEqual(['x1 x 0', 'a null 1'])
  expect(stepped(seen, 'x11', 'out').map((c) => `${c.row.id} ${c.parent_id} ${c.order}`)).toEqual(['x11 null 2'])
})
test('a step that would change a set of another is no way', () => {
  const theirs = rows.map((r) => (r.id === 'a' ? { ...r, can: ['use'] } : r))
  expect([stepped(theirs, 'b', 'up'), stepped(theirs, 'c', 'up').length]).toEqual([[], 2])
})
test('a set is held by itself and by those above it', () => {
  expect([setContains(rows, 'b', 'b2'), setContains(rows, 'b2', 'b2'), setContains(rows, 'b2', 'b')]).toEqual([
    true,
    true,
    false,
  ])
})

test('what is added to a list goes into the one set it shows, and into none of several', () => {
  expect([inSet({ set_id: ['a'] }), inSet({ set_id: 'a' })]).toEqual([{ set_id: 'a' }, { set_id: 'a' }])
  expect([inSet({ set_id: ['a', 'b'] }), inSet({ page: 1 }), inSet()]).toEqual([{}, {}, {}])
})
