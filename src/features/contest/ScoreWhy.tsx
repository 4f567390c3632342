import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/input/Button.tsx'
import { pointsText } from './words.ts'

/** A score that says why it is what it is. */
export const ScoreWhy = ({ score, onWhy }: { score: number; onWhy: () => void }) => (
  <Button
    tone="quiet"
    size="small"
    aria-label={`${pointsText(score)}: ${t('contest.why')}`}
    title={t('contest.why')}
    onClick={onWhy}
  >
    <strong className="mg-num">{pointsText(score)}</strong>
  </Button>
)
