import { ownShares } from '../../../contract/practice/practice.ts'
import { t } from '../../../i18n/index.ts'

type OwnShare = (typeof ownShares)[number]
const wordOf = { 0: 'wrong', 0.5: 'partly', 1: 'right' } as const
interface OwnSharesProps {
  value: number | null
  busy: boolean
  onChoose: (share: OwnShare) => void
}

/** How good its learner says an answer is; marked as his own word wherever it is shown. */
export function OwnShares({ value, busy, onChoose }: OwnSharesProps) {
  return (
    <div className="practice-own">
      <span className="mg-dim">{t('practice.own_label')}</span>
      <div role="group" aria-label={t('practice.own_label')} className="mg-chips">
        {ownShares.map((share) => (
          <button
            key={share}
            type="button"
            className="mg-chip"
            aria-pressed={value === share}
            disabled={busy}
            onClick={() => onChoose(share)}
          >
            {t(`practice.own.${wordOf[share]}`)}
          </button>
        ))}
      </div>
    </div>
  )
}
