/**
 * One of a few: Arco's list, with the name, the keys and the focus that the browser's own list has and Arco's lacks. Bars of lists and
 * light pages, whose first paint has nothing of Arco's, have the browser's (`kit/resource/input/Select`).
 */
import './Select.css'
import { Select as ArcoSelect } from '@arco-design/web-react'
import type { SelectHandle } from '@arco-design/web-react/es/Select/interface'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { ArcoRoot } from './ArcoRoot.tsx'

interface SelectProps<V extends string> {
  id?: string | undefined
  value: V | ''
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  onBlur?: (() => void) | undefined
  disabled?: boolean | undefined
  className?: string
  small?: boolean
  /** In a line with others: as wide as what is chosen, and its list as what it offers. */
  fit?: boolean
  /** Shown where nothing is chosen yet. */
  placeholder?: string
  'aria-label'?: string | undefined
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

export function Select<const V extends string>({
  value,
  options,
  onChange,
  onBlur,
  disabled = false,
  className = '',
  small = false,
  fit = false,
  ...rest
}: SelectProps<V>) {
  const own = useId()
  const id = rest.id ?? own
  const [open, setOpen] = useState(false)
  /** Place of the option that the arrows stand on. */
  const [active, setActive] = useState<number>()
  const box = useRef<HTMLElement | null>(null)
  const look = useCallback((handle: SelectHandle | null) => {
    if (!handle) return
    box.current = handle.dom
    // Arco lets go of the focus with the list
    handle.dom.blur = () => undefined
    const stood: unknown = handle.activeOptionValue
    setActive(typeof stood === 'number' ? stood : undefined)
  }, [])
  const label = useLabel(id, box)
  useFollowing(open, box)

  /** −1 where nothing of it is chosen yet. */
  const at = options.findIndex((o) => o.value === value)
  const take = (n: number | undefined) => {
    const next = n === undefined ? undefined : options[n]
    if (next && next.value !== value) onChange(next.value)
  }
  /** Beyond Arco's keys: Space and the arrows open it, Space takes, letters go to the next option that begins so. */
  const keys = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.nativeEvent.isComposing) return
    if (e.key === 'Escape' && open) e.stopPropagation()
    else if ([' ', 'ArrowDown', 'ArrowUp'].includes(e.key)) {
      if (open && e.key === ' ') take(active)
      if (!open || e.key === ' ') setOpen(!open)
    } else if (e.key.length === 1) {
      const begins = (n: number) => options[n]?.label.toLowerCase().startsWith(e.key.toLowerCase())
      take(options.map((_, n) => (at + 1 + n) % options.length).find(begins))
    } else return
    e.preventDefault()
  }
  return (
    <ArcoRoot>
      <ArcoSelect
        aria-labelledby={label}
        {...rest}
        ref={look}
        id={id}
        className={`mg-select${small ? ' mg-select-small' : ''}${fit ? ' mg-select-fit' : ''} ${className}`}
        size={small ? 'small' : 'default'}
        // by their places: Arco takes an empty text for no choice
        value={at < 0 ? undefined : at}
        disabled={disabled}
        error={rest['aria-invalid'] === true}
        popupVisible={open}
        onVisibleChange={setOpen}
        triggerProps={{
          updateOnScroll: true,
          ...(fit && { autoAlignPopupWidth: false, autoAlignPopupMinWidth: true, position: 'bl' }),
        }}
        arrowIcon={<Icon name="chevron-down" />}
        aria-autocomplete="none"
        aria-activedescendant={open && active !== undefined ? `${id}-${active}` : undefined}
        onChange={take}
        onKeyDown={keys}
        {...(onBlur && { onBlur })}
      >
        {options.map((o, n) => (
          <ArcoSelect.Option key={o.value} value={n} id={`${id}-${n}`}>
            {o.label}
          </ArcoSelect.Option>
        ))}
      </ArcoSelect>
    </ArcoRoot>
  )
}

/** Arco looks where the box stands when the list opens: it looks again when the box was moved by what arrived above. */
function useFollowing(open: boolean, box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!open) return undefined
    const top = () => box.current?.getBoundingClientRect().top
    let was = top()
    let frame = requestAnimationFrame(function look() {
      // Arco keeps to itself what could be told to look again
      if (top() !== was) window.dispatchEvent(new Event('resize'))
      was = top()
      frame = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(frame)
  }, [open, box])
}

const isAbove = (node: Node): node is Node & ParentNode => 'querySelector' in node
/** The id of the label for a box that is none of the browser's fields: it names the box, and a click on it leads there. */
function useLabel(id: string, box: RefObject<HTMLElement | null>): string | undefined {
  const [name, setName] = useState<string>()
  useEffect(() => {
    const root = box.current?.getRootNode()
    const label = root && isAbove(root) && root.querySelector<HTMLElement>(`label[for="${id}"]`)
    if (!label) return undefined
    label.id ||= `${id}-name`
    setName(label.id)
    const focus = () => box.current?.focus()
    label.addEventListener('click', focus)
    return () => label.removeEventListener('click', focus)
  }, [id, box])
  return name
}
