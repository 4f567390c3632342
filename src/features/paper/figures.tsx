/** Figures of a paper that are stored in one unit and written in another. */
import { format, t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/declare.ts'
import { NumberInput } from '../../kit/form/NumberInput.tsx'

export const minutesText = (seconds: number): string => t('paper.minutes', { n: format.number(seconds / 60) })

interface ScaledProps extends ControlProps {
  by: number
  unit: string
}
function Scaled({ id, value, disabled, describedBy, onChange, onLeave, by, unit }: ScaledProps) {
  return (
    <span className="kit-figure">
      <NumberInput
        id={`${id}-figure`}
        className="mg-field kit-short"
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        disabled={disabled}
        value={typeof value === 'number' ? Math.round(value * by * 1e6) / 1e6 : value}
        onChange={(v) => onChange(typeof v === 'number' ? Math.round((v / by) * 1e6) / 1e6 : v)}
        onBlur={onLeave}
      />
      <span className="mg-dim">{unit}</span>
    </span>
  )
}
export const MinutesControl = (props: ControlProps) => <Scaled {...props} by={1 / 60} unit={t('paper.unit_minutes')} />
export const PercentControl = (props: ControlProps) => <Scaled {...props} by={100} unit="%" />
