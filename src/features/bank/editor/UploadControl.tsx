/** What has to be handed in of an exercise. */
import { t } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { NumberInput } from '../../../kit/form/NumberInput.tsx'
import { WordsInput } from '../../../kit/resource/input/WordsInput.tsx'
import { heldAs } from '../../../kit/form/declare.ts'

interface Upload {
  wanted: boolean
  files: number
  ends: readonly string[]
}
export function UploadControl({ value, disabled, onChange, onLeave }: ControlProps) {
  const rule = heldAs<Upload | undefined>(value) ?? { wanted: false, files: 1, ends: [] }
  return (
    <div className="mg-form">
      <label className="bank-choice">
        <input
          type="checkbox"
          disabled={disabled}
          checked={rule.wanted}
          onChange={(e) => onChange({ ...rule, wanted: e.target.checked })}
        />
        {t('bank.wanted')}
      </label>
      {rule.wanted && (
        <div className="bank-line">
          <span className="mg-label">{t('bank.wanted_files')}</span>
          <NumberInput
            className="mg-field bank-figure"
            aria-label={t('bank.wanted_files')}
            disabled={disabled}
            value={rule.files}
            onChange={(files) => onChange({ ...rule, files })}
          />
          <span className="mg-label">{t('bank.wanted_ends')}</span>
          <WordsInput
            aria-label={t('bank.wanted_ends')}
            disabled={disabled}
            value={rule.ends}
            onBlur={onLeave}
            onChange={(ends) => onChange({ ...rule, ends })}
          />
        </div>
      )}
    </div>
  )
}
