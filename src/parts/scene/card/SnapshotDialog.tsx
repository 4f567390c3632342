import { type FormEvent, useId, useState } from 'react'
import { sceneLimits } from '../../../contract/scene/node.ts'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'

interface SnapshotProps {
  scene: Scene
  onClose: () => void
  onName: (name: string) => void
}

export default function SnapshotDialog({ scene, onClose, onName }: SnapshotProps) {
  const [name, setName] = useState('')
  const form = useId()
  const { min, max } = sceneLimits.snapshotName
  const good = name.trim().length >= min
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (!good) return
    onName(name.trim())
    onClose()
  }
  return (
    <Dialog
      open
      size="small"
      title={t('scene.snapshot_title', { name: scene.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button tone="primary" type="submit" form={form} disabled={!good}>
            {t('scene.snapshot_take')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <TextField
          data-autofocus
          required
          label={t('scene.snapshot_name')}
          value={name}
          maxLength={max}
          onChange={setName}
          hint={t('scene.snapshot_hint', { most: sceneLimits.snapshots })}
          autoComplete="off"
        />
      </form>
    </Dialog>
  )
}
