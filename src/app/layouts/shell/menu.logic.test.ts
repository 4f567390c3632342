import { describe, expect, it } from 'vitest'
import { type MenuStop, menuMove, openFolders, toggledFolder } from './menu.logic.ts'

const stops: MenuStop[] = [
  { kind: 'link' },
  { kind: 'folder', open: true },
  { kind: 'link', parent: 1 },
  { kind: 'link', parent: 1 },
  { kind: 'folder', open: false },
]

describe('a key in the side menu', () => {
  it.each([
    ['ArrowDown', 0, { go: 1 }],
    ['ArrowDown', 4, { go: 0 }],
    ['ArrowUp', 0, { go: 4 }],
    ['Home', 3, { go: 0 }],
    ['End', 0, { go: 4 }],
    ['ArrowRight', 1, { go: 2 }],
    ['ArrowRight', 4, { toggle: 4 }],
    ['ArrowRight', 0, undefined],
    ['ArrowLeft', 1, { toggle: 1 }],
    ['ArrowLeft', 3, { go: 1 }],
    ['ArrowLeft', 0, undefined],
    ['ArrowLeft', 4, undefined],
    ['Enter', 0, undefined],
    ['ArrowDown', -1, undefined],
  ] as const)('%s at %i does %j', (key, at, move) => {
    expect(menuMove(key, at, stops)).toEqual(move)
  })
})

it('remembers open folders as words', () => {
  expect([...openFolders('')]).toEqual([])
  const one = toggledFolder(openFolders(''), 'traffic')
  expect(one).toBe('traffic')
  expect(toggledFolder(openFolders(toggledFolder(openFolders(one), 'topology')), 'traffic')).toBe('topology')
})
