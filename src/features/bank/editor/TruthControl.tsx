import { t } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'

export function TruthControl({ id, value, disabled, onChange }: ControlProps) {
  return (
    <div role="radiogroup" aria-labelledby={`${id}-label`} className="bank-line">
      {[true, false].map((truth) => (
        <label key={String(truth)} className="bank-choice">
          <input
            type="radio"
            name={`${id}-truth`}
            disabled={disabled}
            checked={value === truth}
            onChange={() => onChange(truth)}
          />
          {t(truth ? 'bank.true' : 'bank.false')}
        </label>
      ))}
    </div>
  )
}
