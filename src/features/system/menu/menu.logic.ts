/** Edits of a menu's arrangement. Each gives a new one, and says nothing that is as it usually is. */
import type { Locale } from '../../../contract/host.ts'
import { inGivenOrder, type EntryKey, type MenuConfig } from '../../../contract/menu.ts'
import {
  type FolderIcon,
  type FolderName,
  folders,
  type Screen,
  type ScreenName,
  screens,
} from '../../../contract/screens/index.ts'
import { keysOf } from '../../../contract/lib/typed.ts'

export type EditedLayout = 'learner' | 'admin'
export type LocalisedName = Record<Locale, string>

export interface EntryLine {
  key: EntryKey
  hidden: boolean
  /** The platform's own names for it. */
  names: LocalisedName | undefined
}
interface ScreenEntry extends EntryLine {
  name: ScreenName
}
export interface FolderEntry extends EntryLine {
  name: FolderName
  icon: FolderIcon
  screens: ScreenEntry[]
}

const listedIn = (folder: FolderName, layout: EditedLayout): Screen[] =>
  screens.filter((s) => s.folder === folder && s.layout === layout && !s.hidden && s.built)
const usualFolders = (layout: EditedLayout): FolderName[] =>
  keysOf(folders).filter((f) => folders[f].layout === layout && listedIn(f, layout).length > 0)
const usualScreens = (folder: FolderName): ScreenName[] => listedIn(folder, folders[folder].layout).map((s) => s.name)

/** Everything a layout's menu can hold, in its order, hidden or not. */
export function menuEntriesOf(config: MenuConfig, layout: EditedLayout): FolderEntry[] {
  const line = <K extends EntryKey>(key: K) => ({ key, hidden: config.hidden.includes(key), names: config.titles[key] })
  return inGivenOrder(usualFolders(layout), config.folders[layout]).map((name) => ({
    ...line(`folder.${name}`),
    name,
    icon: folders[name].icon,
    screens: inGivenOrder(usualScreens(name), config.screens[name]).map((s) => ({ ...line(`screen.${s}`), name: s })),
  }))
}

const sameList = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((x, i) => x === b[i])
function movedTo<T>(list: readonly T[], item: T, to: number): T[] {
  const rest = list.filter((x) => x !== item)
  rest.splice(Math.max(0, Math.min(rest.length, to)), 0, item)
  return rest
}

/** A folder at another place of its layout, counted from 0. */
export function moveFolder(config: MenuConfig, layout: EditedLayout, folder: FolderName, to: number): MenuConfig {
  const usual = usualFolders(layout)
  const next = movedTo(inGivenOrder(usual, config.folders[layout]), folder, to)
  const { [layout]: _, ...others } = config.folders
  return { ...config, folders: sameList(next, usual) ? others : { ...others, [layout]: next } }
}

/** A screen at another place of its folder, counted from 0. */
export function moveScreen(config: MenuConfig, folder: FolderName, screen: ScreenName, to: number): MenuConfig {
  const usual = usualScreens(folder)
  const next = movedTo(inGivenOrder(usual, config.screens[folder]), screen, to)
  const { [folder]: _, ...others } = config.screens
  return { ...config, screens: sameList(next, usual) ? others : { ...others, [folder]: next } }
}

export const turnHidden = (config: MenuConfig, key: EntryKey): MenuConfig => ({
  ...config,
  hidden: config.hidden.includes(key) ? config.hidden.filter((k) => k !== key) : [...config.hidden, key].sort(),
})

/** Names in both languages; none gives the usual ones back. */
export function rename(config: MenuConfig, key: EntryKey, names: LocalisedName | undefined): MenuConfig {
  const { [key]: _, ...others } = config.titles
  return { ...config, titles: names ? { ...others, [key]: names } : others }
}

/** Whether two arrangements mean the same, whatever the order in which they were made. */
export const sameMenu = (a: MenuConfig, b: MenuConfig): boolean => spoken(a) === spoken(b)
const spoken = ({ folders: f, screens: s, hidden, titles }: MenuConfig): string =>
  JSON.stringify([
    f.learner ?? [],
    f.admin ?? [],
    Object.entries(s).toSorted(byName),
    [...hidden].sort(),
    Object.entries(titles)
      .toSorted(byName)
      .map(([key, n]) => [key, n?.['en-US'], n?.['zh-CN']]),
  ])
const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)
