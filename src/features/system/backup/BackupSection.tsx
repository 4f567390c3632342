/** Backups below their settings: those there are, one more, one from elsewhere, and the way back to one. */
import { useEffect, useState } from 'react'
import { useMayChange } from '../../../kit/session/access.ts'
import { useDispatch, useSelector } from 'react-redux'
import type { Backup } from '../../../contract/backup/backup.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import '../../../kit/import/upload.part.ts'
import { type UploadState, uploadActions } from '../../../kit/import/upload.slice.ts'
import { UploadList } from '../../../kit/import/UploadList.tsx'
import { useAsk } from '../../../kit/resource/calls.ts'
import { problemOf } from '../../../lib/problem.ts'
import { downloadFile } from '../../../lib/save.ts'
import { Button } from '../../../ui/input/Button.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { BackupNow } from './BackupNow.tsx'
import { BackupListItem } from './BackupRow.tsx'
import { BackupUpload } from './BackupUpload.tsx'
import { BackupRestoreDialog } from './RestoreDialog.tsx'
import './backup.css'

type Open = { at: 'now' | 'upload' } | { at: 'restore' | 'remove'; backup: Backup }

export default function BackupSection() {
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useRead('GET /backups', undefined, { every: busy ? 800 : 20_000 })
  const [open, setOpen] = useState<Open>()
  const [fetched, setFetched] = useState<{ id: string; share: number }>()
  const [remove] = useWrite('DELETE /backups/:id')
  const ask = useAsk()
  const may = useMayChange('system-config')
  const close = () => setOpen(undefined)
  const working = data?.items.some((b) => b.state === 'making' || b.state === 'checking') ?? false
  if (working !== busy) setBusy(working)

  useArrived()

  const download = async (b: Backup) => {
    setFetched({ id: b.id, share: 0 })
    try {
      const file = await ask<Blob>(
        'GET /backups/:id/file',
        { params: { id: b.id } },
        { blob: true, as: 'upload', onProgress: (got) => setFetched({ id: b.id, share: got / b.size }) },
      )
      downloadFile(file, b.name)
    } catch (e) {
      toast.problem(problemOf(e))
    } finally {
      setFetched(undefined)
    }
  }
  return (
    <Panel
      className="backup-panel"
      title={t('backup.title')}
      description={t('backup.about')}
      flush
      actions={
        may && (
          <>
            <Button icon="upload" onClick={() => setOpen({ at: 'upload' })}>
              {t('backup.upload')}
            </Button>
            <Button icon="plus" off={working && t('backup.at_work')} onClick={() => setOpen({ at: 'now' })}>
              {t('backup.now')}
            </Button>
          </>
        )
      }
    >
      {data ? (
        <>
          <p className="backup-room mg-dim">
            <span>{t('backup.room', { used: format.size(data.room.used), free: format.size(data.room.free) })}</span>
            <span>
              {data.automatic.next_at ? (
                <>
                  {t('backup.next')} <DateTime at={data.automatic.next_at} />
                </>
              ) : (
                t('backup.no_automatic')
              )}
            </span>
          </p>
          <div className="backup-uploads">
            <UploadList kind="backup" />
          </div>
          {data.items.length === 0 ? (
            <Empty icon="history" title={t('backup.empty')} compact />
          ) : (
            <ul className="backup-list">
              {data.items.map((b) => (
                <BackupListItem
                  key={b.id}
                  backup={b}
                  fetched={fetched?.id === b.id ? fetched.share : undefined}
                  onDownload={() => void download(b)}
                  onRestore={() => setOpen({ at: 'restore', backup: b })}
                  onRemove={() => setOpen({ at: 'remove', backup: b })}
                />
              ))}
            </ul>
          )}
        </>
      ) : error ? (
        <ProblemView problem={error} onRetry={refetch} />
      ) : (
        <Loading kind="list" rows={3} />
      )}
      {open?.at === 'now' && <BackupNow onClose={close} />}
      {open?.at === 'upload' && <BackupUpload onClose={close} />}
      {open?.at === 'restore' && <BackupRestoreDialog backup={open.backup} onClose={close} onBegun={refetch} />}
      {open?.at === 'remove' && (
        <Confirm
          open
          danger
          title={t('backup.remove_title', { name: open.backup.name })}
          confirm={t('backup.remove')}
          onConfirm={() => remove({ params: { id: open.backup.id } })}
          onClose={close}
        >
          <p>{t('backup.remove_text')}</p>
        </Confirm>
      )}
    </Panel>
  )
}

/** An upload that became a backup is in the list: it is told once and leaves the uploads. */
function useArrived(): void {
  const send = useDispatch()
  const done = useSelector((s: UploadState) =>
    s.uploads.items.find((i) => i.kind === 'backup' && i.phase.at === 'done'),
  )
  useEffect(() => {
    if (!done) return
    send(uploadActions.dismissed(done.key))
    toast.ok(t('backup.uploaded', { name: done.name }))
  }, [done, send])
}
