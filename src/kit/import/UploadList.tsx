import { useEffect, useState } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import { Link } from 'react-router-dom'
import { format, t } from '../../i18n/index.ts'
import { IconButton } from '../../ui/input/Button.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { ProblemView, problemText } from '../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { dataApi, useRead } from '../data/api.ts'
import { planProblemText } from './words.ts'
import './upload.part.ts'
import { type UploadItem, type UploadKind, type UploadState, uploadActions } from './upload.slice.ts'
import './upload.css'

/**
 * Uploads under way, those that failed, and what became of those that came together: they stay until somebody clears them.
 * @param to the address of an import
 */
export function UploadList({ kind, to }: { kind: UploadKind; to?: (id: string) => string }) {
  const items = useSelector((s: UploadState) => s.uploads.items).filter(
    (i) => i.kind === kind && (i.phase.at !== 'done' || (to && !i.alone)),
  )
  const send = useDispatch()
  if (items.length === 0) return null
  return (
    <ul className="upload-list">
      {items.map((i) => (
        <li key={i.key}>
          <div className="upload-item">
            {i.phase.at === 'failed' ? (
              <FailedUpload item={i} />
            ) : i.phase.at === 'done' && to ? (
              <ReadUpload name={i.name} id={i.phase.made} to={to(i.phase.made)} />
            ) : (
              <RunningUpload item={i} />
            )}
          </div>
          <IconButton
            icon="close"
            tone="quiet"
            size="small"
            label={t(i.phase.at === 'failed' || i.phase.at === 'done' ? 'import.clear' : 'import.dismiss', {
              name: i.name,
            })}
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

/** An import that was begun with others: how it stands, why there is no plan, and the way to it. */
function ReadUpload({ name, id, to }: { name: string; id: string; to: string }) {
  const [polling, poll] = useState(true)
  const { data: plan, error } = useRead('GET /imports/:id', { params: { id } }, { every: polling ? 700 : 0 })
  const reading = !error && (!plan || plan.state === 'planning')
  if (reading !== polling) poll(reading)
  const send = useDispatch()
  // the history below shows it, too
  useEffect(() => {
    if (!reading) send(dataApi.util.invalidateTags([{ type: 'subject', id: 'imports' }]))
  }, [reading, send])
  return (
    <div className="upload-read">
      <Link to={to}>{name}</Link>
      {plan && <StatusTag word={plan.state} label={t(`import.state.${plan.state}`)} />}
      <span className="upload-why">{error ? problemText(error) : plan && planProblemText(plan)}</span>
    </div>
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
