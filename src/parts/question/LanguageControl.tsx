/** What the texts are written in. */
import { textLanguages } from '../../contract/bank/question.ts'
import type { ControlProps } from '../../kit/form/declare.ts'
import { Select } from '../../ui/input/Select.tsx'
import { languageName } from './language.ts'

export function LanguageControl({ id, value, disabled, onChange }: ControlProps) {
  return (
    <Select
      className="kit-short"
      aria-labelledby={`${id}-label`}
      disabled={disabled}
      value={typeof value === 'string' ? value : ''}
      options={textLanguages.map((language) => ({ value: language, label: languageName(language) }))}
      onChange={onChange}
    />
  )
}
