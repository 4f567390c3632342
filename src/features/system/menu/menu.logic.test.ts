import { expect, test } from 'vitest'
import { menu } from '../../../contract/access.ts'
import { usualMenu } from '../../../contract/menu.ts'
import { screens } from '../../../contract/screens/index.ts'
import { menuEntriesOf, moveFolder, moveScreen, rename, sameMenu, turnHidden } from './menu.logic.ts'

const all = new Set(screens.map((s) => s.name))
const order = (config = usualMenu) => menuEntriesOf(config, 'admin').map((f) => f.name)
const names = { 'en-US': 'People', 'zh-CN': '人员' }

test('a moved folder stands where it was put, and back at its place nothing is said', () => {
  const [first = 'dashboard', ...rest] = order()
  const moved = moveFolder(usualMenu, 'admin', first, 1)
  expect(order(moved)).toEqual([rest[0], first, ...rest.slice(1)])
  expect(menu(screens, all, 'admin', moved).map((f) => f.folder)).toEqual(order(moved))
  expect(moveFolder(moved, 'admin', first, 0)).toEqual(usualMenu)
  expect(order(moveFolder(usualMenu, 'admin', first, 99)).at(-1)).toBe(first)
})

test('a moved screen stays in its folder', () => {
  const system = menuEntriesOf(usualMenu, 'admin').find((f) => f.name === 'system-management')
  const [a, b] = system?.screens ?? []
  if (!a || !b) throw new Error('the folder has two screens')
  const moved = moveScreen(usualMenu, 'system-management', a.name, 1)
  expect(
    menuEntriesOf(moved, 'admin')
      .find((f) => f.name === 'system-management')
      ?.screens.slice(0, 2)
      .map((s) => s.name),
  ).toEqual([b.name, a.name])
  expect(moveScreen(moved, 'system-management', a.name, 0)).toEqual(usualMenu)
})

test('what is hidden stays in the list, and comes back', () => {
  const hidden = turnHidden(usualMenu, 'folder.dashboard')
  expect(menuEntriesOf(hidden, 'admin').find((f) => f.name === 'dashboard')?.hidden).toBe(true)
  expect(menu(screens, all, 'admin', hidden).some((f) => f.folder === 'dashboard')).toBe(false)
  expect(turnHidden(hidden, 'folder.dashboard')).toEqual(usualMenu)
})

test('names are given and taken back', () => {
  const named = rename(usualMenu, 'screen.role-manage', names)
  expect(named.titles).toEqual({ 'screen.role-manage': names })
  expect(rename(named, 'screen.role-manage', undefined)).toEqual(usualMenu)
})

test('two arrangements made in another order are the same', () => {
  const a = rename(turnHidden(turnHidden(usualMenu, 'folder.topology'), 'folder.dashboard'), 'folder.topology', names)
  const b = turnHidden(turnHidden(rename(usualMenu, 'folder.topology', names), 'folder.dashboard'), 'folder.topology')
  expect(sameMenu(a, b)).toBe(true)
  expect(sameMenu(a, usualMenu)).toBe(false)
})
