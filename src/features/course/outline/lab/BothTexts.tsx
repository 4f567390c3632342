/** A text of a lab in Markdown, in the language of the course and in the other one. */
import { useId, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { MarkdownEditor } from '../../../../parts/markdown-editor/MarkdownControl.tsx'
import { Tabs } from '../../../../ui/layout/Tabs.tsx'

interface BothTextsProps {
  label: string
  text: string
  other: string
  max: number
  rows?: number
  translated: boolean
  disabled: boolean
  onChange: (text: string, other: string) => void
}
export function BothTexts({ label, text, other, max, rows = 6, translated, disabled, onChange }: BothTextsProps) {
  const id = useId()
  const [part, setPart] = useState<'first' | 'second'>('first')
  const second = translated && part === 'second'
  const shown = second ? other : text
  const over = shown.length > max
  return (
    <div className="mg-labelled">
      <span id={id} className="mg-label">
        {label}
      </span>
      {translated && (
        <Tabs
          label={t('bank.languages')}
          items={[
            { id: 'first', label: t('bank.language_first') },
            { id: 'second', label: t('bank.language_second') },
          ]}
          active={part}
          onChange={setPart}
        />
      )}
      <MarkdownEditor
        key={part}
        labelledBy={id}
        describedBy={over ? `${id}-over` : undefined}
        invalid={over}
        rows={rows}
        disabled={disabled}
        text={shown}
        onChange={(to) => (second ? onChange(text, to) : onChange(to, other))}
      />
      {over && (
        <p id={`${id}-over`} className="mg-error" role="alert">
          {t('course.characters', { n: shown.length, max })}
        </p>
      )}
    </div>
  )
}
