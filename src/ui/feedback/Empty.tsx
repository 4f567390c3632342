import './Empty.css'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/Icon.tsx'

interface EmptyProps {
  title: ReactNode
  icon?: IconName
  /** One sentence: why it is empty and what would fill it. */
  children?: ReactNode
  action?: ReactNode
  compact?: boolean
  /** It is the whole page, and its title that of the page. */
  page?: boolean
}

export function Empty({ title, icon, children, action, compact, page }: EmptyProps) {
  const Title = page ? 'h1' : 'p'
  return (
    <div className={`mg-empty${compact ? ' mg-empty-compact' : ''}`}>
      {icon && (
        <span className="mg-empty-icon">
          <Icon name={icon} size={20} />
        </span>
      )}
      <Title className="mg-empty-title">{title}</Title>
      {children && <div className="mg-empty-about">{children}</div>}
      {action && <div className="mg-empty-action">{action}</div>}
    </div>
  )
}
