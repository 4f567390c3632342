import './config.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { type ConfigSection, configSections } from '../../../contract/system/config.ts'
import { t } from '../../../i18n/index.ts'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { sections } from './sections.ts'

interface ConfigFrameProps {
  section: ConfigSection
  /** Its form begins anew, and the keyboard with it. */
  again?: boolean
  actions?: ReactNode
  children: ReactNode
}

/** The sections on one side, the chosen one on the other. */
export function ConfigFrame({ section, again = false, actions, children }: ConfigFrameProps) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (again && document.activeElement === document.body) body.current?.focus({ preventScroll: true })
  }, [again])
  return (
    <Page title={t('screen.system-config')} description={t(`config.about.${section}`)} actions={actions}>
      <div className="config">
        <nav className="config-sections" aria-label={t('config.sections')}>
          {configSections.map((s) => (
            <Link
              key={s}
              className="config-section"
              to={href('system-config', undefined, { section: s })}
              aria-current={s === section ? 'page' : undefined}
            >
              <Icon name={sections[s].icon} />
              {t(`config.section.${s}`)}
            </Link>
          ))}
        </nav>
        <div ref={body} className="config-body" tabIndex={-1}>
          {children}
        </div>
      </div>
    </Page>
  )
}
