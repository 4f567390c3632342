/** The text of a section, or its slides, in the language of the course and in the other one. */
import { useId, useState } from 'react'
import { outlineLimits, slidesOf } from '../../../contract/course/outline.ts'
import type { SectionContent } from '../../../contract/course/outline.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { MarkdownEditor } from '../../../parts/markdown-editor/MarkdownControl.tsx'
import { Button, IconButton } from '../../../ui/input/Button.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Tabs } from '../../../ui/layout/Tabs.tsx'
import { Markdown } from '../../../ui/text/Markdown.tsx'
import type { ContentProps } from './content.ts'
import { slideAt } from './slides.logic.ts'

type Written = Extract<SectionContent, { kind: 'text' | 'slides' }>

export function TextContent<C extends Written>({
  content,
  translated,
  disabled,
  onChange,
}: Omit<ContentProps<C>, 'title' | 'id'>) {
  const id = useId()
  const [part, setPart] = useState<'body' | 'body_other'>('body')
  const at = translated ? part : 'body'
  const text = content[at]
  const [caret, setCaret] = useState(0)
  const put = (body: string) => onChange({ ...content, [at]: body })
  const over = text.length > outlineLimits.text
  return (
    <div className="course-text">
      <span id={`${id}-label`} className="mg-sr">
        {t(`course.content.${content.kind}`)}
      </span>
      {translated && (
        <Tabs
          label={t('bank.languages')}
          items={[
            { id: 'body', label: t('bank.language_first') },
            { id: 'body_other', label: t('bank.language_second') },
          ]}
          active={at}
          onChange={setPart}
        />
      )}
      <MarkdownEditor
        key={at}
        look
        labelledBy={`${id}-label`}
        describedBy={`${id}-count`}
        invalid={over}
        rows={22}
        disabled={disabled}
        text={text}
        onChange={put}
        onCaret={setCaret}
        {...(content.kind === 'slides'
          ? {
              preview: <SlidePreview text={text} caret={caret} />,
              more: (
                <Button
                  size="small"
                  tone="quiet"
                  icon="plus"
                  disabled={disabled}
                  onClick={() => put(`${text.trimEnd()}\n\n---\n\n`)}
                >
                  {t('course.add_slide')}
                </Button>
              ),
            }
          : {})}
      />
      <p id={`${id}-count`} className={over ? 'mg-error' : 'mg-hint mg-num'} role={over ? 'alert' : undefined}>
        {over && <Icon name="bad" />}
        {t('course.characters', { n: format.number(text.length), max: format.number(outlineLimits.text) })}
        {content.kind === 'slides' && ` · ${t('course.slides_hint')}`}
      </p>
    </div>
  )
}

/** One slide as learners see it: the one that is being written, until another is turned to. */
function SlidePreview({ text, caret }: { text: string; caret: number }) {
  const slides = slidesOf(text)
  const written = slideAt(text, caret)
  const [turned, setTurned] = useState<{ from: number; to: number }>()
  const wanted = turned?.from === written ? turned.to : written
  const n = Math.max(0, Math.min(wanted, slides.length - 1))
  const turn = (to: number) => setTurned({ from: written, to })
  return (
    <div className="course-slide-frame">
      <div className="course-slide">{slides.length ? <Markdown text={slides[n] ?? ''} /> : null}</div>
      <p className="course-slide-bar">
        <IconButton
          icon="chevron-left"
          label={t('course.slide_before')}
          disabled={n === 0}
          onClick={() => turn(n - 1)}
        />
        <span className="mg-num mg-dim" role="status">
          {t('course.slide_n', { n: slides.length ? n + 1 : 0, all: slides.length })}
        </span>
        <IconButton
          icon="chevron-right"
          label={t('course.slide_after')}
          disabled={n >= slides.length - 1}
          onClick={() => turn(n + 1)}
        />
      </p>
    </div>
  )
}
