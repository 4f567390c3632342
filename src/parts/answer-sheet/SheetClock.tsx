/** Time left and how saving goes. Minutes are read aloud at certain points only. */
import './answer-sheet.css'
import { format, t } from '../../i18n/index.ts'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import type { SaveStatus } from './entry.ts'

const tones = { saved: 'ok', waiting: 'idle', saving: 'info', away: 'warn' } as const
/** Minutes at which the time left is said. */
const said = [30, 15, 5, 1]

interface SheetClockProps {
  /** Milliseconds; undefined where there is no end. */
  left: number | undefined
  stands?: boolean
  /** Undefined before anything was written. */
  saving: SaveStatus | undefined
}

export function SheetClock({ left, stands = false, saving }: SheetClockProps) {
  const minutes = left === undefined ? undefined : Math.ceil(left / 60_000)
  return (
    <span className="sheet-clock">
      {left !== undefined && (
        <span className="sheet-time">
          <span aria-hidden="true" className="mg-dim">
            {t('exam.left')}
          </span>
          <span
            role="timer"
            aria-label={t('exam.left')}
            className={`mg-num sheet-left${left < 5 * 60_000 ? ' sheet-left-short' : ''}`}
          >
            {stands ? t('exam.clock_stands') : format.clock(Math.ceil(left / 1000))}
          </span>
        </span>
      )}
      <span className="mg-sr" role="status">
        {minutes !== undefined && said.includes(minutes) && !stands ? t('exam.minutes_left', { n: minutes }) : ''}
      </span>
      {saving && <StatusTag word={saving} tone={tones[saving]} label={t(`exam.saving.${saving}`)} />}
    </span>
  )
}
