import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Button } from '../input/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { ProblemView } from './ProblemView.tsx'
import { toast } from './toast.ts'
import { type Missing, useMissing } from '../input/useMissing.tsx'

interface ConfirmProps {
  open: boolean
  title: string
  children?: ReactNode
  /** Says what will be done: "Delete 3 tools", never "OK". */
  confirm: string
  /** The way back, where “Cancel” would mean two things. */
  dismiss?: string
  danger?: boolean
  /** Whether it can be done at all: false where there is nothing to do, and what is inside says why. */
  ready?: boolean
  /** Labels of fields inside that are still to be filled in, and falsehoods: the button answers with them. */
  missing?: Missing
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
  missing = [],
  size = 'small',
  onConfirm,
  done,
  onClose,
}: ConfirmProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const lack = useMissing(missing)
  const close = () => {
    if (busy) return
    setProblem(null)
    lack.forget()
    onClose()
  }
  const act = async (button: Element) => {
    if (lack.stops(button)) return
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
          <Button
            tone={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={!ready}
            onClick={(e) => void act(e.currentTarget)}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {lack.around(children)}
      {lack.told}
      {problem !== null && <ProblemView compact problem={problem} />}
    </Dialog>
  )
}
