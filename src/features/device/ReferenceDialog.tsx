import { useState } from 'react'
import type { PhysicalDevice } from '../../contract/device/physical.schema.ts'
import { t } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../../kit/action/action.ts'
import { useWrite } from '../../kit/data/api.ts'
import { type AppProblem, problemOf } from '../../lib/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { TextField } from '../../ui/TextField.tsx'

/** Takes a device for something: nobody else can until it is released. */
export default function ReferenceDialog({ rows, onClose }: ActionDialogProps<PhysicalDevice>) {
  const [row] = rows
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<AppProblem>()
  const [take, { busy }] = useWrite('POST /physical-devices/:id/reference')
  if (!row) return null
  const done = async () => {
    setProblem(undefined)
    try {
      await take({ params: { id: row.id }, body: { version: row.version, reason: reason.trim() } })
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={t('device.reference_of', { name: row.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button tone="primary" busy={busy} disabled={reason.trim() === ''} onClick={() => void done()}>
            {t('device.reference')}
          </Button>
        </>
      }
    >
      {problem && <ProblemView compact problem={problem} />}
      <TextField
        label={t('physical-device.field.used_for')}
        hint={t('device.reference_hint')}
        required
        maxLength={120}
        data-autofocus
        value={reason}
        onChange={setReason}
      />
    </Dialog>
  )
}
