import { useState } from 'react'
import type { PhysicalDevice } from '../../contract/device/physical.schema.ts'
import { t } from '../../i18n/index.ts'
import type { ActionDialogProps } from '../../kit/action/action.ts'
import { useWrite } from '../../kit/data/api.ts'
import { Confirm } from '../../ui/feedback/Confirm.tsx'
import { TextField } from '../../ui/input/TextField.tsx'

/** Takes a device for something: nobody else can until it is released. */
export default function ReferenceDialog({ rows, onClose }: ActionDialogProps<PhysicalDevice>) {
  const [row] = rows
  const [reason, setReason] = useState('')
  const [take] = useWrite('POST /physical-devices/:id/reference')
  if (!row) return null
  return (
    <Confirm
      open
      title={t('device.reference_of', { name: row.name })}
      confirm={t('device.reference')}
      missing={[reason.trim() === '' && t('physical-device.field.used_for')]}
      onConfirm={() => take({ params: { id: row.id }, body: { version: row.version, reason: reason.trim() } })}
      onClose={onClose}
    >
      <TextField
        label={t('physical-device.field.used_for')}
        hint={t('device.reference_hint')}
        required
        maxLength={120}
        data-autofocus
        value={reason}
        onChange={setReason}
      />
    </Confirm>
  )
}
