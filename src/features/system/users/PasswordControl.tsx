import { useState } from 'react'
import { t } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { IconButton } from '../../../ui/input/Button.tsx'

/** A password that is given to somebody else: empty lets the server make one up. */
export function PasswordControl({ id, value, problems, disabled, describedBy, onChange, onLeave }: ControlProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className="mg-field-wrap">
      <input
        className="mg-field"
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        aria-invalid={problems.length > 0 || undefined}
        type={open ? 'text' : 'password'}
        autoComplete="new-password"
        disabled={disabled}
        value={typeof value === 'string' ? value : ''}
        onChange={(e) => onChange(e.target.value)}
        onBlur={onLeave}
      />
      <span className="mg-field-end">
        <IconButton
          size="small"
          icon={open ? 'eye-off' : 'eye'}
          label={t(open ? 'ui.password_hide' : 'ui.password_show')}
          disabled={disabled}
          onClick={() => setOpen(!open)}
        />
      </span>
    </div>
  )
}
