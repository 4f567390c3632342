import './SideMenu.css'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { lit, type MenuFolder, menu } from '../../../contract/access.ts'
import { type ScreenName, screens } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useAccess } from '../../../kit/session/access.ts'
import { useMenuConfig } from '../../../kit/session/use.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { type MenuStop, menuMove, openFolders, toggledFolder } from './menu.logic.ts'
import { useRemembered } from './remembered.ts'
import { focused } from '../../../lib/shadow.ts'

interface SideMenuProps {
  layout: 'learner' | 'admin'
  screen: ScreenName | undefined
  /** Icons only; a folder's screens fly out beside it. */
  rail?: boolean
  onChosen?: () => void
}

export function SideMenu({ layout, screen, rail = false, onChosen }: SideMenuProps) {
  const { visible } = useAccess()
  const config = useMenuConfig()
  const folders = useMemo(() => menu(screens, visible, layout, config), [visible, layout, config])
  const here = screen && lit(screens, screen)
  const hereFolder = folders.find((f) => f.screens.some((s) => s.name === here))?.folder
  const [remembered, remember] = useRemembered(`menu-open-${layout}`, '')
  const [flying, setFlying] = useState<string | null>(null)
  const open = rail ? new Set(flying ? [flying] : []) : openFolders(remembered)
  const nav = useRef<HTMLElement>(null)

  // a screen reached by a link opens its folder; what the viewer closes afterwards stays closed
  useEffect(() => {
    if (!rail && hereFolder && !open.has(hereFolder)) remember(toggledFolder(open, hereFolder))
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hereFolder, rail])

  const toggle = (folder: string) => {
    if (rail) setFlying(flying === folder ? null : folder)
    else remember(toggledFolder(open, folder))
  }

  const onKeyDown = (e: KeyboardEvent) => {
    const all = [...(nav.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])]
    const held = focused()
    const at = all.findIndex((x) => x === held)
    if (e.key === 'Escape' && flying) {
      e.stopPropagation()
      all.find((x) => x.dataset['stop'] === flying)?.focus()
      setFlying(null)
      return
    }
    const stops = all.map(
      (x): MenuStop => ({
        kind: x.tagName === 'A' ? 'link' : 'folder',
        open: x.getAttribute('aria-expanded') === 'true',
        parent: x.dataset['parent'] ? all.findIndex((p) => p.dataset['stop'] === x.dataset['parent']) : undefined,
      }),
    )
    const move = menuMove(e.key, at, stops)
    if (!move) return
    e.preventDefault()
    if ('go' in move) all[move.go]?.focus()
    else all[move.toggle]?.click()
  }

  const chosen = () => {
    setFlying(null)
    onChosen?.()
  }
  return (
    <nav
      ref={nav}
      className={`mg-side-menu${rail ? ' mg-side-rail' : ''}`}
      aria-label={t('shell.nav')}
      onKeyDown={onKeyDown}
      onBlur={(e) => {
        if (flying && e.relatedTarget && !nav.current?.contains(e.relatedTarget)) setFlying(null)
      }}
      onMouseLeave={() => setFlying(null)}
    >
      <ul>
        {folders.map((f) =>
          f.screens.length === 1 ? (
            <Single key={f.folder} folder={f} here={here} rail={rail} onChosen={chosen} />
          ) : (
            <Folder
              key={f.folder}
              folder={f}
              here={here}
              rail={rail}
              open={open.has(f.folder)}
              onToggle={() => toggle(f.folder)}
              onHover={rail ? () => setFlying(f.folder) : undefined}
              onChosen={chosen}
            />
          ),
        )}
      </ul>
    </nav>
  )
}

interface EntryProps {
  folder: MenuFolder
  here: ScreenName | undefined
  rail: boolean
  onChosen: () => void
}

/** A folder with one screen is that screen. */
function Single({ folder, here, rail, onChosen }: EntryProps) {
  const screen = folder.screens[0]
  if (!screen) return null
  const title = t(`screen.${screen.name}`)
  return (
    <li className="mg-side-entry">
      <Link
        className="mg-side-row"
        data-stop={screen.name}
        to={screen.path}
        title={title}
        aria-label={rail ? title : undefined}
        aria-current={screen.name === here ? 'page' : undefined}
        onClick={onChosen}
      >
        <Icon name={folder.icon} size={20} />
        {!rail && <span className="mg-ellipsis">{title}</span>}
      </Link>
    </li>
  )
}

interface FolderProps extends EntryProps {
  open: boolean
  onToggle: () => void
  onHover: (() => void) | undefined
}

function Folder({ folder, here, rail, open, onToggle, onHover, onChosen }: FolderProps) {
  const title = t(`folder.${folder.folder}`)
  const inside = folder.screens.some((s) => s.name === here)
  const id = `mg-folder-${folder.folder}`
  const button = useRef<HTMLButtonElement>(null)
  const [top, setTop] = useState(0)
  // the rail scrolls and would clip what flies out of it, so that is placed against the shell
  useEffect(() => {
    if (!rail || !open || !button.current) return
    const shell = button.current.closest('.mg-shell')?.getBoundingClientRect()
    if (!shell) return
    const room = shell.height - (folder.screens.length * 32 + 52)
    setTop(Math.max(8, Math.min(button.current.getBoundingClientRect().top - shell.top, room)))
  }, [rail, open, folder.screens.length])

  return (
    <li className="mg-side-entry" onMouseEnter={onHover}>
      <button
        ref={button}
        type="button"
        className={`mg-side-row${inside ? ' mg-side-inside' : ''}`}
        data-stop={folder.folder}
        aria-expanded={open}
        aria-controls={id}
        aria-label={rail ? title : undefined}
        title={rail ? undefined : title}
        onClick={onToggle}
      >
        <Icon name={folder.icon} size={20} />
        {!rail && <span className="mg-ellipsis">{title}</span>}
        {!rail && <Icon name="chevron-down" className="mg-side-turn" />}
      </button>
      {open && (
        <div id={id} className={rail ? 'mg-side-fly' : 'mg-side-below'} style={rail ? { top } : undefined}>
          {rail && <p className="mg-side-fly-title">{title}</p>}
          <ul>
            {folder.screens.map((s) => (
              <li key={s.name}>
                <Link
                  className="mg-side-row mg-side-leaf"
                  data-stop={s.name}
                  data-parent={folder.folder}
                  to={s.path}
                  title={t(`screen.${s.name}`)}
                  aria-current={s.name === here ? 'page' : undefined}
                  onClick={onChosen}
                >
                  <span className="mg-ellipsis">{t(`screen.${s.name}`)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </li>
  )
}
