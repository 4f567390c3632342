/** A text in Markdown: written on one side, as its readers see it on the other. */
import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { Markdown } from '../../../ui/Markdown.tsx'
import { Button } from '../../../ui/Button.tsx'
import './editor.css'

export function MarkdownControl({ id, spec, value, problems, disabled, describedBy, onChange, onLeave }: ControlProps) {
  const text = typeof value === 'string' ? value : ''
  const [look, setLook] = useState(false)
  return (
    <div className={look ? 'bank-md bank-md-split' : 'bank-md'}>
      <textarea
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        aria-invalid={problems.length > 0 || undefined}
        className="mg-field mg-area"
        rows={spec.rows ?? 4}
        disabled={disabled}
        value={text}
        onChange={(e) => onChange(e.target.value)}
        onBlur={onLeave}
      />
      {look && (
        <div className="bank-md-look" aria-label={t('bank.look')} role="region" tabIndex={0}>
          <Markdown text={text} />
        </div>
      )}
      <Button
        size="small"
        tone="quiet"
        icon={look ? 'eye-off' : 'eye'}
        aria-pressed={look}
        onClick={() => setLook(!look)}
      >
        {t(look ? 'bank.write' : 'bank.look')}
      </Button>
    </div>
  )
}
