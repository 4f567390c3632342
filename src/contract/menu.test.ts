import fc from 'fast-check'
import { expect, test } from 'vitest'
import { access, homeScreen, menu } from './access.ts'
import { inGivenOrder, type EntryKey, type MenuConfig, usualMenu } from './menu.ts'
import { type FolderName, folders, screens, type ScreenName } from './screens/index.ts'
import { some } from '../../tests/support/some.ts'

const folderNames = Object.keys(folders) as FolderName[]
const listed = screens.filter((s) => s.auth && !s.hidden).map((s) => s.name)
const anyConfig: fc.Arbitrary<MenuConfig> = fc.record({
  folders: fc.record({ learner: fc.shuffledSubarray(folderNames), admin: fc.shuffledSubarray(folderNames) }),
  screens: fc.dictionary(fc.constantFrom(...folderNames), fc.shuffledSubarray(listed)) as fc.Arbitrary<
    Partial<Record<FolderName, ScreenName[]>>
  >,
  hidden: fc.array(
    fc.oneof(
      fc.constantFrom(...folderNames).map((f): EntryKey => `folder.${f}`),
      fc.constantFrom(...listed).map((s): EntryKey => `screen.${s}`),
    ),
    { maxLength: 8 },
  ),
  titles: fc.constant({}),
})
const anyGrants = fc.subarray([...folderNames, ...listed] as string[]).map((g) => new Set(g))
const layout = fc.constantFrom('learner' as const, 'admin' as const)

test('what no arrangement names stands behind the one it usually follows', () => {
  expect(inGivenOrder(['a', 'b', 'c', 'd'], ['d', 'a'])).toEqual(['d', 'a', 'b', 'c'])
  expect(inGivenOrder(['new', 'a', 'b'], ['b', 'a'])).toEqual(['new', 'b', 'a'])
  expect(inGivenOrder(['a', 'b'], ['gone', 'b', 'b'] as string[])).toEqual(['a', 'b'])
  expect(inGivenOrder(['a', 'b'])).toEqual(['a', 'b'])
})

test('no arrangement shows a screen its viewer may not see, and none but the hidden is missing', () => {
  fc.assert(
    fc.property(anyConfig, anyGrants, layout, (config, grants, at) => {
      const { visible } = access(screens, grants)
      const usual = menu(screens, visible, at).flatMap((f) => f.screens.map((s) => [f.folder, s.name] as const))
      const shown = menu(screens, visible, at, config).flatMap((f) => f.screens.map((s) => [f.folder, s.name] as const))
      const left = usual.filter(
        ([f, s]) => !config.hidden.includes(`folder.${f}`) && !config.hidden.includes(`screen.${s}`),
      )
      expect(new Set(shown.map(String))).toEqual(new Set(left.map(String)))
      expect(shown.length).toBe(left.length)
    }),
    { numRuns: some(200) },
  )
})

test('there is a place to arrive at whenever there is a screen to see, whatever is hidden', () => {
  fc.assert(
    fc.property(anyConfig, anyGrants, layout, (config, grants, at) => {
      const { visible } = access(screens, grants)
      const start = homeScreen(screens, visible, at, config)
      expect(start === undefined).toBe(homeScreen(screens, visible, at) === undefined)
      if (start) expect(visible.has(start.name)).toBe(true)
    }),
    { numRuns: some(200) },
  )
})

test('a hidden home gives way to the first entry of the menu', () => {
  const { visible } = access(screens, 'all')
  const config: MenuConfig = {
    ...usualMenu,
    folders: { admin: ['system-management'] },
    hidden: ['folder.dashboard'],
  }
  const [first] = menu(screens, visible, 'admin', config)
  expect(homeScreen(screens, visible, 'admin')?.name).toBe('dashboard')
  expect(homeScreen(screens, visible, 'admin', config)?.name).toBe(first?.screens[0]?.name)
})
