import { counterOf } from '../resource/counter.ts'
import './action.css'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import type { BulkSummary } from './bulk.logic.ts'
import { Reasons } from './Reasons.tsx'

interface BulkResultProps {
  /** The resource whose entries they were. */
  of?: string
  summary: BulkSummary
  onClose: () => void
}

/** How a bulk call went, reason by reason; stays until it is put away. */
export function BulkResult({ of, summary, onClose }: BulkResultProps) {
  return (
    <section className="kit-result" role="alert">
      <Icon name="warn" />
      <div>
        <strong>{t('kit.bulk.title', { done: summary.done, failed: summary.failed, unit: counterOf(of) })}</strong>
        <Reasons reasons={summary.reasons} named />
      </div>
      <IconButton icon="close" size="small" label={t('kit.close')} onClick={onClose} />
    </section>
  )
}
