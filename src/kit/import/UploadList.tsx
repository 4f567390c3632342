import { useDispatch, useSelector } from 'react-redux'
import { format, t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/input/Button.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import './upload.part.ts'
import { type UploadItem, type UploadKind, type UploadState, uploadActions } from './upload.slice.ts'
import './upload.css'

/** Uploads under way and those that failed; a finished one leaves by itself. */
export function UploadList({ kind }: { kind: UploadKind }) {
  const items = useSelector((s: UploadState) => s.uploads.items).filter((i) => i.phase.at !== 'done' && i.kind === kind)
  const send = useDispatch()
  if (items.length === 0) return null
  return (
    <ul className="upload-list">
      {items.map((i) => (
        <li key={i.key}>
          <div className="upload-item">
            {i.phase.at === 'failed' ? <FailedUpload item={i} /> : <RunningUpload item={i} />}
          </div>
          <IconButton
            icon="close"
            tone="quiet"
            size="small"
            label={t(i.phase.at === 'failed' ? 'import.clear' : 'import.dismiss', { name: i.name })}
            onClick={() => send(uploadActions.dismissed(i.key))}
          />
        </li>
      ))}
    </ul>
  )
}

function RunningUpload({ item }: { item: UploadItem }) {
  const sent = 'sent' in item.phase ? item.phase.sent : 0
  const note =
    item.phase.at === 'waiting'
      ? t('import.waiting')
      : item.phase.at === 'retrying'
        ? t('import.reconnecting')
        : t('import.sent', { sent: format.size(sent), size: format.size(item.size) })
  return (
    <>
      <div className="upload-name">
        <span className="mg-ellipsis">{t('import.uploading', { name: item.name })}</span>
        <span className="mg-faint mg-num">{note}</span>
      </div>
      <ProgressBar
        value={item.size ? sent / item.size : 0}
        label={t('import.uploading', { name: item.name })}
        tone={item.phase.at === 'retrying' ? 'warn' : 'accent'}
      />
    </>
  )
}

function FailedUpload({ item }: { item: UploadItem }) {
  return (
    <>
      <div className="upload-name">{item.name}</div>
      {item.phase.at === 'failed' && <ProblemView problem={item.phase.problem} compact />}
    </>
  )
}
