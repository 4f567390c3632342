import './Dialog.css'
import { type ReactNode, useId, useRef } from 'react'
import { t } from '../../i18n/index.ts'
import { IconButton } from '../input/Button.tsx'
import { Widget } from '../layout/ErrorBoundary.tsx'
import { useHeld } from './held.ts'
import { useModal } from './useModal.ts'

interface DialogProps {
  open: boolean
  title: ReactNode
  onClose: () => void
  children: ReactNode
  actions?: ReactNode
  /** `side`: as high as the window, at its end. */
  size?: 'small' | 'default' | 'large' | 'wide' | 'side'
  /** No way out but its own buttons. */
  locked?: boolean
  /** A click beside it closes it: for menus, not where something could be lost. */
  light?: boolean
  className?: string
}

export function Dialog({
  open,
  title,
  onClose,
  children,
  actions,
  size = 'default',
  locked,
  light,
  className = '',
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(ref, open)
  const held = useHeld()

  if (!open) return null
  return (
    <dialog
      ref={ref}
      className={`mg-dialog mg-dialog-${size} ${className}`}
      aria-labelledby={id}
      onClick={(e) => {
        if (light && e.target === e.currentTarget) onClose()
      }}
      onCancel={(e) => {
        // a file field inside fires cancel too
        if (e.target !== e.currentTarget) return
        e.preventDefault()
        if (!locked) onClose()
      }}
      onClose={(e) => {
        // browsers let a second Esc through: a locked dialog comes back
        if (held || e.target !== e.currentTarget || e.currentTarget.open) return
        if (locked) e.currentTarget.showModal()
        else onClose()
      }}
    >
      <header className="mg-dialog-head">
        <h2 id={id} className="mg-dialog-title">
          {title}
        </h2>
        {!locked && <IconButton size="small" icon="close" label={t('ui.close')} onClick={onClose} />}
      </header>
      <div className="mg-dialog-body">
        <Widget>{children}</Widget>
      </div>
      {actions && (
        <footer className="mg-dialog-actions">
          <Widget>{actions}</Widget>
        </footer>
      )}
    </dialog>
  )
}
