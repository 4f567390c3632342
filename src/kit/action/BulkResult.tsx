import './action.css'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { BulkSummary } from './bulk.logic.ts'
import { Reasons } from './Reasons.tsx'

/** How a bulk call went, reason by reason; stays until it is put away. */
export function BulkResult({ summary, onClose }: { summary: BulkSummary; onClose: () => void }) {
  return (
    <section className="kit-result" role="alert">
      <Icon name="warn" />
      <div>
        <strong>{t('kit.bulk.title', { done: summary.done, failed: summary.failed })}</strong>
        <Reasons reasons={summary.reasons} named />
      </div>
      <IconButton icon="close" size="small" label={t('kit.close')} onClick={onClose} />
    </section>
  )
}
