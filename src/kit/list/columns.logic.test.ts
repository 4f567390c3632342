import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Column, arranged, columnsOf, fitting, moveColumn, shown, toggleColumn, widthOf } from './columns.logic.ts'
import { toolCategory } from '../../contract/library/tool.ts'

const column = (name: string, o: Partial<Column> = {}): Column => ({
  name,
  kind: 'text',
  sortable: false,
  width: 100,
  least: 100,
  grow: false,
  spare: false,
  label: false,
  ...o,
})
const columns = [column('name', { label: true }), column('a'), column('b'), column('c', { spare: true }), column('d')]
const names = (all: readonly Column[]) => all.map((c) => c.name).join(' ')

describe('columns from words', () => {
  it('know from the resource what they are, whether they sort and which one names the row', () => {
    const made = columnsOf(toolCategory, ['tools', { of: 'name', width: 300 }, 'created_at'])
    expect(made.map((c) => [c.name, c.kind, c.sortable, c.label])).toEqual([
      ['name', 'text', true, true],
      ['tools', 'number', false, false],
      ['created_at', 'time', true, false],
    ])
    expect(made[0]?.width).toBe(300)
  })
})

describe('columns in the room there is', () => {
  it('leave off from the first that has none, never the naming one, and lose none', () => {
    const { columns: there, left } = fitting(columns, 250)
    expect([names(there), names(left)]).toEqual(['name a', 'b c d'])
    expect(names(fitting(columns, 10).columns)).toBe('name')
    expect(fitting(columns, 500).left).toEqual([])
  })

  it('yield what they can do without before one is left off, and only then', () => {
    const yielding = [
      column('name', { label: true, width: 180, least: 140 }),
      column('org', { width: 140, least: 100 }),
      column('phone'),
    ]
    const widths = (room: number) => fitting(yielding, room).columns.map((c) => c.width)
    expect(widths(420)).toEqual([180, 140, 100])
    expect(widths(419)).toEqual([140, 100, 100])
    expect(widths(339)).toEqual([180, 140])
    expect(widths(319)).toEqual([140, 100])
    expect(fitting(yielding, 340).left).toEqual([])
  })

  it('are wider for Chinese of as many characters', () => {
    expect(widthOf('管理员账号')).toBeGreaterThan(widthOf('admin'))
  })
})

describe('the columns a viewer chose', () => {
  it('are those of the declaration without the spare ones as long as nothing was chosen', () => {
    expect(names(shown(columns, undefined))).toBe('name a b d')
  })

  it('bring in a spare column and hide another', () => {
    const one = toggleColumn(columns, undefined, 'c')
    expect(names(shown(columns, one))).toBe('name a b c d')
    expect(names(shown(columns, toggleColumn(columns, one, 'a')))).toBe('name b c d')
  })

  it('move to either side and stop at the ends and at the naming column', () => {
    expect(names(shown(columns, moveColumn(columns, undefined, 'd', -1)))).toBe('name a b d')
    expect(names(arranged(columns, moveColumn(columns, undefined, 'd', -3)))).toBe('name d a b c')
    expect(names(arranged(columns, moveColumn(columns, undefined, 'a', -1)))).toBe('name a b c d')
    expect(names(arranged(columns, moveColumn(columns, undefined, 'd', 1)))).toBe('name a b c d')
    expect(names(arranged(columns, moveColumn(columns, undefined, 'name', 2)))).toBe('name a b c d')
  })

  it('keep the naming column whatever is asked', () => {
    expect(names(shown(columns, toggleColumn(columns, undefined, 'name')))).toBe('name a b d')
    expect(names(shown(columns, { order: ['d', 'a', 'name'], hidden: ['name'] }))).toBe('name d a b')
  })

  it('show a column that is newer than the choice where the declaration has it', () => {
    expect(names(arranged(columns, { order: ['name', 'd', 'a'], hidden: [] }))).toBe('name d a b c')
  })

  it('are never lost, doubled or invented by any kept choice', () => {
    const word = fc.constantFrom('name', 'a', 'b', 'c', 'd', 'gone')
    fc.assert(
      fc.property(fc.array(word), fc.array(word), (order, hidden) => {
        const all = arranged(columns, { order, hidden })
        expect([...all].map((c) => c.name).sort()).toEqual(['a', 'b', 'c', 'd', 'name'])
        expect(all[0]?.name).toBe('name')
      }),
    )
  })
})
