import { useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { Button } from '../../../../ui/input/Button.tsx'
import { Dialog } from '../../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import { TextField } from '../../../../ui/input/TextField.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { fragmentOf } from '../model/fragment.ts'
import { useEditorStore } from '../store.ts'
import type { useStamps } from './useStamps.ts'

interface StampDialogProps {
  stamps: Pick<ReturnType<typeof useStamps>, 'keep' | 'busy'>
  onClose: () => void
}

/** Keeps what is selected under a name, to be set down again in this and other drawings. */
export function StampDialog({ stamps, onClose }: StampDialogProps) {
  const store = useEditorStore()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<unknown>(null)
  const keep = async () => {
    const s = store.getState()
    const fragment = fragmentOf(s.history.now, s.selection)
    if (!fragment || name.trim() === '') return
    try {
      await stamps.keep(name.trim(), fragment)
      toast.ok(t('editor.stamp_kept', { name: name.trim() }))
      onClose()
    } catch (e) {
      setProblem(e)
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={t('editor.command.stamp')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button tone="primary" busy={stamps.busy} disabled={name.trim() === ''} onClick={() => void keep()}>
            {t('editor.stamp_keep')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(e) => {
          e.preventDefault()
          void keep()
        }}
      >
        <TextField
          data-autofocus
          label={t('editor.stamp_name')}
          hint={t('editor.stamp_about')}
          value={name}
          maxLength={60}
          onChange={setName}
        />
      </form>
      {problem !== null && <ProblemView compact problem={problem} />}
    </Dialog>
  )
}
