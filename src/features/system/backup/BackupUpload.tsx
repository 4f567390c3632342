/** Brings a backup made elsewhere: chosen here, sent with the other uploads, shown where they go on when this is closed. */
import { useDispatch } from 'react-redux'
import { backupLimits } from '../../../contract/backup/backup.ts'
import { t } from '../../../i18n/index.ts'
import '../../../kit/import/upload.part.ts'
import { uploadActions } from '../../../kit/import/upload.slice.ts'
import { newKey } from '../../../lib/id.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { FileDrop } from '../../../ui/input/FileDrop.tsx'

export function BackupUpload({ onClose }: { onClose: () => void }) {
  const send = useDispatch()
  return (
    <Dialog
      open
      size="small"
      title={t('backup.upload')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('kit.cancel')}</Button>}
    >
      <p className="mg-dim">{t('backup.upload_text')}</p>
      <FileDrop
        accept={['.backup']}
        max={backupLimits.file}
        min={100}
        onFiles={([file]) => {
          if (!file) return
          send(uploadActions.added({ key: newKey(), file, kind: 'backup' }))
          onClose()
        }}
      />
    </Dialog>
  )
}
