import { useState } from 'react'
import type { EntryKey, MenuConfig } from '../../../contract/menu.ts'
import { t } from '../../../i18n/index.ts'
import { EntryRow } from './EntryRow.tsx'
import { type EditedLayout, menuEntriesOf, type FolderEntry, moveFolder, moveScreen, turnHidden } from './menu.logic.ts'

interface FolderListProps {
  config: MenuConfig
  layout: EditedLayout
  nameOf: (key: EntryKey) => string
  onChange: (config: MenuConfig) => void
  onRename: (key: EntryKey) => void
}

/** A folder with one screen is that screen in the menu, so its name is the one that shows. */
const onlyOf = ({ screens }: FolderEntry) => (screens.length === 1 ? screens[0] : undefined)
const shownOf = (f: FolderEntry): EntryKey => onlyOf(f)?.key ?? f.key

/** Folders with their screens, in the order of the menu; what moved is said to who cannot see it. */
export function FolderList({ config, layout, nameOf, onChange, onRename }: FolderListProps) {
  const [said, setSaid] = useState('')
  const all = menuEntriesOf(config, layout)
  const tell = (key: EntryKey, to: number) => setSaid(t('menu.moved', { name: nameOf(key), place: to + 1 }))

  const folderMoved = (from: number, to: number) => {
    const folder = all[from]
    if (!folder) return
    onChange(moveFolder(config, layout, folder.name, to))
    tell(shownOf(folder), to)
  }
  const screenMoved = (folder: FolderEntry) => (from: number, to: number) => {
    const screen = folder.screens[from]
    if (!screen) return
    onChange(moveScreen(config, folder.name, screen.name, to))
    tell(screen.key, to)
  }
  return (
    <>
      <p className="mg-dim menu-how">{t('menu.how')}</p>
      <ol className="menu-list">
        {all.map((f, place) => {
          const single = onlyOf(f)
          const shown = shownOf(f)
          return (
            <li key={f.name}>
              <EntryRow
                entry={single ? { ...f, names: single.names } : f}
                name={nameOf(shown)}
                icon={f.icon}
                group={layout}
                place={place}
                last={all.length - 1}
                onMove={folderMoved}
                onHide={() => onChange(turnHidden(config, f.key))}
                onRename={() => onRename(shown)}
              />
              {!single && (
                <ol className={`menu-below${f.hidden ? ' menu-below-hidden' : ''}`}>
                  {f.screens.map((s, i) => (
                    <li key={s.name}>
                      <EntryRow
                        entry={s}
                        name={nameOf(s.key)}
                        group={f.name}
                        place={i}
                        last={f.screens.length - 1}
                        onMove={screenMoved(f)}
                        onHide={() => onChange(turnHidden(config, s.key))}
                        onRename={() => onRename(s.key)}
                      />
                    </li>
                  ))}
                </ol>
              )}
            </li>
          )
        })}
      </ol>
      <p className="mg-sr" role="status">
        {said}
      </p>
    </>
  )
}
