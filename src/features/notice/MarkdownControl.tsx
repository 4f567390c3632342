import { useId, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { t } from '../../i18n/index.ts'
import type { ControlProps } from '../../kit/form/declare.ts'
import { CountedTextArea } from '../../ui/input/CountedTextArea.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'

interface MarkdownProps extends ControlProps {
  /** In the place of the field's own. */
  label?: string
}

/** Text and how it will look, side by side; one of both where there is no room. */
export function AnnouncementTextControl({
  id,
  value,
  problems,
  disabled,
  describedBy,
  label = t('announcement.field.content'),
  onChange,
  onLeave,
}: MarkdownProps) {
  const [side, setSide] = useState('write')
  const panel = useId()
  const text = typeof value === 'string' ? value : ''
  return (
    <div className={`notice-editor notice-editor-${side}`}>
      <div className="notice-sides">
        <Tabs
          label={label}
          panel={panel}
          active={side}
          onChange={setSide}
          items={[
            { id: 'write', label: t('notice.write') },
            { id: 'preview', label: t('notice.preview') },
          ]}
        />
      </div>
      <div id={panel} className="notice-panes">
        <div className="notice-write">
          <CountedTextArea
            id={`${id}.text`}
            aria-label={label}
            value={text}
            max={limits.announcement.max}
            rows={16}
            invalid={problems.length > 0}
            disabled={disabled}
            {...(describedBy ? { 'aria-describedby': describedBy } : {})}
            onChange={onChange}
            onBlur={onLeave}
          />
          <p className="mg-hint">{t('notice.markdown_hint')}</p>
        </div>
        <section className="notice-preview" aria-label={t('notice.preview')}>
          {text.trim() === '' ? <p className="mg-faint">{t('notice.preview_empty')}</p> : <Markdown text={text} />}
        </section>
      </div>
    </div>
  )
}
