/** Time left and how saving goes. Minutes are read aloud at certain points only. */
import { t } from '../../../i18n/index.ts'
import { clockText } from '../../../parts/scene/card/words.ts'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import type { SittingState } from './sitting.slice.ts'
import { useLeft } from './use.ts'

const tones = { saved: 'ok', waiting: 'idle', saving: 'info', away: 'warn' } as const
/** Minutes at which the time left is said. */
const said = [30, 15, 5, 1]

export function Clock({ sitting }: { sitting: SittingState }) {
  const left = useLeft(sitting)
  const minutes = Math.ceil(left / 60_000)
  const paused = sitting.now?.exam_status === 'pause'
  return (
    <span className="exam-clock">
      <span
        role="timer"
        aria-label={t('exam.left')}
        className={`mg-num exam-left${left < 5 * 60_000 ? ' exam-left-short' : ''}`}
      >
        {paused ? t('exam.clock_stands') : clockText(Math.ceil(left / 1000))}
      </span>
      <span className="mg-sr" role="status">
        {said.includes(minutes) && !paused ? t('exam.minutes_left', { n: minutes }) : ''}
      </span>
      <StatusTag word={sitting.saving} tone={tones[sitting.saving]} label={t(`exam.saving.${sitting.saving}`)} />
    </span>
  )
}
