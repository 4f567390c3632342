/** Titles of a chapter, a lesson or a section: what is typed is theirs as soon as it is a title. */
import { useState } from 'react'
import { outlineLimits } from '../../../contract/course/outline.ts'
import { OtherTitle, Title } from '../../../contract/course/outline.schema.ts'
import { t } from '../../../i18n/index.ts'
import { TextField } from '../../../ui/input/TextField.tsx'

interface TitleFieldProps {
  label: string
  value: string
  /** Of the other language: it may be left empty. */
  optional?: boolean
  disabled: boolean
  onChange: (title: string) => void
}

const wrongIn = (text: string, optional: boolean): string | undefined => {
  if (text.trim() === '') return optional ? undefined : t('rule.required')
  return (optional ? OtherTitle : Title).safeParse(text).success
    ? undefined
    : t('rule.length', { min: optional ? 0 : 1, max: outlineLimits.title })
}

function TitleField({ label, value, optional = false, disabled, onChange }: TitleFieldProps) {
  const [typed, setTyped] = useState(value)
  const wrong = wrongIn(typed, optional)
  // changed elsewhere: undone, or by somebody else
  const shown = wrong === undefined && typed.trim() !== value ? value : typed
  return (
    <TextField
      label={label}
      value={shown}
      disabled={disabled}
      error={wrong}
      onChange={(text) => {
        setTyped(text)
        if (wrongIn(text, optional) === undefined) onChange(text.trim())
      }}
      onBlur={() => setTyped(wrong === undefined ? value : typed)}
    />
  )
}

interface TitlesProps {
  of: { title: string; title_other: string }
  /** The course is written in two languages. */
  translated: boolean
  disabled: boolean
  onChange: (part: { title: string } | { title_other: string }) => void
}

export const Titles = ({ of, translated, disabled, onChange }: TitlesProps) => (
  <>
    <TitleField
      label={t('course.title')}
      value={of.title}
      disabled={disabled}
      onChange={(title) => onChange({ title })}
    />
    {translated && (
      <TitleField
        optional
        label={t('course.title_other')}
        value={of.title_other}
        disabled={disabled}
        onChange={(title_other) => onChange({ title_other })}
      />
    )}
  </>
)
