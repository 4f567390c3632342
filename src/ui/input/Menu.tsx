import './Menu.css'
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { nextInMenu } from './menuKeys.ts'
import { putMenu } from './menuPlace.ts'
import { usePopups } from '../feedback/popups.ts'
import { focused, eventTargetOf } from '../../lib/shadow.ts'

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
  /** What it does, as a tooltip. */
  title?: string | undefined
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
  /** Stands in something that scrolls and would cut the menu off: it opens above the page, where there is room. */
  floating?: boolean
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
  floating = false,
}: MenuProps) {
  const id = useId()
  const popups = usePopups()
  const root = useRef<HTMLDivElement>(null)
  const pop = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<false | 'first' | 'last'>(false)

  const entries = () => [...(pop.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  const within = (el: EventTarget | null) =>
    el instanceof Node && (root.current?.contains(el) === true || pop.current?.contains(el) === true)
  const close = (focus: boolean) => {
    setOpen(false)
    if (focus) button.current?.focus()
  }

  useLayoutEffect(() => {
    const [from, menu] = [button.current, pop.current]
    if (!open || !floating || !from || !menu) return
    const put = (e?: Event) => {
      if (!(e?.target instanceof Node && menu.contains(e.target))) putMenu(menu, from, align)
    }
    put()
    const off = new AbortController()
    document.addEventListener('scroll', put, { capture: true, passive: true, signal: off.signal })
    window.addEventListener('resize', put, { signal: off.signal })
    return () => off.abort()
  }, [open, floating, align])
  useEffect(() => {
    if (!open) return
    entries()
      .at(open === 'first' ? 0 : -1)
      ?.focus({ preventScroll: floating })
    const outside = (e: Event) => {
      if (!within(eventTargetOf(e))) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [open, floating])

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
    // it stands at the end of the page: what comes next is what comes after its button
    if (e.key === 'Tab' && floating) return close(true)
    const all = entries()
    const held = focused()
    const at = all.findIndex((x) => x === held)
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

  const menu = (
    <div ref={pop} className={`mg-menu-pop ${floating ? 'mg-menu-floating' : `mg-menu-${align}`}`}>
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
  )
  return (
    <div
      ref={root}
      className="mg-menu"
      onKeyDown={onKeyDown}
      onBlur={(e) => {
        if (open && e.relatedTarget && !within(e.relatedTarget)) setOpen(false)
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
      {open && (floating ? createPortal(menu, button.current?.closest('dialog') ?? popups) : menu)}
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
    title: item.title,
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

/** Behind three dots in a row or a card: a button that is seen to work, however many of them stand one below the other. */
export const RowMenu = (props: Omit<MenuProps, 'trigger' | 'triggerClass'>) => (
  <Menu {...props} trigger={<Icon name="more" />} triggerClass="mg-btn mg-btn-plain mg-btn-small mg-btn-icon" />
)
