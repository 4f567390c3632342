import { type ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import { Button, IconButton } from '../../ui/input/Button.tsx'
import type { ComboboxProps } from './Combobox.tsx'

/** Below the choices: that they are on their way, that there are none, or how many more match. */
export function ComboboxNote({ choices, loading, failed, more = 0, onRetry }: ComboboxProps): ReactNode {
  if (failed)
    return (
      <div className="kit-pick-note" role="alert">
        {t('kit.pick.failed')}{' '}
        <Button size="small" tone="quiet" onClick={onRetry}>
          {t('problem.retry')}
        </Button>
      </div>
    )
  const text = loading
    ? choices.length
      ? ''
      : t('kit.list.loading')
    : choices.length === 0
      ? t('kit.pick.none')
      : more > 0
        ? t('kit.pick.more', { n: more })
        : ''
  return (
    <div className={text ? 'kit-pick-note' : 'mg-sr'} role="status">
      {text}
    </div>
  )
}

/** One of several that are chosen. */
interface ChipProps {
  name: string
  note: string | undefined
  disabled: boolean | undefined
  onDrop: () => void
}
export function Chip({ name, note, disabled, onDrop }: ChipProps) {
  return (
    <span className="kit-chip">
      <span className="mg-ellipsis">{name}</span>
      {note !== undefined && <span className="mg-dim mg-num">{note}</span>}
      <IconButton
        icon="close"
        size="small"
        label={t('kit.pick.remove', { name })}
        disabled={disabled}
        onClick={onDrop}
      />
    </span>
  )
}
