/** Shows one recording: plays a terminal or a desktop, shows a picture. */
import './recording.css'
import { useEffect, useState } from 'react'
import type { Recording } from '../../../contract/scene/recording.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { type Cast, readCast } from './cast.logic.ts'
import { TerminalReplay } from './TerminalReplay.tsx'
import { useContent } from './useContent.ts'
import { VideoReplay } from './VideoReplay.tsx'

export default function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: row, error, refetch } = useRead('GET /recordings/:id', { params: { id } })
  return (
    <Dialog
      open
      size="wide"
      title={row ? t('recording.title', { node: row.node_name, scene: row.scene_name }) : t('recording.open')}
      onClose={onClose}
    >
      {row ? (
        <Shown row={row} />
      ) : error ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : (
        <Loading kind="detail" />
      )}
    </Dialog>
  )
}

function Shown({ row }: { row: Recording }) {
  const content = useContent(row.id, row.bytes)
  const name = t('recording.title', { node: row.node_name, scene: row.scene_name })
  if (content.at === 'loading') return <ProgressBar label={t('recording.loading')} value={content.share} showValue />
  if (content.at === 'failed') return <ProblemView problem={content.problem} />
  if (row.kind === 'terminal') return <Terminal blob={content.blob} name={name} />
  if (row.kind === 'desktop') return <VideoReplay id={row.id} url={content.url} seconds={row.seconds} name={name} />
  return <img className="replay-picture" src={content.url} alt={t('replay.screen', { name })} />
}

function Terminal({ blob, name }: { blob: Blob; name: string }) {
  const [cast, setCast] = useState<Cast | null>()
  useEffect(() => {
    let here = true
    void blob.text().then((text) => here && setCast(readCast(text) ?? null))
    return () => {
      here = false
    }
  }, [blob])
  if (cast === undefined) return <Loading kind="detail" />
  if (cast === null)
    return (
      <Empty icon="bad" title={t('recording.unreadable')}>
        {t('recording.unreadable_text')}
      </Empty>
    )
  return <TerminalReplay cast={cast} name={name} />
}
