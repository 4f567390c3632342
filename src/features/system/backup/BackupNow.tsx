import { useState } from 'react'
import { backupLimits } from '../../../contract/backup/backup.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { problemOf } from '../../../lib/problem.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { PasswordField } from '../../../ui/input/PasswordField.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'

/** A backup of this moment, with a word about it and a passphrase if wished. */
export function BackupNow({ onClose }: { onClose: () => void }) {
  const [note, setNote] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const [repeat, setRepeat] = useState('')
  const [problem, setProblem] = useState<unknown>(null)
  const [create, { busy }] = useWrite('POST /backups')
  const { min, max } = backupLimits.passphrase
  const short = passphrase !== '' && passphrase.length < min
  const differs = passphrase !== repeat
  const act = async () => {
    if (short || differs) return
    try {
      await create({ body: { note: note.trim(), ...(passphrase ? { passphrase } : {}) } })
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  return (
    <Dialog
      open
      size="small"
      title={t('backup.now')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          <Button tone="primary" busy={busy} disabled={short || differs} onClick={() => void act()}>
            {t('backup.now')}
          </Button>
        </>
      }
    >
      <div className="backup-form">
        <TextField
          label={t('backup.note')}
          value={note}
          maxLength={backupLimits.note / 2}
          onChange={setNote}
          autoFocus
        />
        <PasswordField
          label={t('backup.passphrase')}
          hint={t('backup.passphrase_hint', { min })}
          value={passphrase}
          maxLength={max}
          autoComplete="new-password"
          onChange={setPassphrase}
          error={short ? t('backup.passphrase_short', { min }) : undefined}
        />
        {passphrase !== '' && (
          <PasswordField
            required
            label={t('backup.passphrase_repeat')}
            value={repeat}
            maxLength={max}
            autoComplete="new-password"
            onChange={setRepeat}
            error={repeat !== '' && differs ? t('backup.passphrase_differs') : undefined}
          />
        )}
        {problem !== null && <ProblemView compact problem={problem} />}
      </div>
    </Dialog>
  )
}
