import './Button.css'
import { type ButtonHTMLAttributes, forwardRef, useId, useState } from 'react'
import { Icon, type IconName } from '../icon/Icon.tsx'

export type ButtonTone = 'plain' | 'primary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'default' | 'large'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: ButtonTone
  size?: ButtonSize
  icon?: IconName | undefined
  /** Its act is under way: it keeps its place and the focus, and does not act again. */
  busy?: boolean | undefined
  /** Why it does nothing now: told where it is pointed at, read aloud, and written beside it once it is pressed. */
  off?: string | false | undefined
}

/** Class that makes a link look like a button. */
export const linkClass = (tone: ButtonTone = 'plain', size: ButtonSize = 'default'): string =>
  `mg-btn mg-btn-${tone} mg-btn-${size}`

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  {
    tone = 'plain',
    size = 'default',
    icon,
    busy = false,
    disabled = false,
    off,
    className = '',
    children,
    onClick,
    onFocus,
    onBlur,
    type = 'button',
    ...rest
  },
  ref,
) {
  const [focused, setFocused] = useState(false)
  const [asked, setAsked] = useState(false)
  const why = useId()
  // one that is switched off under the focus keeps it: the keyboard would have to begin at the top of the page again
  const held = disabled && focused
  const button = (
    <button
      {...(off ? { title: off, 'aria-describedby': why } : {})}
      {...rest}
      ref={ref}
      type={type}
      className={`${linkClass(tone, size)} ${className}`}
      aria-busy={busy || undefined}
      disabled={disabled && !focused}
      aria-disabled={busy || held || Boolean(off) || undefined}
      onClick={(e) => {
        setAsked(Boolean(off))
        if (busy || held || off) e.preventDefault()
        else onClick?.(e)
      }}
      onFocus={(e) => {
        setFocused(true)
        onFocus?.(e)
      }}
      onBlur={(e) => {
        setFocused(false)
        onBlur?.(e)
      }}
    >
      {busy ? <span className="mg-btn-busy" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children !== undefined && <span className="mg-btn-text">{children}</span>}
    </button>
  )
  return (
    <>
      {button}
      {off && (
        <span id={why} className="mg-btn-why" role="status" hidden={!asked}>
          {off}
        </span>
      )}
    </>
  )
})

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  icon: IconName
  /** What it does: read aloud and shown as a tooltip. */
  label: string
  pressed?: boolean | undefined
}

export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, pressed, tone = 'quiet', className = '', ...rest },
  ref,
) {
  return (
    <Button
      {...rest}
      ref={ref}
      tone={tone}
      className={`mg-btn-icon ${className}`}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
    />
  )
})
