/** Loads a recording and hands it to the browser as a file. */
import { useEffect } from 'react'
import type { Recording } from '../../../contract/scene/recording.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { downloadFile } from '../../../lib/save.ts'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { recordingFileNameOf } from './name.logic.ts'
import { useContent } from '../../../parts/scene/replay/useContent.ts'

export default function DownloadDialog({ rows: [row], onClose }: ActionDialogProps<Recording>) {
  return row ? <Loaded row={row} onClose={onClose} /> : null
}

function Loaded({ row, onClose }: { row: Recording; onClose: () => void }) {
  const content = useContent({ recording: row.id, keep: true }, row.bytes)
  const blob = content.at === 'here' ? content.blob : undefined
  useEffect(() => {
    if (!blob) return
    downloadFile(blob, recordingFileNameOf(row))
    onClose()
    // once it is here
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [blob])
  return (
    <Dialog open size="small" title={t('recording.download')} onClose={onClose}>
      {content.at === 'failed' ? (
        <ProblemView compact problem={content.problem} />
      ) : (
        <ProgressBar label={t('recording.loading')} value={content.at === 'loading' ? content.share : 1} showValue />
      )}
    </Dialog>
  )
}
