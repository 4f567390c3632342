import './org.css'
import type { UserMade } from '../../../contract/system/user.schema.ts'
import { t } from '../../../i18n/index.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Passwords } from './Passwords.tsx'

/** The password of a new user, told once. */
export default function MadeDialog({ row, onClose }: { row: UserMade; onClose: () => void }) {
  return (
    <Dialog
      open
      locked
      title={t('user.made', { name: row.name })}
      onClose={onClose}
      actions={
        <Button tone="primary" onClick={onClose}>
          {t('user.made_done')}
        </Button>
      }
    >
      <Passwords told={[row]} />
    </Dialog>
  )
}
