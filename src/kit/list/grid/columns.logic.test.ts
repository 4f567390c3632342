import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type ListColumn,
  orderedColumns,
  columnsOf,
  fittingColumns,
  isShortOption,
  moveColumn,
  visibleColumns,
  spread,
  toggleColumn,
  wanted,
  estimatedWidth,
} from './columns.logic.ts'
import { theoryQuestion } from '../../../contract/bank/banks.ts'
import { toolCategory } from '../../../contract/library/tool.ts'
import { loadMessages, setLocale } from '../../../i18n/index.ts'

const column = (name: string, o: Partial<ListColumn> = {}): ListColumn => ({
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
const names = (all: readonly ListColumn[]) => all.map((c) => c.name).join(' ')

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

describe('columns of one word', () => {
  beforeAll(async () => {
    await loadMessages('bank')
    await setLocale('en-US')
  })

  it('have room for the widest of their options, which take one line; long options take two', () => {
    const [type] = columnsOf(theoryQuestion, ['type'])
    const longest = Math.max(...['Multiple choice', 'True or false'].map(estimatedWidth))
    // wide letters of the viewer's font take some eight percent more than was reckoned
    expect(type?.width).toBeGreaterThanOrEqual(24 + Math.floor(longest * 1.08))
    expect(['Multiple choice', '多选题'].map(isShortOption)).toEqual([true, true])
    expect(isShortOption('When the invigilator says so')).toBe(false)
  })
})

describe('columns in the room there is', () => {
  it('leave off from the first that has none, never the naming one, and lose none', () => {
    const { columns: there, left } = fittingColumns(columns, 250)
    expect([names(there), names(left)]).toEqual(['name a', 'b c d'])
    expect(names(fittingColumns(columns, 10).columns)).toBe('name')
    expect(fittingColumns(columns, 500).left).toEqual([])
  })

  it('yield what they can do without before one is left off, and only then', () => {
    const yielding = [
      column('name', { label: true, width: 180, least: 140 }),
      column('org', { width: 140, least: 100 }),
      column('phone'),
    ]
    const widths = (room: number) => fittingColumns(yielding, room).columns.map((c) => c.width)
    expect(widths(420)).toEqual([180, 140, 100])
    expect(widths(419)).toEqual([140, 100, 100])
    expect(widths(339)).toEqual([180, 140])
    expect(widths(319)).toEqual([140, 100])
    expect(fittingColumns(yielding, 340).left).toEqual([])
  })

  it('are wider for Chinese of as many characters', () => {
    expect(estimatedWidth('管理员账号')).toBeGreaterThan(estimatedWidth('admin'))
  })
})

describe('columns by what stands in them', () => {
  const widths = (wants: readonly number[], room: number) =>
    spread([column('name', { label: true, grow: true }), column('org'), column('status')], wants, room).map(
      (c) => c.width,
    )

  it('that lack room have what is left of the line, and nobody loses any', () => {
    expect(widths([100, 160, 100], 400)).toEqual([100, 160, 100])
    expect(widths([100, 160, 100], 330)).toEqual([100, 130, 100])
  })

  it('have what others do not need where the line is full, and no more than there is', () => {
    expect(widths([60, 120, 100], 300)).toEqual([80, 120, 100])
    expect(widths([100, 160, 60], 330)).toEqual([100, 160, 70])
    expect(widths([60, 220, 100], 300)).toEqual([60, 140, 100])
    expect(widths([100, 220, 100], 300)).toEqual([100, 100, 100])
  })

  it('stay as they are where nothing is lacking', () => {
    expect(widths([60, 60, 60], 900)).toEqual([100, 100, 100])
  })

  it('never together take more than the room or than they had', () => {
    const size = fc.integer({ min: 0, max: 400 })
    fc.assert(
      fc.property(fc.array(fc.tuple(size, size), { minLength: 1, maxLength: 9 }), size, (of, extra) => {
        const all = of.map(([width], i) => column(`c${i}`, { width }))
        const room = all.reduce((sum, c) => sum + c.width, 0) + extra
        const after = spread(
          all,
          of.map(([, want]) => want),
          room,
        ).reduce((sum, c) => sum + c.width, 0)
        expect(after).toBeLessThanOrEqual(room)
      }),
    )
  })

  it('want what their longest value says, in either script, and not more than a line can bear', () => {
    const [name] = columnsOf(toolCategory, ['name'])
    if (!name) throw new Error('no column')
    const of = (text: string) => wanted(toolCategory, [name], [{ id: '1', name: text } as never])[0] ?? 0
    expect(of('岚港能源集团 Langang Energy')).toBeGreaterThan(of('Security'))
    expect(of('x'.repeat(400))).toBe(of('x'.repeat(200)))
    expect(wanted(toolCategory, [{ ...name, render: () => null }], [])).toEqual([name.width])
    const said = { ...name, render: () => null, says: () => 'Grace Holloway admin_demo' }
    expect(wanted(toolCategory, [said], [{ id: '1' } as never])[0]).toBeGreaterThan(150)
  })
})

describe('the columns a viewer chose', () => {
  it('are those of the declaration without the spare ones as long as nothing was chosen', () => {
    expect(names(visibleColumns(columns, undefined))).toBe('name a b d')
  })

  it('bring in a spare column and hide another', () => {
    const one = toggleColumn(columns, undefined, 'c')
    expect(names(visibleColumns(columns, one))).toBe('name a b c d')
    expect(names(visibleColumns(columns, toggleColumn(columns, one, 'a')))).toBe('name b c d')
  })

  it('move to either side and stop at the ends and at the naming column', () => {
    expect(names(visibleColumns(columns, moveColumn(columns, undefined, 'd', -1)))).toBe('name a b d')
    expect(names(orderedColumns(columns, moveColumn(columns, undefined, 'd', -3)))).toBe('name d a b c')
    expect(names(orderedColumns(columns, moveColumn(columns, undefined, 'a', -1)))).toBe('name a b c d')
    expect(names(orderedColumns(columns, moveColumn(columns, undefined, 'd', 1)))).toBe('name a b c d')
    expect(names(orderedColumns(columns, moveColumn(columns, undefined, 'name', 2)))).toBe('name a b c d')
  })

  it('keep the naming column whatever is asked', () => {
    expect(names(visibleColumns(columns, toggleColumn(columns, undefined, 'name')))).toBe('name a b d')
    expect(names(visibleColumns(columns, { order: ['d', 'a', 'name'], hidden: ['name'] }))).toBe('name d a b')
  })

  it('show a column that is newer than the choice where the declaration has it', () => {
    expect(names(orderedColumns(columns, { order: ['name', 'd', 'a'], hidden: [] }))).toBe('name d a b c')
  })

  it('are never lost, doubled or invented by any kept choice', () => {
    const word = fc.constantFrom('name', 'a', 'b', 'c', 'd', 'gone')
    fc.assert(
      fc.property(fc.array(word), fc.array(word), (order, hidden) => {
        const all = orderedColumns(columns, { order, hidden })
        expect([...all].map((c) => c.name).sort()).toEqual(['a', 'b', 'c', 'd', 'name'])
        expect(all[0]?.name).toBe('name')
      }),
    )
  })
})
