import { useState } from 'react'
import { ownShares, verdictOf } from '../../../contract/practice/practice.ts'
import { t } from '../../../i18n/index.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'

type OwnShare = (typeof ownShares)[number]
interface OwnSharesProps {
  value: number | null
  busy: boolean
  /** What the key says of it, where it says anything: who counts more than that is asked once. */
  fit?: number | undefined
  onChoose: (share: OwnShare) => void
}

/** How good its learner says an answer is; marked as his own word wherever it is shown. */
export function OwnShares({ value, busy, fit = 1, onChoose }: OwnSharesProps) {
  const [asked, setAsked] = useState<OwnShare>()
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
            onClick={() => ((share === 1 && fit < 1) || (share > 0 && fit === 0) ? setAsked(share) : onChoose(share))}
          >
            {t(`practice.own.${verdictOf(share) ?? 'wrong'}`)}
          </button>
        ))}
      </div>
      <Confirm
        open={asked !== undefined}
        title={t(fit === 0 ? 'practice.own_unlike' : 'practice.own_partly_unlike')}
        confirm={t(asked === 0.5 ? 'practice.own_count_partly' : 'practice.own_count')}
        onConfirm={() => {
          if (asked !== undefined) onChoose(asked)
        }}
        onClose={() => setAsked(undefined)}
      />
    </div>
  )
}
