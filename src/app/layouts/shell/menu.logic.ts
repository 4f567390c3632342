/** What a key does in the side menu. The menu is links and disclosure buttons: Tab works too, arrows are the short way. */
export interface MenuStop {
  kind: 'link' | 'folder'
  open?: boolean
  /** Index of the folder a nested link belongs to. */
  parent?: number | undefined
}
export type MenuMove = { go: number } | { toggle: number } | undefined

/** @param stops what can be reached now, from the top down; @param at where the focus is */
export function menuMove(key: string, at: number, stops: readonly MenuStop[]): MenuMove {
  const here = stops[at]
  const last = stops.length - 1
  if (!here) return undefined
  switch (key) {
    case 'ArrowDown':
      return { go: at === last ? 0 : at + 1 }
    case 'ArrowUp':
      return { go: at === 0 ? last : at - 1 }
    case 'Home':
      return { go: 0 }
    case 'End':
      return { go: last }
    case 'ArrowRight':
      if (here.kind !== 'folder') return undefined
      return here.open ? { go: at + 1 } : { toggle: at }
    case 'ArrowLeft':
      if (here.kind === 'folder' && here.open) return { toggle: at }
      return here.parent === undefined ? undefined : { go: here.parent }
    default:
      return undefined
  }
}

/** Folders that stand open: those the viewer opened, and the one that holds the lit screen. */
export const openFolders = (remembered: string): ReadonlySet<string> => new Set(remembered.split(' ').filter(Boolean))

/** The same words with one folder turned over. */
export function toggledFolder(open: ReadonlySet<string>, folder: string): string {
  const next = new Set(open)
  if (!next.delete(folder)) next.add(folder)
  return [...next].join(' ')
}
