import './Button.css'
import { type ButtonHTMLAttributes, forwardRef } from 'react'
import { Icon, type IconName } from './Icon.tsx'

export type ButtonTone = 'plain' | 'primary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'default' | 'large'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: ButtonTone
  size?: ButtonSize
  icon?: IconName | undefined
  /** Its act is under way: it keeps its place and the focus, and does not act again. */
  busy?: boolean | undefined
}

/** Class that makes a link look like a button. */
export const linkClass = (tone: ButtonTone = 'plain', size: ButtonSize = 'default'): string =>
  `mg-btn mg-btn-${tone} mg-btn-${size}`

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { tone = 'plain', size = 'default', icon, busy = false, className = '', children, onClick, type = 'button', ...rest },
  ref,
) {
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={`${linkClass(tone, size)} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(e) => (busy ? e.preventDefault() : onClick?.(e))}
    >
      {busy ? <span className="mg-btn-busy" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children !== undefined && <span className="mg-btn-text">{children}</span>}
    </button>
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
