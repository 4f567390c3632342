import './value.css'
import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { safeUrl } from './value.logic.ts'

/** A link that leaves the product. An address that is not http or https stays text, whoever wrote it. */
export function OutLink({ href, children, className = '' }: { href: string; children: ReactNode; className?: string }) {
  const safe = safeUrl(href)
  if (!safe) return <span title={t('kit.detail.unsafe')}>{children}</span>
  return (
    <a className={className || 'kit-out'} href={safe} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" label={t('kit.external')} />
    </a>
  )
}
