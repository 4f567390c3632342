/**
 * How a platform has arranged its menu: order, names and what is left out. It only ever arranges what a viewer may see anyway: a hidden
 * entry stays reachable by its address, and one that is shown still needs the right. Only differences are kept, so that screens which come
 * with a later version stand at their usual place.
 */
import type { Locale } from './host.ts'
import type { FolderName, ScreenName } from './screens/index.ts'

/** As their words are called: folders and screens share names. */
export type EntryKey = `folder.${FolderName}` | `screen.${ScreenName}`

export interface MenuConfig {
  /** Order of the folders of a layout, as far as somebody gave one. */
  folders: { learner?: FolderName[] | undefined; admin?: FolderName[] | undefined }
  /** Order of the screens in a folder. */
  screens: Partial<Record<FolderName, ScreenName[]>>
  hidden: EntryKey[]
  titles: Partial<Record<EntryKey, Record<Locale, string>>>
}

export const usualMenu: MenuConfig = { folders: {}, screens: {}, hidden: [], titles: {} }

/** What there is, in the given order; what that does not name stands behind the one it usually follows. */
export function inGivenOrder<T>(usual: readonly T[], given: readonly T[] = []): T[] {
  const out = given.filter((x, i) => usual.includes(x) && given.indexOf(x) === i)
  usual.forEach((x, i) => {
    if (out.includes(x)) return
    const before = usual.slice(0, i).findLast((y) => out.includes(y))
    out.splice(before === undefined ? 0 : out.indexOf(before) + 1, 0, x)
  })
  return out
}
