import './dialogs.css'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { t } from '../../../../i18n/index.ts'
import type { Point } from '../../../../parts/topology-view/figure.ts'
import { Icon } from '../../../../ui/icon/Icon.tsx'
import { nextInMenu } from '../../../../ui/input/menuKeys.ts'
import type { TopologyCommand, CommandContext } from '../commands/command.ts'
import { topologyCommandOf } from '../commands/commands.ts'
import { shownKeys } from '../commands/keys.ts'
import { scaleOf } from '../../../../lib/scale.ts'
import { focused } from '../../../../lib/shadow.ts'

interface ContextMenuProps {
  /** In the window. */
  at: Point
  desk: CommandContext
  mac: boolean
  run: (command: TopologyCommand) => void
  onClose: () => void
}

const onThings = ['form', 'connect', 'duplicate', 'cut', 'copy', 'group', 'stamp', 'straighten', 'lock', 'remove']
const onNothing = ['paste', 'note', 'all', 'fit', 'actual', 'search', 'help']

/** The commands that may be used here and now, where the pointer is. */
export function ContextMenu({ at, desk, mac, run, onClose }: ContextMenuProps) {
  const box = useRef<HTMLDivElement>(null)
  const list = (desk.selection.length ? onThings : onNothing).map(topologyCommandOf).filter((c) => c.may(desk))
  const entries = () => [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  useEffect(() => {
    const e = box.current
    if (!e) return
    const frame = e.offsetParent?.getBoundingClientRect()
    // a host may leave less than the window
    const room = e.closest('.mg-shell')?.getBoundingClientRect()
    const top = Math.max(0, room?.top ?? 0) + 8
    const right = Math.min(window.innerWidth, room?.right ?? window.innerWidth) - 8
    const bottom = Math.min(window.innerHeight, room?.bottom ?? window.innerHeight) - 8
    const scale = scaleOf(e.offsetParent ?? e)
    const own = (px: number) => `${px / scale}px`
    e.style.maxHeight = own(bottom - top)
    e.style.insetInlineStart = own(Math.min(at.x, right - e.offsetWidth * scale) - (frame?.left ?? 0))
    e.style.insetBlockStart = own(Math.max(top, Math.min(at.y, bottom - e.offsetHeight * scale)) - (frame?.top ?? 0))
    entries()[0]?.focus()
  }, [at])
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.key === 'Escape' || e.key === 'Tab') {
      e.preventDefault()
      e.stopPropagation()
      onClose()
      return
    }
    const all = entries()
    const held = focused()
    const next = nextInMenu(
      e.key,
      all.findIndex((x) => x === held),
      all.map((x) => x.textContent ?? ''),
    )
    if (next === undefined) return
    e.preventDefault()
    all[next]?.focus()
  }
  return (
    <div
      ref={box}
      className="te-menu"
      role="menu"
      tabIndex={-1}
      aria-label={t('editor.menu')}
      onKeyDown={onKeyDown}
      onBlur={(e) => {
        if (!e.currentTarget.contains(e.relatedTarget)) onClose()
      }}
    >
      {list.map((c) => (
        <button
          key={c.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={`mg-menu-item${c.id === 'remove' ? ' mg-menu-danger' : ''}`}
          onClick={() => {
            onClose()
            run(c)
          }}
        >
          {c.icon && <Icon name={c.icon} />}
          <span className="mg-menu-label">{t(c.label)}</span>
          <span className="mg-menu-note">{c.keys?.[0] && shownKeys(c.keys[0], mac)}</span>
        </button>
      ))}
    </div>
  )
}
