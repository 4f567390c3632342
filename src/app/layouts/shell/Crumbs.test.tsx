import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { menu } from '../../../contract/access.ts'
import { type FolderName, folders, type ScreenName, screens } from '../../../contract/screens/index.ts'
import { permissionTree, walk } from '../../../contract/system/permissions.ts'
import { signedInPhase, stage } from '../../../features/session/stage.tsx'
import { permissionTitle } from '../../../features/system/role/title.ts'
import { loadMessages, type Locale, setLocale, t } from '../../../i18n/index.ts'
import { Crumbs } from './Crumbs.tsx'

beforeAll(() => Promise.all([loadMessages('screen'), loadMessages('role')]))
afterEach(cleanup)

const modules = Object.values(folders).flatMap((f) => ('module' in f ? [f.module] : []))
const shown = (screen: ScreenName): (string | null)[] => {
  const phase = signedInPhase()
  if (phase.at !== 'in') throw new Error('signed out')
  const permissions = { ...phase.permissions, modules }
  const { container } = stage(<Crumbs screen={screen} />, { phase: { ...phase, permissions } })
  const words = [...container.querySelectorAll('li')].map((li) => li.textContent)
  cleanup()
  return words
}
const everything = new Set(screens.map((s) => s.name))
const inMenu = (folder: FolderName) =>
  menu(screens, everything, folders[folder].layout).find((f) => f.folder === folder)?.screens ?? []

it.each<Locale>(['en-US', 'zh-CN'])(
  'name the folder as the menu has it, and none that the menu has not, in %s',
  async (l) => {
    await setLocale(l)
    for (const screen of screens.filter((s) => s.built && s.folder && !s.hidden)) {
      const [first] = shown(screen.name)
      const several = screen.folder && inMenu(screen.folder).length > 1
      expect(first, screen.name).toBe(several ? t(`folder.${screen.folder as FolderName}`) : t(`screen.${screen.name}`))
    }
  },
)

it.each<Locale>(['en-US', 'zh-CN'])('folders of the role editor are called as in the menu, in %s', async (l) => {
  await setLocale(l)
  for (const node of walk(permissionTree)) {
    if (node.kind !== 'folder' || !(node.name in folders)) continue
    const listed = inMenu(node.name as FolderName)
    const [only] = listed
    if (!only) continue
    expect(permissionTitle(node), node.name).toBe(
      listed.length === 1 ? t(`screen.${only.name}`) : t(`folder.${node.name as FolderName}`),
    )
  }
})
