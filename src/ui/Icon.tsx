import './Icon.css'
import { type IconName, icons } from './icons.ts'

interface IconProps {
  name: IconName
  size?: 16 | 20
  /** What it says to a screen reader; without one the words beside it do. */
  label?: string | undefined
  className?: string | undefined
}

export function Icon({ name, size = 16, label, className = '' }: IconProps) {
  return (
    <svg
      className={`mg-icon ${size === 20 ? 'mg-icon-20 ' : ''}${className}`}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      strokeWidth={size === 16 ? 1.7 : 1.5}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={icons[name]} />
    </svg>
  )
}

export type { IconName }
