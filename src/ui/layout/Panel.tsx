import './Panel.css'
import { type ReactNode, useId } from 'react'
import { Widget } from './ErrorBoundary.tsx'

interface PanelProps {
  title?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** No padding: a table brings its own. */
  flush?: boolean
  level?: 2 | 3
  className?: string
  children?: ReactNode
}

/** A titled part of a page; what fails inside leaves the rest of the page alone. */
export function Panel({ title, description, actions, flush, level = 2, className = '', children }: PanelProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={`mg-panel ${className}`} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <header className="mg-panel-head">
          <div className="mg-panel-words">
            {title && (
              <Heading id={id} className="mg-panel-title">
                {title}
              </Heading>
            )}
            {description && <p className="mg-panel-about">{description}</p>}
          </div>
          {actions && (
            <div className="mg-panel-actions">
              <Widget>{actions}</Widget>
            </div>
          )}
        </header>
      )}
      <div className={flush ? 'mg-panel-flush' : 'mg-panel-body'}>
        <Widget>{children}</Widget>
      </div>
    </section>
  )
}
