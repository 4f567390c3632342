/** Fields that several deeds of invigilators ask for. */
import { examLimits } from '../../../contract/exam/exam.ts'
import { t } from '../../../i18n/index.ts'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'

interface MinutesFieldProps {
  label: string
  value: string
  wrong: boolean
  onChange: (value: string) => void
}

/** So many minutes, whole ones. */
export function MinutesField({ label, value, wrong, onChange }: MinutesFieldProps) {
  return (
    <TextField
      data-autofocus
      required
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      error={wrong && value !== '' ? t('watch.minutes_rule', { max: examLimits.extra }) : undefined}
      onChange={(text) => onChange(text.trim().slice(0, 4))}
    />
  )
}

interface ReasonProps {
  value: string
  /** The dialogue starts here. */
  first?: boolean
  onChange: (text: string) => void
}
export function ReasonField({ value, first = false, onChange }: ReasonProps) {
  return (
    <CountedTextArea
      {...(first ? { 'data-autofocus': true } : {})}
      label={t('exam.reason')}
      aria-required
      placeholder={t('watch.reason')}
      value={value}
      max={examLimits.reason}
      rows={2}
      onChange={onChange}
    />
  )
}
