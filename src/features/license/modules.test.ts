import { expect, it } from 'vitest'
import { menu } from '../../contract/access.ts'
import { modules } from '../../contract/license/licence.ts'
import { folders, screens } from '../../contract/screens/index.ts'
import { foldersOf, offeredModules } from './license.logic.ts'

it('modules are listed that open something in a menu, and all of those', () => {
  const everything = new Set(screens.map((s) => s.name))
  const there = new Set(
    (['learner', 'admin'] as const).flatMap((layout) => menu(screens, everything, layout).map((f) => f.folder)),
  )
  const opening = modules.filter((m) => foldersOf(m).some((f) => there.has(f)))
  expect(offeredModules).toEqual(opening)
  expect(offeredModules.length).toBeLessThan(Object.keys(folders).length)
  expect(offeredModules.length).toBeGreaterThan(3)
})
