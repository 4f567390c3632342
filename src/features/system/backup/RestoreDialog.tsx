/** The way back to a backup: what is in it beside what is there now, and then, with a password and a word, all of it. */
import { useState } from 'react'
import type { Backup, BackupPreview } from '../../../contract/backup/backup.schema.ts'
import { restoreWords } from '../../../contract/backup/backup.ts'
import { format, t, tOr } from '../../../i18n/index.ts'
import { useCall } from '../../../kit/data/call.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { type AppProblem, problemOf } from '../../../lib/problem.ts'
import { Table } from '../../../ui/data/Table.tsx'
import { Button } from '../../../ui/input/Button.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { PasswordField } from '../../../ui/input/PasswordField.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { TextField } from '../../../ui/input/TextField.tsx'
import { useMissing } from '../../../ui/input/useMissing.tsx'
import { tableDifferences, resourceIn } from './restore.logic.ts'

interface RestoreDialogProps {
  backup: Backup
  onClose: () => void
  /** The restore is under way. */
  onBegun: () => void
}

export function BackupRestoreDialog({ backup, onClose, onBegun }: RestoreDialogProps) {
  const [passphrase, setPassphrase] = useState('')
  const [preview, setPreview] = useState<BackupPreview>()
  const [problem, setProblem] = useState<AppProblem>()
  const [password, setPassword] = useState('')
  const [word, setWord] = useState('')
  const [inspect, looking] = useCall('POST /backups/:id/inspect')
  const [restore, restoring] = useCall('POST /backups/:id/restore')
  const { language } = useSettings()
  const wanted = language === 'zh-CN' ? restoreWords[1] : restoreWords[0]
  const secret = backup.encrypted ? { passphrase } : {}

  const look = async () => {
    setProblem(undefined)
    try {
      setPreview(await inspect({ params: { id: backup.id }, body: secret }))
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  const act = async () => {
    setProblem(undefined)
    try {
      await restore({ params: { id: backup.id }, body: { password, word, ...secret } })
      onClose()
      onBegun()
    } catch (e) {
      setProblem(problemOf(e))
    }
  }
  const lackToLook = useMissing([backup.encrypted && passphrase === '' && t('backup.passphrase')])
  const lack = useMissing([
    password === '' && t('backup.password'),
    word.trim().toUpperCase() !== wanted && t('backup.type_word', { word: wanted }),
  ])
  return (
    <Dialog
      open
      title={t('backup.restore_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('kit.cancel')}</Button>
          {preview ? (
            <Button
              tone="danger"
              off={preview.fit === 'newer' && t('problem.backup_newer')}
              busy={restoring.busy}
              onClick={(e) => !lack.stops(e.currentTarget) && void act()}
            >
              {t('backup.restore_now')}
            </Button>
          ) : (
            <Button
              tone="primary"
              busy={looking.busy}
              onClick={(e) => !lackToLook.stops(e.currentTarget) && void look()}
            >
              {t('backup.look')}
            </Button>
          )}
        </>
      }
    >
      <div className="backup-form">
        {preview ? (
          <>
            <Content preview={preview} />
            {preview.fit === 'newer' ? (
              <ProblemView compact problem={{ code: 'backup_newer', status: 422, request_id: '' }} />
            ) : (
              <>
                <p>
                  {t('backup.restore_text')} {backup.encrypted && t('backup.restore_sealed')}
                </p>
                <PasswordField
                  autoFocus
                  required
                  label={t('backup.password')}
                  value={password}
                  autoComplete="current-password"
                  onChange={setPassword}
                />
                <TextField
                  required
                  label={t('backup.type_word', { word: wanted })}
                  value={word}
                  autoComplete="off"
                  onChange={setWord}
                />
              </>
            )}
          </>
        ) : (
          <>
            <p>{t('backup.look_text')}</p>
            {backup.encrypted && (
              <PasswordField
                required
                label={t('backup.passphrase')}
                value={passphrase}
                autoComplete="off"
                onChange={setPassphrase}
              />
            )}
            {looking.busy && <ProgressBar label={t('backup.look')} />}
          </>
        )}
        {preview ? lack.told : lackToLook.told}
        {problem && <ProblemView compact problem={problem} />}
      </div>
    </Dialog>
  )
}

function Content({ preview }: { preview: BackupPreview }) {
  const [whole, showWhole] = useState(false)
  const { first, differ, more, same } = tableDifferences(preview, whole)
  const { exams, scenes, people } = preview.under_way
  return (
    <>
      <p>
        {t('backup.back_to')}{' '}
        <b>
          <DateTime at={preview.taken_at} />
        </b>{' '}
        <span className="mg-dim">
          {t('backup.of', { version: preview.version, engine: preview.engine === 'pglite' ? 'PGlite' : 'PostgreSQL' })}
          {preview.fit === 'older' && ` ${t('backup.fit_older')}`}
        </span>
      </p>
      <Table
        name={t('backup.table')}
        rows={[
          { name: t('backup.all_rows'), ...preview.rows },
          { name: t('backup.all_files'), ...preview.files },
          ...first.map((d) => ({
            name: tOr([`backup.table.${d.name}`, `dashboard.resource.${resourceIn(d.name)}`], d.name),
            was: d.was,
            now: d.now,
          })),
        ]}
        keyOf={(r) => r.name}
        columns={[
          { head: t('backup.table'), names: true, cell: (r) => r.name },
          { head: t('backup.was'), number: true, cell: (r) => format.number(r.was) },
          { head: t('backup.is'), number: true, cell: (r) => format.number(r.now) },
        ]}
      />
      <p className="mg-dim">
        {t('backup.same', { differ, more, same })}{' '}
        {more > 0 && (
          <Button tone="quiet" size="small" onClick={() => showWhole(true)}>
            {t('backup.show_rest', { n: differ })}
          </Button>
        )}
      </p>
      {exams + scenes + people > 0 && (
        <p className="kit-note-warn">
          <Icon name="warn" /> <span>{t('backup.under_way', { exams, scenes, people })}</span>
        </p>
      )}
    </>
  )
}
