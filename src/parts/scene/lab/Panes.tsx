/** Machines beside the task: two panes with a divider between them. The task's width and whether it is folded away are remembered. */
import './lab.css'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { scoped } from '../../../lib/storage.ts'
import { IconButton } from '../../../ui/input/Button.tsx'
import { clampPaneWidth, widthAfterKey, type PaneLayout, parsePaneLayout, width } from './panes.logic.ts'
import { focused } from '../../../lib/shadow.ts'

interface PanesProps {
  machines: ReactNode
  task: ReactNode
}
const kept = scoped('local')
const place = 'lab-panes'
/** What of a pane takes the keyboard: a terminal, a picture of a desktop, else what comes first. */
const wanted = ['.xterm-helper-textarea', '.mg-desk-places canvas', 'button:not(:disabled), a[href], input']

export function Panes({ machines, task }: PanesProps) {
  const [{ px, folded }, setKept] = useState<PaneLayout>(() => parsePaneLayout(kept.get(place)))
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
    const to = widthAfterKey(e.key, px, room())
    if (to === undefined) return
    e.preventDefault()
    set({ px: to, folded })
  }
  const onDrag = (e: PointerEvent<HTMLDivElement>) => {
    if (!e.currentTarget.hasPointerCapture(e.pointerId)) return
    const end = box.current?.getBoundingClientRect()
    if (!end) return
    const rtl = getComputedStyle(e.currentTarget).direction === 'rtl'
    set({ px: clampPaneWidth(rtl ? e.clientX - end.left : end.right - e.clientX, room()), folded })
  }
  return (
    <div ref={box} className="lab-panes" onKeyDownCapture={onKey}>
      <div ref={left} className="lab-machines">
        {machines}
      </div>
      {!folded && (
        <div
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
      )}
      <aside
        ref={right}
        tabIndex={-1}
        className="lab-task"
        aria-label={t('console.lab_task')}
        data-folded={folded}
        style={folded ? undefined : { width: px }}
      >
        <header className="lab-task-head">
          {!folded && <h2>{t('console.lab_task')}</h2>}
          {!folded && <span className="mg-faint lab-keys">{t('console.lab_keys')}</span>}
          <IconButton
            size="small"
            icon={folded ? 'chevron-left' : 'chevron-right'}
            label={t(folded ? 'console.lab_unfold' : 'console.lab_fold')}
            aria-expanded={!folded}
            onClick={() => set({ px, folded: !folded })}
          />
        </header>
        {/* folded away it keeps what was typed */}
        <div className="lab-task-body" hidden={folded}>
          {task}
        </div>
      </aside>
    </div>
  )
}
