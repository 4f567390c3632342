import { forwardRef, type KeyboardEvent, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { IconButton } from './Button.tsx'
import { Icon } from '../icon/Icon.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** A password that can be looked at, with a word of warning while caps lock is on. */
export const PasswordField = forwardRef<HTMLInputElement, Omit<TextFieldProps, 'type' | 'end'>>(function PasswordField(
  { onBlur, ...rest },
  ref,
) {
  const [open, setOpen] = useState(false)
  const [caps, setCaps] = useState(false)
  const watch = (e: KeyboardEvent) => setCaps(e.getModifierState('CapsLock'))
  return (
    <div>
      <TextField
        spellCheck={false}
        autoCapitalize="off"
        {...rest}
        ref={ref}
        type={open ? 'text' : 'password'}
        onKeyDown={watch}
        onKeyUp={watch}
        onBlur={(e) => {
          setCaps(false)
          onBlur?.(e)
        }}
        end={
          <IconButton
            size="small"
            icon={open ? 'eye-off' : 'eye'}
            label={t(open ? 'ui.password_hide' : 'ui.password_show')}
            disabled={rest.disabled}
            onClick={() => setOpen(!open)}
          />
        }
      />
      <p role="status" className={caps ? 'mg-caps' : 'mg-sr'}>
        {caps && (
          <>
            <Icon name="keyboard" />
            {t('ui.caps_lock')}
          </>
        )}
      </p>
    </div>
  )
})
