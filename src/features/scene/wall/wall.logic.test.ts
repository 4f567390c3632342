import { describe, expect, test } from 'vitest'
import {
  onPage,
  wallPages,
  paneCodeOf,
  firstPlan,
  type PaneShows,
  paneOf,
  readPlan,
  rowHeightsOf,
  showsOf,
  type WallPlan,
  withPane,
} from './wall.logic.ts'

const shell: PaneShows = { what: 'console', scene: 's', node: 'n', user: 'u', kind: 'terminal' }

describe('the plan of a wall', () => {
  test('is read as it was kept', () => {
    const plan: WallPlan = { count: 9, panes: [shell, { what: 'nothing' }, { what: 'state', scene: 's' }] }
    expect(readPlan(JSON.stringify(plan))).toEqual(plan)
  })
  test.each([null, '', '{', '{"count":5,"panes":[]}', '{"count":4}', 'null'])('%s is none', (text) =>
    expect(readPlan(text)).toBeUndefined(),
  )
  test('what nobody could have chosen shows nothing', () => {
    const odd = [{ what: 'console', scene: 's' }, { what: 'x', scene: 's' }, 7, null]
    expect(readPlan(JSON.stringify({ count: 4, panes: odd }))?.panes.map((p) => p.what)).toEqual(
      Array(4).fill('nothing'),
    )
  })
  test('of all scenes begins with those that run', () => {
    expect(firstPlan(undefined, ['a', 'b', 'c', 'd', 'e']).panes.map((p) => 'scene' in p && p.scene)).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
    ])
  })
  test('turns when there are more than fit, and shows each once', () => {
    const ids = Array.from({ length: 11 }, (_, n) => `s${n}`)
    const all = firstPlan(undefined, ids)
    expect(wallPages(all)).toBe(3)
    const shown = [0, 1, 2].flatMap((page) => onPage(all, page).panes.map((p) => 'scene' in p && p.scene))
    expect(shown).toEqual(ids)
    expect(wallPages({ ...all, count: 9 })).toBe(2)
    // one that is not full does not turn, nor do panes that show nothing
    expect(wallPages(firstPlan(undefined, ids.slice(0, 4)))).toBe(1)
    expect(wallPages({ count: 4, panes: [shell, ...Array<PaneShows>(8).fill({ what: 'nothing' })] })).toBe(1)
    expect(wallPages({ count: 1, panes: [] })).toBe(1)
  })
  test('of one scene that runs is one pane', () => {
    expect(firstPlan(undefined, ['a']).count).toBe(1)
  })
  test('gives the room of rows that show nothing to the others', () => {
    expect(rowHeightsOf(firstPlan('s'))).toBe('minmax(0, 1fr) auto')
    expect(rowHeightsOf(withPane(firstPlan('s'), 3, shell))).toBe('minmax(0, 1fr) minmax(0, 1fr)')
    expect(rowHeightsOf(firstPlan(undefined, []))).toBe('minmax(0, 1fr) minmax(0, 1fr)')
    expect(rowHeightsOf({ count: 9, panes: [shell] })).toBe('minmax(0, 1fr) auto auto')
  })
  test('a pane is set without touching the others', () => {
    const plan = withPane(firstPlan('s'), 3, shell)
    expect([0, 1, 2, 3, 8].map((n) => paneOf(plan, n).what)).toEqual([
      'state',
      'metrics',
      'nothing',
      'console',
      'nothing',
    ])
  })
})

test.each<PaneShows>([{ what: 'nothing' }, { what: 'state', scene: 's' }, { what: 'metrics', scene: 's' }, shell])(
  'a choice and back: $what',
  (shows) => expect(showsOf(paneCodeOf(shows), 's')).toEqual(shows),
)
