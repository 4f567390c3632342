import './Tree.css'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { RowMenu, type MenuItem } from '../input/Menu.tsx'
import { type TreeDrag, useTreeDrag } from './treeDrag.ts'

export interface TreeLine {
  id: string
  /** From 1 at the top. */
  level: number
  /** Undefined for a line that has nothing below it. */
  open?: boolean | undefined
}
export interface TreeProps<L extends TreeLine> {
  /** Lines that are in sight, from the top down. */
  lines: readonly L[]
  label?: string
  labelledBy?: string
  describedBy?: string | undefined
  /** Of a tree with boxes. */
  checked?: (line: L) => 'on' | 'some' | 'off'
  /** Of a tree in which one line is chosen. */
  selected?: (line: L) => boolean
  disabled?: (line: L) => boolean
  /** Further keys of a line, before the tree's own. */
  keys?: (line: L, e: KeyboardEvent) => (() => void) | undefined
  drag?: TreeDrag
  /** What can be done with a line; undefined for a line without a menu. */
  menu?: (line: L) => { label: string; items: MenuItem[] } | undefined
  onFold: (line: L, open: boolean) => void
  onChoose: (line: L) => void
  children: (line: L) => ReactNode
}

/**
 * A tree: arrows walk and fold it, Home and End go to its ends, Space and Enter choose. One stop of the Tab key, and one more where lines
 * have a menu. A line that goes while it has the focus leaves it to the one that takes its place.
 */
export function Tree<L extends TreeLine>(props: TreeProps<L>) {
  const {
    lines,
    label,
    labelledBy,
    describedBy,
    checked,
    selected,
    disabled,
    keys,
    drag,
    menu,
    onFold,
    onChoose,
    children,
  } = props
  const [at, setAt] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const dragOf = useTreeDrag(drag)
  const found = lines.findIndex((l) => l.id === at)
  const current = found < 0 ? Math.max(0, selected ? lines.findIndex(selected) : 0) : found

  const stood = useRef(0)
  useEffect(() => {
    if (found >= 0) stood.current = found
    else if (at !== undefined && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>(`[data-at="${Math.min(stood.current, lines.length - 1)}"]`)?.focus()
  }, [at, found, lines])

  const goTo = (n: number) => {
    const to = Math.max(0, Math.min(n, lines.length - 1))
    setAt(lines[to]?.id)
    root.current?.querySelector<HTMLElement>(`[data-at="${to}"]`)?.focus()
  }
  const onKeyDown = (e: KeyboardEvent) => {
    const line = lines[current]
    // keys of a line's menu are the menu's
    if (!line || !(e.target instanceof Element) || e.target.getAttribute('role') !== 'treeitem') return
    const own = keys?.(line, e)
    if (own) {
      e.preventDefault()
      return own()
    }
    if (e.ctrlKey || e.metaKey || e.altKey) return
    const choose = () => void (disabled?.(line) || onChoose(line))
    const walks: Record<string, () => void> = {
      ArrowDown: () => goTo(current + 1),
      ArrowUp: () => goTo(current - 1),
      Home: () => goTo(0),
      End: () => goTo(lines.length - 1),
      ArrowRight: () => (line.open === false ? onFold(line, true) : line.open && goTo(current + 1)),
      ArrowLeft: () => {
        if (line.open) onFold(line, false)
        else if (line.level > 1) goTo(lines.findLastIndex((l, i) => i < current && l.level < line.level))
      },
      ' ': choose,
      Enter: choose,
    }
    const act = walks[e.key]
    if (!act) return
    e.preventDefault()
    act()
  }

  return (
    <div
      ref={root}
      role="tree"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-multiselectable={checked ? true : undefined}
      className="mg-tree"
      onKeyDown={onKeyDown}
    >
      {lines.map((line, i) => {
        const mark = checked?.(line)
        const off = disabled?.(line) ?? false
        const acts = menu?.(line)
        return (
          <div
            key={line.id}
            data-at={i}
            role="treeitem"
            aria-level={line.level}
            aria-expanded={line.open}
            aria-checked={mark && (mark === 'some' ? 'mixed' : mark === 'on')}
            aria-selected={selected ? selected(line) : undefined}
            aria-disabled={off || undefined}
            tabIndex={i === current ? 0 : -1}
            className="mg-tree-line"
            style={{ '--level': line.level }}
            onFocus={() => setAt(line.id)}
            onClick={() => {
              setAt(line.id)
              if (!off) onChoose(line)
            }}
            {...dragOf(line.id)}
          >
            <Fold open={line.open} onFold={() => onFold(line, !line.open)} />
            {mark && (
              <span className={`mg-tick mg-tick-${mark}`} aria-hidden="true">
                {mark !== 'off' && <Icon name={mark === 'on' ? 'check' : 'minus'} />}
              </span>
            )}
            {children(line)}
            {acts && (
              <span className="mg-tree-menu" onClick={(e) => e.stopPropagation()}>
                <RowMenu floating label={acts.label} tabbable={i === current} items={acts.items} />
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** For the mouse; the keyboard folds with the arrows. */
function Fold({ open, onFold }: { open: boolean | undefined; onFold: () => void }) {
  if (open === undefined) return <span className="mg-tree-fold" />
  return (
    <span
      className="mg-tree-fold"
      aria-hidden="true"
      onClick={(e) => {
        e.stopPropagation()
        onFold()
      }}
    >
      <Icon name={open ? 'chevron-down' : 'chevron-right'} />
    </span>
  )
}
