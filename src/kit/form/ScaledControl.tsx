/** A figure that is stored in one unit and written in another. */
import type { ControlProps } from './declare.ts'
import { labelOf } from '../resource/words.ts'
import { NumberInput } from './NumberInput.tsx'

interface ScaledProps extends ControlProps {
  by: number
  unit: string
}
export function Scaled({ id, resource, spec, value, disabled, describedBy, onChange, onLeave, by, unit }: ScaledProps) {
  return (
    <span className="kit-figure">
      <NumberInput
        id={`${id}-figure`}
        className="mg-field kit-short"
        aria-label={labelOf(resource, spec.of)}
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
/** A share from 0 to 1, written in per cent. */
export const PercentControl = (props: ControlProps) => <Scaled {...props} by={100} unit="%" />
