import './Page.css'
import type { ReactNode } from 'react'
import { Widget } from './ErrorBoundary.tsx'
import { useHeldFocus } from '../feedback/useHeldFocus.ts'

interface PageProps {
  title: ReactNode
  description?: ReactNode
  /** Buttons at the end of the header. */
  actions?: ReactNode
  /** Beside the title: status, version. */
  tags?: ReactNode
  /** Only where the layout's own breadcrumb does not say it. */
  crumbs?: ReactNode
  /** Below the title, inside the sticky header. */
  tabs?: ReactNode
  /** The body takes the rest of the height; what is inside scrolls by itself. */
  fill?: boolean
  /** For reading, in lines of a length that eyes follow; a form is as wide as two columns of fields. */
  narrow?: boolean | 'form'
  children: ReactNode
}

export function Page({ title, description, actions, tags, crumbs, tabs, fill, narrow, children }: PageProps) {
  const held = useHeldFocus()
  return (
    <article
      {...held}
      className={`mg-page${fill ? ' mg-page-fill' : ''}${narrow ? (narrow === 'form' ? ' mg-page-form' : ' mg-page-narrow') : ''}`}
    >
      <header className={`mg-page-head${tabs ? ' mg-page-tabbed' : ''}`}>
        {crumbs && <div className="mg-page-crumbs">{crumbs}</div>}
        <div className="mg-page-row">
          <div className="mg-page-words">
            <div className="mg-page-line">
              <h1 className="mg-page-title">{title}</h1>
              {tags}
            </div>
            {description && <p className="mg-page-about">{description}</p>}
          </div>
          {actions && (
            <div className="mg-page-actions">
              <Widget>{actions}</Widget>
            </div>
          )}
        </div>
        {tabs}
      </header>
      <div className="mg-page-body">{children}</div>
    </article>
  )
}
