/** Brings a backup made elsewhere, in parts; a part that breaks is sent again from where the server has the file. */
import { useRef, useState } from 'react'
import { backupLimits } from '../../../contract/backup/backup.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useCall } from '../../../kit/data/call.ts'
import { useAsk } from '../../../kit/resource/calls.ts'
import { problemOf } from '../../../lib/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FileDrop } from '../../../ui/FileDrop.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { toast } from '../../../ui/toast.ts'

interface Upload {
  id: string
  offset: number
  chunk: number
}
const tries = 5

export function BackupUpload({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState<{ name: string; share: number }>()
  const [problem, setProblem] = useState<unknown>(null)
  const given = useRef(false)
  const [begin] = useCall('POST /uploads')
  const [part] = useCall('PATCH /uploads/:id')
  const [receive] = useWrite('POST /backups/receive')
  const ask = useAsk()

  const send = async (file: File) => {
    setProblem(null)
    setSent({ name: file.name, share: 0 })
    try {
      let upload: Upload = await begin({ body: { name: file.name, size: file.size, use: 'backup' } })
      for (let left = tries; upload.offset < file.size; ) {
        if (given.current) return
        const body = file.slice(upload.offset, Math.min(upload.offset + upload.chunk, file.size))
        try {
          upload = await part({ params: { id: upload.id }, query: { offset: upload.offset }, body } as never)
          left = tries
        } catch (e) {
          if (--left === 0 || !['network', 'timeout', 'busy', 'offset_mismatch'].includes(problemOf(e).code)) throw e
          upload = (await ask('GET /uploads/:id', { params: { id: upload.id } })) as Upload
        }
        setSent({ name: file.name, share: upload.offset / file.size })
      }
      await receive({ body: { upload_id: upload.id } })
      toast.ok(t('backup.uploaded', { name: file.name }))
      onClose()
    } catch (e) {
      setProblem(problemOf(e))
      setSent(undefined)
    }
  }
  const close = () => {
    given.current = true
    onClose()
  }
  return (
    <Dialog
      open
      size="small"
      title={t('backup.upload')}
      onClose={close}
      actions={<Button onClick={close}>{t('kit.cancel')}</Button>}
    >
      <div className="backup-form">
        <p className="mg-dim">{t('backup.upload_text')}</p>
        {sent ? (
          <>
            <p className="mg-ellipsis">{sent.name}</p>
            <ProgressBar label={sent.name} value={sent.share} showValue />
          </>
        ) : (
          <FileDrop
            accept={['.backup']}
            max={backupLimits.file}
            min={100}
            onFiles={([file]) => file && void send(file)}
          />
        )}
        {problem !== null && <ProblemView compact problem={problem} />}
      </div>
    </Dialog>
  )
}
