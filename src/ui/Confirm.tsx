import { type ReactNode, useState } from 'react'
import { t } from '../i18n/index.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ProblemView } from './ProblemView.tsx'
import { toast } from './toast.ts'

interface ConfirmProps {
  open: boolean
  title: string
  children?: ReactNode
  /** Says what will be done: "Delete 3 tools", never "OK". */
  confirm: string
  /** The way back, where “Cancel” would mean two things. */
  dismiss?: string
  danger?: boolean
  /** Whether it can be done: false while a field inside still has to be filled in. */
  ready?: boolean
  size?: 'small' | 'default'
  /** The dialog stays while this runs; a rejection is shown inside. */
  onConfirm: () => void | Promise<unknown>
  /** What is said in the corner once it is done. */
  done?: string
  onClose: () => void
}

/** Asks before something is done, for a field or two where it needs them. The focus starts at what is asked for (`data-autofocus`), else on the way back, so that Enter does no harm. */
export function Confirm({
  open,
  title,
  children,
  confirm,
  dismiss = t('ui.cancel'),
  danger,
  ready = true,
  size = 'small',
  onConfirm,
  done,
  onClose,
}: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const close = () => {
    if (busy) return
    setProblem(null)
    onClose()
  }
  const act = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await onConfirm()
      setBusy(false)
      if (done) toast.ok(done)
      onClose()
    } catch (e) {
      setBusy(false)
      setProblem(e)
    }
  }
  return (
    <Dialog
      open={open}
      size={size}
      title={title}
      onClose={close}
      actions={
        <>
          <Button data-autofocus onClick={close} disabled={busy}>
            {dismiss}
          </Button>
          <Button tone={danger ? 'danger' : 'primary'} busy={busy} disabled={!ready} onClick={() => void act()}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {problem !== null && <ProblemView compact problem={problem} />}
    </Dialog>
  )
}
