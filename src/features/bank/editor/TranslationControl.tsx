/** The same question in the other language. */
import type { Translation } from '../../../contract/bank/question.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'
import type { z } from 'zod'
import { EntryListEditor } from './Entries.tsx'
import { heldAs } from '../../../kit/form/declare.ts'

type Text = NonNullable<z.output<typeof Translation>>
const nothing: Text = { title: '', stem: '', options: [], explanation: '', hints: [] }

export function QuestionTranslationControl({ id, value, disabled, onChange, onLeave }: ControlProps) {
  const text = heldAs<Text | null>(value)
  if (!text)
    return (
      <Button size="small" icon="language" disabled={disabled} onClick={() => onChange(nothing)}>
        {t('bank.translate')}
      </Button>
    )
  const area = (name: 'stem' | 'explanation') => (
    <div className="mg-labelled">
      <label className="mg-label" htmlFor={`${id}.${name}`}>
        {t(`bank.translate_${name}`)}
      </label>
      <textarea
        id={`${id}.${name}`}
        className="mg-field mg-area"
        rows={3}
        disabled={disabled}
        value={text[name]}
        onChange={(e) => onChange({ ...text, [name]: e.target.value })}
        onBlur={onLeave}
      />
    </div>
  )
  return (
    <div className="mg-form">
      <TextField
        label={t('bank.translate_title')}
        value={text.title}
        disabled={disabled}
        onChange={(title) => onChange({ ...text, title })}
      />
      {area('stem')}
      <EntryListEditor<string>
        value={text.options}
        blank={() => ''}
        add={t('bank.option_add')}
        most={26}
        disabled={disabled}
        onChange={(options) => onChange({ ...text, options })}
        name={(n) => t('bank.translate_option', { n })}
      >
        {(o, change, n) => (
          <input
            className="mg-field"
            aria-label={t('bank.translate_option', { n })}
            disabled={disabled}
            value={o}
            onChange={(e) => change(e.target.value)}
          />
        )}
      </EntryListEditor>
      <EntryListEditor<string>
        value={text.hints}
        blank={() => ''}
        add={t('bank.hint_add')}
        most={20}
        disabled={disabled}
        onChange={(hints) => onChange({ ...text, hints })}
        name={(n) => t('bank.hint_n', { n })}
      >
        {(o, change, n) => (
          <input
            className="mg-field"
            aria-label={t('bank.hint_n', { n })}
            disabled={disabled}
            value={o}
            onChange={(e) => change(e.target.value)}
          />
        )}
      </EntryListEditor>
      {area('explanation')}
      <p>
        <Button size="small" tone="quiet" icon="trash" disabled={disabled} onClick={() => onChange(null)}>
          {t('bank.translate_drop')}
        </Button>
      </p>
    </div>
  )
}
