/** Machines beside the task: two panes with a divider between them. The task's width and whether it is folded away are remembered. */
import './lab.css'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { scoped } from '../../../lib/storage.ts'
import type { IconName } from '../../../ui/icon/Icon.tsx'
import { IconButton } from '../../../ui/input/Button.tsx'
import {
  clampPaneWidth,
  parseArrangement,
  parsePaneLayout,
  type PaneArrangement,
  type PaneLayout,
  width,
  widthAfterKey,
} from './panes.logic.ts'
import { focused } from '../../../lib/shadow.ts'

interface PanesProps {
  machines: ReactNode
  task: ReactNode
  /** The task comes first, and whoever works on it chooses whether its machines stand beside or below it. */
  arrange?: boolean
}
const kept = scoped('local')
const place = 'lab-panes'
const arrangementPlace = 'lab-arrangement'
/** To fold it away, and to open it again: towards where it goes. */
const foldIcons = {
  before: ['chevron-right', 'chevron-left'],
  right: ['chevron-left', 'chevron-right'],
  below: ['chevron-up', 'chevron-down'],
} as const satisfies Record<PaneArrangement, readonly [IconName, IconName]>
/** What of a pane takes the keyboard: a terminal, a picture of a desktop, else what comes first. */
const wanted = ['.xterm-helper-textarea', '.mg-desk-places canvas', 'button:not(:disabled), a[href], input']

export function Panes({ machines, task, arrange = false }: PanesProps) {
  const [{ px, folded }, setKept] = useState<PaneLayout>(() => parsePaneLayout(kept.get(place)))
  const [chosen, setChosen] = useState(() => parseArrangement(kept.get(arrangementPlace)))
  const at: PaneArrangement = arrange ? chosen : 'before'
  const first = at !== 'before'
  const box = useRef<HTMLDivElement>(null)
  const left = useRef<HTMLDivElement>(null)
  const right = useRef<HTMLElement>(null)
  const set = (next: PaneLayout) => {
    setKept(next)
    kept.set(place, JSON.stringify(next))
  }
  const room = () => box.current?.clientWidth || window.innerWidth
  const toTask = () => right.current?.focus()
  const toMachines = () => {
    for (const what of wanted) {
      const found = left.current?.querySelector<HTMLElement>(what)
      if (found) return found.focus()
    }
  }
  /** Before a terminal sees it: programs there have uses for every key. */
  const onKey = (e: KeyboardEvent) => {
    if (e.key !== 'F6' || !e.ctrlKey || e.altKey || e.metaKey) return
    e.preventDefault()
    e.stopPropagation()
    if (right.current?.contains(focused())) return toMachines()
    if (folded) set({ px, folded: false })
    requestAnimationFrame(toTask)
  }
  const onDivider = (e: KeyboardEvent) => {
    const to = widthAfterKey(e.key, px, room(), first)
    if (to === undefined) return
    e.preventDefault()
    set({ px: to, folded })
  }
  const onDrag = (e: PointerEvent<HTMLDivElement>) => {
    if (!e.currentTarget.hasPointerCapture(e.pointerId)) return
    const end = box.current?.getBoundingClientRect()
    if (!end) return
    const rtl = getComputedStyle(e.currentTarget).direction === 'rtl'
    set({ px: clampPaneWidth(rtl !== first ? e.clientX - end.left : end.right - e.clientX, room()), folded })
  }
  const turn = () => {
    const to = chosen === 'right' ? 'below' : 'right'
    setChosen(to)
    kept.set(arrangementPlace, to)
  }
  // consoles stay what they are while panes change places: each has its key
  const panes = [
    <div key="machines" ref={left} className="lab-machines">
      {machines}
    </div>,
    !folded && at !== 'below' && (
      <div
        key="divider"
        className="lab-divider"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t('console.lab_width')}
        aria-valuemin={width.min}
        aria-valuemax={width.most(room())}
        aria-valuenow={px}
        onKeyDown={onDivider}
        onPointerDown={(e) => e.currentTarget.setPointerCapture(e.pointerId)}
        onPointerMove={onDrag}
      />
    ),
    <aside
      key="task"
      ref={right}
      tabIndex={-1}
      className="lab-task"
      aria-label={t('console.lab_task')}
      data-folded={folded}
      style={folded || at === 'below' ? undefined : { width: px }}
    >
      <header className="lab-task-head">
        {!folded && <h2>{t('console.lab_task')}</h2>}
        {!folded && <span className="mg-faint lab-keys">{t('console.lab_keys')}</span>}
        {arrange && !folded && (
          <IconButton
            size="small"
            icon={at === 'right' ? 'space-down' : 'space-across'}
            label={t(at === 'right' ? 'console.lab_below' : 'console.lab_beside')}
            onClick={turn}
          />
        )}
        <IconButton
          size="small"
          icon={foldIcons[at][folded ? 1 : 0]}
          label={t(folded ? 'console.lab_unfold' : 'console.lab_fold')}
          aria-expanded={!folded}
          onClick={() => set({ px, folded: !folded })}
        />
      </header>
      {/* folded away it keeps what was typed */}
      <div className="lab-task-body" hidden={folded}>
        {task}
      </div>
    </aside>,
  ]
  return (
    <div ref={box} className="lab-panes" data-at={at} onKeyDownCapture={onKey}>
      {first ? panes.toReversed() : panes}
    </div>
  )
}
