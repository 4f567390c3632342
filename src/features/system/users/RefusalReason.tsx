/** Why applications are refused: a note for those who review. */
import { useId } from 'react'
import { t } from '../../../i18n/index.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import type { Missing } from '../../../ui/input/useMissing.tsx'

/** Longest reason: it stands in a line of the list. */
const most = 250

interface Reason {
  /** What is sent, without the spaces round it. */
  reason: string
  /** For the dialogue: the label of the field while it is empty. */
  missing: Missing
  /** It was used and need not be kept. */
  forget: () => void
  field: { value: string; onChange: (value: string) => void }
}

export function useReason(): Reason {
  const [value, setValue] = useTyped('refuse-application')
  const reason = value.trim()
  return {
    reason,
    missing: [reason === '' && t('user.field.review_reason')],
    forget: () => setValue(''),
    field: { value, onChange: setValue },
  }
}

export function RefusalReason({ value, onChange }: Reason['field']) {
  const id = useId()
  return (
    <div className="user-dialog-field">
      <CountedTextArea
        label={t('user.field.review_reason')}
        data-autofocus
        aria-required
        value={value}
        max={most}
        rows={3}
        aria-describedby={`${id}-note`}
        onChange={onChange}
      />
      <p id={`${id}-note`} className="mg-hint">
        {t('user.fail_hint')}
      </p>
    </div>
  )
}
