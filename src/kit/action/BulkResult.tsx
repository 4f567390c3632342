import './action.css'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { reasonText } from '../../ui/ProblemView.tsx'
import { type BulkSummary, holdersOf } from './bulk.logic.ts'
import { Holders } from './Holders.tsx'

/** How a bulk call went, reason by reason; stays until it is put away. */
export function BulkResult({ summary, onClose }: { summary: BulkSummary; onClose: () => void }) {
  return (
    <section className="kit-result" role="alert">
      <Icon name="warn" />
      <div>
        <strong>{t('kit.bulk.title', { done: summary.done, failed: summary.failed })}</strong>
        <ul>
          {summary.reasons.map((r) => (
            <li key={`${r.code} ${r.names[0]}`}>
              {reasonText(r)} <span className="mg-dim">{r.names.join(', ')}</span>
              <Holders holders={holdersOf(r.details)} />
            </li>
          ))}
        </ul>
      </div>
      <IconButton icon="close" size="small" label={t('kit.close')} onClick={onClose} />
    </section>
  )
}
