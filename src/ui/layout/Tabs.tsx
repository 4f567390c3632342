import './Tabs.css'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { format } from '../../i18n/index.ts'

interface TabItem<I extends string> {
  id: I
  label: string
  count?: number | undefined
  /** Path from `href()`: the tabs are links then. */
  to?: string
}
interface TabsProps<I extends string> {
  label: string
  items: readonly TabItem<I>[]
  active: string
  onChange?: (id: I) => void
  /** Id of the element that shows the chosen tab. */
  panel?: string
}

export function Tabs<const I extends string>({ label, items, active, onChange, panel }: TabsProps<I>) {
  const list = useRef<HTMLElement | null>(null)
  const keep = (element: HTMLElement | null) => {
    list.current = element
  }
  const widths = items.map((i) => i.count ?? '').join()
  useEffect(() => {
    // where they do not all fit, the chosen one is among those that are seen
    const row = list.current
    const chosen = row?.querySelector('[aria-current="page"], [aria-selected="true"]')
    if (!row || !chosen) return
    // the row alone is moved: tabs further down a page do not scroll it to them
    const [tab, seen] = [chosen.getBoundingClientRect(), row.getBoundingClientRect()]
    if (tab.left < seen.left) row.scrollLeft += tab.left - seen.left
    else if (tab.right > seen.right) row.scrollLeft += tab.right - seen.right
  }, [active, widths])
  if (items.some((i) => i.to))
    return (
      <nav ref={keep} className="mg-tabs" aria-label={label}>
        {items.map((item) => (
          <Link
            key={item.id}
            className="mg-tab"
            to={item.to ?? ''}
            aria-current={item.id === active ? 'page' : undefined}
          >
            <Words item={item} />
          </Link>
        ))}
      </nav>
    )

  const onKeyDown = (e: KeyboardEvent) => {
    const at = items.findIndex((i) => i.id === active)
    const last = items.length - 1
    const next =
      e.key === 'ArrowRight'
        ? at === last
          ? 0
          : at + 1
        : e.key === 'ArrowLeft'
          ? at <= 0
            ? last
            : at - 1
          : e.key === 'Home'
            ? 0
            : e.key === 'End'
              ? last
              : undefined
    const item = next === undefined ? undefined : items[next]
    if (!item || next === undefined) return
    e.preventDefault()
    onChange?.(item.id)
    list.current?.querySelectorAll<HTMLElement>(':scope > [role=tab]')[next]?.focus()
  }
  return (
    <div ref={keep} className="mg-tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          className="mg-tab"
          role="tab"
          aria-selected={item.id === active}
          aria-controls={panel}
          tabIndex={item.id === active ? 0 : -1}
          onClick={() => onChange?.(item.id)}
        >
          <Words item={item} />
        </button>
      ))}
    </div>
  )
}

function Words({ item }: { item: TabItem<string> }) {
  return (
    <>
      {item.label}
      {item.count !== undefined && <span className="mg-tab-count mg-num">{format.number(item.count)}</span>}
    </>
  )
}
