import './Menu.css'
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Icon, type IconName } from './Icon.tsx'
import { nextInMenu } from './menuKeys.ts'
import { focused, targetOf } from '../lib/shadow.ts'

export interface MenuItem {
  id: string
  label: string
  icon?: IconName | undefined
  /** Path from `href()`. */
  to?: string
  onSelect?: () => void
  danger?: boolean
  disabled?: boolean
  /** One of several choices. */
  checked?: boolean
  note?: string
  /** Language of the label when it is not the page's. */
  lang?: string
}

interface MenuProps {
  /** What the button opens, for a screen reader and as a tooltip. */
  label: string
  trigger: ReactNode
  items: readonly (MenuItem | 'line')[]
  align?: 'start' | 'end'
  triggerClass?: string
  /** Above the items: who is signed in. */
  head?: ReactNode
  /** Whether the Tab key stops at it. */
  tabbable?: boolean
}

/** A button with a menu: arrows, Home, End, letters and Esc as everywhere. */
export function Menu({
  label,
  trigger,
  items,
  align = 'end',
  triggerClass = 'mg-btn mg-btn-quiet mg-btn-default',
  head,
  tabbable = true,
}: MenuProps) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<false | 'first' | 'last'>(false)

  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  const close = (focus: boolean) => {
    setOpen(false)
    if (focus) button.current?.focus()
  }

  useEffect(() => {
    if (!open) return
    entries()
      .at(open === 'first' ? 0 : -1)
      ?.focus()
    const outside = (e: Event) => {
      if (!root.current?.contains(targetOf(e) as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open])

  const onKeyDown = (e: KeyboardEvent) => {
    if (!open) {
      if (e.key !== 'ArrowDown' && e.key !== 'ArrowUp') return
      e.preventDefault()
      setOpen(e.key === 'ArrowDown' ? 'first' : 'last')
      return
    }
    if (e.key === 'Escape') {
      e.preventDefault()
      e.stopPropagation()
      close(true)
      return
    }
    const all = entries()
    const at = all.indexOf(focused() as HTMLElement)
    const next = nextInMenu(
      e.key,
      at,
      all.map((x) => x.textContent ?? ''),
    )
    if (next === undefined) return
    e.preventDefault()
    all[next]?.focus()
  }

  const chosen = (item: MenuItem) => {
    if (item.disabled) return
    close(!item.to)
    item.onSelect?.()
  }

  return (
    <div
      ref={root}
      className="mg-menu"
      onKeyDown={onKeyDown}
      onBlur={(e) => {
        if (open && e.relatedTarget && !root.current?.contains(e.relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        tabIndex={tabbable ? undefined : -1}
        className={triggerClass}
        title={label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open !== false}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(open ? false : 'first')}
      >
        {trigger}
      </button>
      {open && (
        <div className={`mg-menu-pop mg-menu-${align}`}>
          {head && <div className="mg-menu-head">{head}</div>}
          <div id={id} role="menu" aria-label={label}>
            {items.map((item, i) =>
              item === 'line' ? (
                <hr key={`line-${i}`} className="mg-menu-line" />
              ) : (
                <Fragment key={item.id}>
                  <Entry item={item} onChosen={() => chosen(item)} />
                </Fragment>
              ),
            )}
          </div>
        </div>
      )}
    </div>
  )
}

function Entry({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const common = {
    role: item.checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': item.checked,
    'aria-disabled': item.disabled || undefined,
    className: `mg-menu-item${item.danger ? ' mg-menu-danger' : ''}`,
    tabIndex: -1,
    lang: item.lang,
    onClick: onChosen,
  }
  const words = (
    <>
      {item.checked !== undefined ? (
        <span className="mg-menu-mark">{item.checked && <Icon name="check" />}</span>
      ) : (
        item.icon && <Icon name={item.icon} />
      )}
      <span className="mg-menu-label">{item.label}</span>
      {item.note && <span className="mg-menu-note">{item.note}</span>}
    </>
  )
  return item.to && !item.disabled ? (
    <Link {...common} to={item.to}>
      {words}
    </Link>
  ) : (
    <button {...common} type="button">
      {words}
    </button>
  )
}
