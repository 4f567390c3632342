import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listQuery } from '../../../contract/lib/crud.ts'
import { dork } from '../../../contract/library/dork.ts'
import { tool } from '../../../contract/library/tool.ts'
import {
  changedListState,
  withoutFilters,
  directionOf,
  type FilterParam,
  type ListState,
  nextSort,
  filterParamsOf,
  readState,
  initialListState,
  toQuery,
  withFilter,
  writeState,
} from './state.logic.ts'

const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10))
const text = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).filter((s) => s.trim() === s && s !== '')

function valuesOf(p: FilterParam, resource: typeof tool | typeof dork): fc.Arbitrary<string[]> {
  if (p.kind === 'flag') return fc.constantFrom(['true'], ['false'])
  const f = (resource.fields as Record<string, { kind: string; options?: readonly string[] }>)[p.field]
  if (p.kind === 'range')
    return (f?.kind === 'number' ? fc.integer({ min: -1e9, max: 1e9 }).map(String) : day).map((v) => [v])
  if (f?.options) return fc.uniqueArray(fc.constantFrom(...f.options), { minLength: 1 })
  if (p.kind === 'contains') return text.map((v) => [v])
  return fc.uniqueArray(text, { minLength: 1, maxLength: 20 })
}

const stateOf = (resource: typeof tool | typeof dork): fc.Arbitrary<ListState> => {
  const params = filterParamsOf(resource)
  const sorts = resource.sort.flatMap((s) => [s, `-${s}`]).filter((s) => s !== resource.order)
  return fc.record({
    page: fc.integer({ min: 1, max: 1_000_000 }),
    size: fc.integer({ min: 1, max: 200 }),
    sort: fc.option(fc.constantFrom(...sorts), { nil: undefined }),
    q: fc.oneof(fc.constant(''), text),
    filters: fc
      .tuple(...params.map((p) => fc.option(valuesOf(p, resource), { nil: undefined })))
      .map((all) => Object.fromEntries(params.flatMap((p, i) => (all[i] ? [[p.param, all[i]]] : [])))),
  })
}

describe('the address of a list', () => {
  for (const resource of [tool, dork]) {
    const params = filterParamsOf(resource)
    it(`brings back every state of ${resource.name} it was written from`, () => {
      fc.assert(
        fc.property(stateOf(resource), (state) => {
          const url = new URLSearchParams(writeState(state, params).toString())
          expect(readState(url, resource, params)).toEqual(state)
        }),
      )
    })
    it(`makes a query of ${resource.name} that the contract accepts`, () => {
      const schema = listQuery(resource)
      fc.assert(
        fc.property(stateOf(resource), (state) => {
          const r = schema.safeParse(toQuery(state, resource, params))
          expect(r.success ? [] : r.error.issues).toEqual([])
        }),
      )
    })
  }

  it('ignores what does not belong or is malformed, whatever it is', () => {
    const params = filterParamsOf(tool)
    const search = new URLSearchParams(
      'page=0&page_size=900&sort=secret&q=&price=free&price=cheap&price=free&online=maybe&updated_at_from=2024-02-30&category_id=&utm=x&is_admin=1',
    )
    expect(readState(search, tool, params)).toEqual({ ...initialListState(), filters: { price: ['free'] } })
    fc.assert(
      fc.property(fc.webQueryParameters(), (junk) => {
        const state = readState(new URLSearchParams(junk), tool, params)
        expect(listQuery(tool).safeParse(toQuery(state, tool, params)).success).toBe(true)
      }),
    )
  })

  it('leaves the parameters of others where they are and what is as usual out', () => {
    const around = new URLSearchParams('tab=mine&page=7&q=old')
    expect(writeState(initialListState(), filterParamsOf(tool), around).toString()).toBe('tab=mine')
  })

  it('reads only the filters that the screen offers', () => {
    expect(
      readState(new URLSearchParams('price=free&online=true'), tool, filterParamsOf(tool, ['price'])).filters,
    ).toEqual({
      price: ['free'],
    })
    expect(filterParamsOf(tool, ['commands'])).toEqual([])
  })

  it('asks for whole days of the viewer when the field is an instant, and for the days themselves when it is a date', () => {
    const params = filterParamsOf(tool)
    const state = withFilter(withFilter(initialListState(), 'updated_at_from', ['2024-03-05']), 'updated_at_to', [
      '2024-03-05',
    ])
    const query = toQuery(state, tool, params)
    const from = new Date(String(query['updated_at_from']))
    const to = new Date(String(query['updated_at_to']))
    expect([from.getFullYear(), from.getMonth(), from.getDate(), from.getHours()]).toEqual([2024, 2, 5, 0])
    expect([to.getDate(), to.getHours(), to.getMilliseconds()]).toEqual([5, 23, 999])
    const dorks = withFilter(initialListState(), 'published_on_from', ['2024-03-05'])
    expect(toQuery(dorks, dork, filterParamsOf(dork))['published_on_from']).toBe('2024-03-05')
  })
})

describe('changing a list', () => {
  it('goes back to the first page for anything but a page', () => {
    expect(changedListState({ ...initialListState(), page: 4 }, { q: 'nmap' })).toMatchObject({ page: 1, q: 'nmap' })
    expect(withFilter({ ...initialListState(), page: 4 }, 'price', ['free'])).toMatchObject({ page: 1 })
  })

  it('drops a filter that has no value left', () => {
    const state = withFilter(withFilter(initialListState(), 'price', ['free']), 'price', [])
    expect(state.filters).toEqual({})
  })

  it('clears search and filters and keeps order and page size', () => {
    const state = { page: 3, size: 50, sort: '-name', q: 'x', filters: { price: ['free'] } }
    expect(withoutFilters(state)).toEqual({ page: 1, size: 50, sort: '-name', q: '', filters: {} })
  })

  it('turns a column up, down and back to the own order', () => {
    let state = initialListState()
    const seen = []
    for (let i = 0; i < 3; i++) {
      state = nextSort(state, tool, 'price')
      seen.push(state.sort)
    }
    expect(seen).toEqual(['price', '-price', undefined])
  })

  it('never shows the own order of a list twice in its cycle', () => {
    const once = nextSort(initialListState(), tool, 'name')
    expect(once.sort).toBe('-name')
    expect(nextSort(once, tool, 'name').sort).toBeUndefined()
    expect(nextSort({ ...initialListState(), sort: '-price' }, tool, 'name').sort).toBeUndefined()
    expect(nextSort(initialListState(), dork, 'published_on').sort).toBe('published_on')
  })

  it('says how a column is ordered, by its own order too', () => {
    expect(directionOf(initialListState(), tool, 'name')).toBe('ascending')
    expect(directionOf(initialListState(), dork, 'published_on')).toBe('descending')
    expect(directionOf({ ...initialListState(), sort: '-price' }, tool, 'name')).toBeUndefined()
  })
})
