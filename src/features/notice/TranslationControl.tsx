/** The announcement in one more language: its readers get it in their own. */
import type { Announcement } from '../../contract/notice/announcement.schema.ts'
import { t, useLocale } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/declare.ts'
import { fieldProblemText } from '../../kit/form/issues.ts'
import { Pills } from '../../kit/resource/input/Pills.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { TextField } from '../../ui/input/TextField.tsx'
import { AnnouncementTextControl } from './MarkdownControl.tsx'
import { heldAs } from '../../kit/form/declare.ts'

type Translation = NonNullable<Announcement['translation']>
/** Languages are called by their own names. */
const languages = [
  { value: 'en-US', label: 'English' },
  { value: 'zh-CN', label: '中文' },
] as const

export function NoticeTranslationControl(props: ControlProps) {
  const { id, value, problems, disabled, onChange, onLeave } = props
  const own = useLocale()
  const text = heldAs<Translation | null>(value)
  if (!text)
    return (
      <Button
        size="small"
        icon="language"
        disabled={disabled}
        onClick={() => onChange({ language: own === 'en-US' ? 'zh-CN' : 'en-US', title: '', content: '' })}
      >
        {t('notice.translate')}
      </Button>
    )
  const wrong = (part: 'title' | 'content') => problems.find((p) => p.path.split('.')[1] === part)
  const said = (part: 'title' | 'content') => {
    const problem = wrong(part)
    return problem && fieldProblemText(problem, text[part], part === 'title' ? 'text' : 'long-text')
  }
  return (
    <div className="mg-form">
      <fieldset className="mg-labelled">
        <legend className="mg-label">{t('notice.translate_language')}</legend>
        <Pills
          single
          value={[text.language]}
          options={languages}
          disabled={disabled}
          onChange={([language]) => language && onChange({ ...text, language })}
        />
      </fieldset>
      <TextField
        id={`${id}.title`}
        label={t('announcement.translation.title')}
        required
        value={text.title}
        disabled={disabled}
        error={said('title')}
        onChange={(title) => onChange({ ...text, title })}
        onBlur={onLeave}
      />
      <div className="mg-labelled">
        <span className="mg-label mg-label-needed">{t('announcement.translation.content')}</span>
        <AnnouncementTextControl
          {...props}
          id={`${id}.content`}
          label={t('announcement.translation.content')}
          value={text.content}
          problems={problems.filter((p) => p === wrong('content'))}
          onChange={(content) => onChange({ ...text, content })}
        />
        {wrong('content') && (
          <p className="mg-error">
            <Icon name="bad" />
            {said('content')}
          </p>
        )}
      </div>
      <p>
        <Button size="small" tone="quiet" icon="trash" disabled={disabled} onClick={() => onChange(null)}>
          {t('notice.translate_drop')}
        </Button>
      </p>
    </div>
  )
}
