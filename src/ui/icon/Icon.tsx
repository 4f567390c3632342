import './Icon.css'
import { firstIcons } from './firstIcons.ts'
import type { IconName } from './icons.ts'

/** Those that are there by now. Code, not state: a page has one copy of them however often the app is mounted. */
const paths: Partial<Record<IconName, string>> = { ...firstIcons }
/** Called by the module that holds the others. */
export const provideIcons = (more: Readonly<Record<IconName, string>>): void => void Object.assign(paths, more)

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
      <path d={paths[name]} />
    </svg>
  )
}

export type { IconName }
