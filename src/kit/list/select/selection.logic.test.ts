import { describe, expect, it } from 'vitest'
import type { RowBase } from '../../../contract/lib/resource.ts'
import {
  addToSelection,
  addRange,
  pageMarkOf,
  most,
  emptySelection,
  offerAll,
  outOfSight,
  refreshed,
  toggle,
  togglePage,
  deselected,
} from './selection.logic.ts'

const row = (n: number, version = 1): RowBase => ({
  id: `r${n}`,
  version,
  created_at: '',
  updated_at: '',
  created_by: '',
  updated_by: '',
  can: [],
})
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => row(from + i))

describe('rows chosen over pages', () => {
  it('are counted where the list does not show them', () => {
    const s = togglePage(emptySelection, rows(1, 3))
    expect(outOfSight(s, rows(1, 5))).toBe(0)
    expect(outOfSight(s, rows(3, 5))).toBe(2)
    expect(outOfSight(s, [])).toBe(3)
  })

  it('stay chosen when another page is shown', () => {
    const s = togglePage(togglePage(emptySelection, rows(1, 3)), rows(4, 6))
    expect([...s.keys()]).toEqual(['r1', 'r2', 'r3', 'r4', 'r5', 'r6'])
    expect([...togglePage(s, rows(4, 6)).keys()]).toEqual(['r1', 'r2', 'r3'])
  })

  it('complete a page that was chosen in part before they leave it', () => {
    const s = toggle(emptySelection, row(2))
    expect(pageMarkOf(s, rows(1, 3))).toBe('some')
    expect(pageMarkOf(togglePage(s, rows(1, 3)), rows(1, 3))).toBe('all')
  })

  it('are never more than one bulk call takes', () => {
    const s = addToSelection(addToSelection(emptySelection, rows(1, 150)), rows(151, 400))
    expect(s.size).toBe(most)
    expect(toggle(s, row(999)).size).toBe(most)
    expect(toggle(s, row(1)).size).toBe(most - 1)
  })

  it('can be drawn over a range in either direction', () => {
    expect([...addRange(emptySelection, rows(1, 5), 3, 1).keys()]).toEqual(['r2', 'r3', 'r4'])
  })

  it('take over what the page says of them now', () => {
    const s = addToSelection(emptySelection, rows(1, 2))
    expect(refreshed(s, [row(2, 9)]).get('r2')?.version).toBe(9)
    expect(refreshed(s, [row(3)])).toBe(s)
  })

  it('leave when they are done', () => {
    expect([...deselected(addToSelection(emptySelection, rows(1, 3)), ['r1', 'r3', 'r9']).keys()]).toEqual(['r2'])
  })
})

describe('choosing all that match', () => {
  const page = rows(1, 20)
  const whole = addToSelection(emptySelection, page)
  it('is offered once the page is chosen and there are more', () => {
    expect(offerAll(emptySelection, page, 150)).toBe('none')
    expect(offerAll(whole, page, 20)).toBe('none')
    expect(offerAll(whole, page, 150)).toBe('offer')
  })
  it('says so when there are more than one call takes', () => {
    expect(offerAll(whole, page, most)).toBe('offer')
    expect(offerAll(whole, page, most + 1)).toBe('too-many')
  })
  it('is over when all are chosen', () => {
    expect(offerAll(addToSelection(whole, rows(21, 60)), page, 60)).toBe('none')
  })
})
