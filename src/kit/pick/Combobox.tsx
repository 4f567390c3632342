import '../../ui/input/Field.css'
import '../resource/input/input.css'
import './pick.css'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { type Choice, idsAfterChoice, chosenChoices, named, nextOption } from './pick.logic.ts'
import { Chip, ComboboxNote } from './ComboboxParts.tsx'
import { usePopPlace } from './popPlace.ts'

export interface PickProps {
  id?: string | undefined
  value: readonly string[]
  onChange: (ids: string[]) => void
  many?: boolean | undefined
  /** A single choice can be taken back. */
  clearable?: boolean | undefined
  invalid?: boolean | undefined
  disabled?: boolean | undefined
  onBlur?: (() => void) | undefined
  /** What an empty choice means. */
  placeholder?: string | undefined
  /** What is said beside several that are chosen, by their id. */
  notes?: ReadonlyMap<string, string> | undefined
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
}

export interface ComboboxProps extends PickProps {
  choices: readonly Choice[]
  known: ReadonlyMap<string, Choice>
  /** Names of what is chosen are still on their way. */
  naming?: boolean
  loading?: boolean
  /** How many match beyond those shown. */
  more?: number
  failed?: boolean
  onRetry?: () => void
  typed: string
  onTyped: (text: string) => void
  onOpen?: (open: boolean) => void
}

/**
 * A text box with a list below it: typing narrows the list, arrows walk it, Enter takes, Esc closes. Whoever types a name in full and leaves
 * has chosen it; what names nothing is said.
 */
export function Combobox(props: ComboboxProps) {
  const { value, onChange, many = false, choices, known, typed, onTyped, onOpen, disabled } = props
  const list = useId()
  const box = useRef<HTMLInputElement>(null)
  const pop = useRef<HTMLDivElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const place = usePopPlace(root, open)
  const [at, setAt] = useState(-1)
  /** Left with something typed that the list has no answer to yet. */
  const [leaving, setLeaving] = useState(false)
  const [lost, setLost] = useState('')
  const chosen = chosenChoices(value, known)
  const single = many ? undefined : chosen[0]

  const show = (now: boolean) => {
    if (now === open || disabled) return
    setOpen(now)
    setAt(-1)
    setLeaving(false)
    if (now) setLost('')
    onOpen?.(now)
    if (!now) onTyped('')
  }
  const take = (id: string) => {
    onChange(idsAfterChoice(value, id, many))
    onTyped('')
    if (!many) show(false)
    box.current?.focus()
  }
  const settle = () => {
    const meant = named(choices, typed)
    if (meant && !value.includes(meant.id)) onChange(idsAfterChoice(value, meant.id, many))
    setLost(meant ? '' : typed.trim())
    show(false)
  }
  useEffect(() => {
    if (leaving && !props.loading) settle()
    // once the list has answered
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [leaving, props.loading])
  useEffect(() => {
    if (at >= 0) pop.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing) return
    const next = nextOption(e.key, at, choices.length)
    const under = choices[at]
    if (next !== undefined) {
      e.preventDefault()
      show(true)
      setAt(next)
    } else if (e.key === 'Enter' && open) {
      e.preventDefault()
      const only = typed !== '' && choices.length === 1 ? choices[0] : undefined
      const taken = under ?? only
      if (taken) take(taken.id)
    } else if (e.key === 'Escape' && open) {
      e.preventDefault()
      e.stopPropagation()
      show(false)
    } else if (e.key === 'Backspace' && many && typed === '' && value.length) onChange(value.slice(0, -1))
  }
  const nameOfChosen = (c: { id: string; label: string | undefined }) =>
    c.label ?? (props.naming ? '…' : `${c.id.slice(0, 8)}… (${t('kit.pick.gone')})`)

  const input = (
    <input
      id={props.id}
      ref={box}
      className={many ? undefined : 'mg-field'}
      role="combobox"
      autoComplete="off"
      spellCheck={false}
      aria-expanded={open}
      aria-controls={list}
      aria-autocomplete="list"
      aria-activedescendant={open && choices[at] ? `${list}-${at}` : undefined}
      aria-invalid={props.invalid || undefined}
      aria-label={props['aria-label']}
      aria-describedby={props['aria-describedby']}
      disabled={disabled}
      placeholder={value.length ? undefined : (props.placeholder ?? t('kit.pick.search'))}
      value={open || many || !single ? typed : nameOfChosen(single)}
      onChange={(e) => {
        show(true)
        setAt(-1)
        onTyped(e.target.value)
      }}
      onFocus={() => setLeaving(false)}
      onClick={() => show(true)}
      onKeyDown={onKeyDown}
    />
  )
  return (
    <div
      ref={root}
      className="kit-pick"
      onBlur={(e) => {
        if (e.currentTarget.contains(e.relatedTarget)) return
        if (!open || typed.trim() === '') show(false)
        else if (props.loading) setLeaving(true)
        else settle()
        props.onBlur?.()
      }}
    >
      {many ? (
        <div className="mg-field kit-words" aria-invalid={props.invalid || undefined}>
          {chosen.map((c) => (
            <Chip
              key={c.id}
              name={nameOfChosen(c)}
              note={props.notes?.get(c.id)}
              disabled={disabled}
              onDrop={() => onChange(idsAfterChoice(value, c.id, true))}
            />
          ))}
          {input}
        </div>
      ) : (
        <span className="mg-field-wrap">
          {input}
          <span className="mg-field-end">
            {single && props.clearable && !disabled ? (
              <IconButton icon="close" size="small" label={t('kit.pick.clear')} onClick={() => onChange([])} />
            ) : (
              <Icon name="chevron-down" />
            )}
          </span>
        </span>
      )}
      {lost && (
        <p className="mg-error" role="status">
          {t('kit.pick.lost', { text: lost })}
        </p>
      )}
      {open && !leaving && (
        <div className="kit-pick-pop" ref={pop} style={place} onMouseDown={(e) => e.preventDefault()}>
          <div id={list} role="listbox" aria-multiselectable={many} aria-busy={props.loading}>
            {choices.map((c, i) => (
              <div
                key={c.id}
                id={`${list}-${i}`}
                data-at={i}
                role="option"
                tabIndex={-1}
                aria-selected={value.includes(c.id)}
                className={i === at ? 'kit-pick-option kit-pick-at' : 'kit-pick-option'}
                onClick={() => take(c.id)}
                onKeyDown={onKeyDown}
              >
                <span>{c.label}</span>
                {c.hint && <span className="mg-faint">{c.hint}</span>}
                <Icon name="check" />
              </div>
            ))}
          </div>
          <ComboboxNote {...props} />
        </div>
      )}
    </div>
  )
}
