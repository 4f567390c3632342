/** Name and description in the other language. */
import type { Course } from '../../contract/course/course.schema.ts'
import { t } from '../../i18n/index.ts'
import { type ControlProps, heldAs } from '../../kit/form/declare.ts'
import { fieldProblemText } from '../../kit/form/issues.ts'
import { MarkdownControl } from '../../parts/markdown-editor/MarkdownControl.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { TextField } from '../../ui/input/TextField.tsx'

type Text = NonNullable<Course['translation']>
const nothing: Text = { name: '', description: '' }

export function CourseTranslationControl(props: ControlProps) {
  const { id, value, problems, disabled, onChange, onLeave } = props
  const text = heldAs<Text | null>(value)
  if (!text)
    return (
      <Button size="small" icon="language" disabled={disabled} onClick={() => onChange(nothing)}>
        {t('bank.translate')}
      </Button>
    )
  const of = (part: keyof Text) => problems.filter((p) => p.path.split('.')[1] === part)
  const said = (part: keyof Text) => {
    const [problem] = of(part)
    return problem && fieldProblemText(problem, text[part], part === 'name' ? 'text' : 'long-text')
  }
  return (
    <div className="mg-form">
      <TextField
        id={`${id}.name`}
        label={t('course.field.name')}
        required
        value={text.name}
        disabled={disabled}
        error={said('name')}
        onChange={(name) => onChange({ ...text, name })}
        onBlur={onLeave}
      />
      <div className="mg-labelled">
        <span className="mg-label" id={`${id}.description-label`}>
          {t('course.field.description')}
        </span>
        <MarkdownControl
          {...props}
          id={`${id}.description`}
          spec={{ of: 'description', rows: 6 }}
          value={text.description}
          problems={of('description')}
          onChange={(description) => onChange({ ...text, description })}
        />
        {said('description') && (
          <p className="mg-error">
            <Icon name="bad" />
            {said('description')}
          </p>
        )}
      </div>
      <p>
        <Button size="small" tone="quiet" icon="trash" disabled={disabled} onClick={() => onChange(null)}>
          {t('bank.translate_drop')}
        </Button>
      </p>
    </div>
  )
}
