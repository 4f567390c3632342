/** The entries of an edited list: adding, taking out, moving, with the focus going where the hand expects it. */
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { newKey } from '../../lib/id.ts'
import { moveEntry } from './form.logic.ts'

export interface EditableItems<T> {
  /** What tells the entries apart while they move; by place. */
  keys: readonly string[]
  /** News for a reader. */
  said: string
  add: (item: T) => void
  drop: (at: number) => void
  move: (at: number, by: number) => void
  /** The focus goes to the first field of an entry. */
  go: (at: number) => void
  /** Alt with an arrow moves the entry the focus is in. */
  onKeyDown: (e: KeyboardEvent, at: number) => void
}

/** @param root holds the entries, each marked `data-item`, and the button that adds, marked `data-add` */
export function useItems<T>(
  list: readonly T[],
  onChange: (list: readonly T[]) => void,
  root: RefObject<HTMLElement | null>,
): EditableItems<T> {
  const [made, setKeys] = useState<readonly string[]>([])
  const keys = list.map((_, i) => made[i] ?? `at-${i}`)
  const [said, setSaid] = useState('')
  const into = (found: HTMLElement | null | undefined): void => {
    const inner = found?.matches('button') ? found : found?.querySelector<HTMLElement>('input, textarea')
    inner?.focus()
  }
  const focus = useRef<number | 'add' | undefined>(undefined)

  useEffect(() => {
    const at = focus.current
    focus.current = undefined
    if (at === undefined) return
    const place = at === 'add' ? '[data-add]' : `[data-item="${at}"]`
    into(root.current?.querySelector<HTMLElement>(place))
  })

  const items: EditableItems<T> = {
    keys,
    said,
    add(item) {
      focus.current = list.length
      setKeys([...keys, newKey()])
      onChange([...list, item])
    },
    drop(at) {
      setKeys(keys.filter((_, i) => i !== at))
      focus.current = list.length > 1 ? Math.min(at, list.length - 2) : 'add'
      onChange(list.filter((_, i) => i !== at))
    },
    move(at, by) {
      const next = moveEntry(list, at, at + by)
      if (next === list) return
      setKeys(moveEntry(keys, at, at + by))
      setSaid(t('kit.form.list_moved', { n: at + by + 1 }))
      onChange(next)
    },
    go: (at) => into(root.current?.querySelector<HTMLElement>(`[data-item="${at}"]`)),
    onKeyDown(e, at) {
      if (!e.altKey || (e.key !== 'ArrowUp' && e.key !== 'ArrowDown')) return
      e.preventDefault()
      items.move(at, e.key === 'ArrowUp' ? -1 : 1)
    },
  }
  return items
}
