/** The first save of what questions use: for all of them, or as a copy that none of them uses. */
import { useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { Button } from '../../../../ui/input/Button.tsx'
import { Dialog } from '../../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../../ui/feedback/ProblemView.tsx'
import type { DrawingUsage } from '../editor.state.ts'
import { usesWord } from '../words.ts'

interface InUseProps {
  uses: DrawingUsage
  onSave: () => void
  /** Keeps what is drawn under another name and opens it. */
  onCopy: () => Promise<unknown>
  onClose: () => void
}

export function InUseDialog({ uses, onSave, onCopy, onClose }: InUseProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const copy = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await onCopy()
    } catch (e) {
      setProblem(e)
    }
    setBusy(false)
  }
  return (
    <Dialog
      open
      size="small"
      title={t('editor.used_title')}
      onClose={() => busy || onClose()}
      actions={
        <>
          <Button data-autofocus disabled={busy} onClick={onClose}>
            {t('editor.used_later')}
          </Button>
          <Button busy={busy} onClick={() => void copy()}>
            {t('editor.used_copy')}
          </Button>
          <Button tone="primary" disabled={busy} onClick={onSave}>
            {t('editor.used_save')}
          </Button>
        </>
      }
    >
      <p>{usesWord(uses)}</p>
      <p>{t('editor.used_about')}</p>
      {problem !== null && <ProblemView compact problem={problem} />}
    </Dialog>
  )
}
