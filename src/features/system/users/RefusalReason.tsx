/** Why applications are refused: each applicant reads it when signing in. */
import { useId, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'

/** Longest reason: an applicant reads it on the sign-in page. */
const most = 250

interface Reason {
  /** The reason; throws a validation problem, and marks the field, where there is none. */
  taken: () => string
  /** It was used and need not be kept. */
  forget: () => void
  field: { value: string; missing: boolean; onChange: (value: string) => void }
}

export function useReason(): Reason {
  const [value, setValue] = useTyped('refuse-application')
  const [missing, setMissing] = useState(false)
  return {
    taken: () => {
      const reason = value.trim()
      if (reason !== '') return reason
      setMissing(true)
      throw { code: 'validation', status: 422, request_id: '' }
    },
    forget: () => setValue(''),
    field: {
      value,
      missing,
      onChange: (v) => {
        setValue(v)
        setMissing(false)
      },
    },
  }
}

export function RefusalReason({ value, missing, onChange }: Reason['field']) {
  const id = useId()
  return (
    <div className="user-dialog-field">
      <label className="mg-label" htmlFor={id}>
        <span>
          {t('user.field.review_reason')}
          <span className="mg-label-need" aria-hidden="true">
            {' *'}
          </span>
        </span>
      </label>
      <CountedTextArea
        id={id}
        data-autofocus
        aria-required
        value={value}
        max={most}
        rows={3}
        invalid={missing}
        aria-describedby={`${id}-note`}
        onChange={onChange}
      />
      <p id={`${id}-note`} className={missing ? 'mg-error' : 'mg-hint'}>
        {t(missing ? 'rule.required' : 'user.fail_hint')}
      </p>
    </div>
  )
}
