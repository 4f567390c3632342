import { describe, expect, it } from 'vitest'
import { blockingRowsOf, mergedReplies, summarise } from './bulk.logic.ts'

const names = new Map([
  ['1', 'nmap'],
  ['2', 'hydra'],
  ['3', 'john'],
])

describe('the summary of a bulk answer', () => {
  it('counts what was done and groups what was not by its reason', () => {
    const summary = summarise(
      {
        done: ['9', '8'],
        failed: [
          { id: '1', code: 'in_use', details: { by: { tool: 2 } } },
          { id: '2', code: 'not_found' },
          { id: '3', code: 'in_use', details: { by: { tool: 2 } } },
        ],
      },
      names,
    )
    expect(summary).toEqual({
      done: 2,
      failed: 3,
      reasons: [
        { code: 'in_use', details: { by: { tool: 2 } }, names: ['nmap', 'john'] },
        { code: 'not_found', details: undefined, names: ['hydra'] },
      ],
    })
  })

  it('keeps reasons apart that have the same code and other figures', () => {
    const failed = [
      { id: '1', code: 'in_use', details: { by: { tool: 2 } } },
      { id: '2', code: 'in_use', details: { by: { tool: 5 } } },
    ]
    expect(summarise({ done: [], failed }, names).reasons).toHaveLength(2)
  })

  it('shows the id of an entry that nobody can name', () => {
    expect(summarise({ done: [], failed: [{ id: 'x', code: 'not_found' }] }, names).reasons[0]?.names).toEqual(['x'])
  })

  it('joins the answers of a set that was sent in parts', () => {
    const part = { done: ['1'], failed: [{ id: '2', code: 'busy' }] }
    expect(mergedReplies([part, { done: ['3'], failed: [] }])).toEqual({ done: ['1', '3'], failed: part.failed })
  })
})

describe('what holds an entry', () => {
  it('is read from the answer, the most first', () => {
    expect(blockingRowsOf({ by: { course: 1, tool: 12 } })).toEqual([
      { resource: 'tool', rows: 12 },
      { resource: 'course', rows: 1 },
    ])
  })
  it('is nothing when the answer does not say, or names them', () => {
    for (const details of [
      undefined,
      {},
      { by: null },
      { by: 'tool' },
      { by: { tool: 'x' } },
      { by: { tool: 1 }, names: ['Nmap'] },
    ])
      expect(blockingRowsOf(details)).toEqual([])
  })
})
