/** One recording before who looks at it: plays a terminal or a desktop, shows a picture. */
import './replay.css'
import { useEffect, useState } from 'react'
import { isRecordedByBrowser } from '../../../contract/scene/recording.ts'
import type { Recording } from '../../../contract/scene/recording.schema.ts'
import { t } from '../../../i18n/index.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { type TerminalCast, readCast } from './cast.logic.ts'
import type { RecordingSource } from './source.ts'
import { TerminalReplay } from './TerminalReplay.tsx'
import { useContent } from './useContent.ts'
import { VideoReplay } from './VideoReplay.tsx'

interface ReplayProps extends Pick<Recording, 'kind' | 'seconds' | 'bytes'> {
  source: RecordingSource
  name: string
}
export default function Replay(props: ReplayProps) {
  const { source, kind } = props
  return (
    <>
      {isRecordedByBrowser(kind) && (
        <p className="replay-by mg-dim">
          <Icon name="info" />{' '}
          {t(
            'sheet' in source ? 'replay.by_candidate' : 'report' in source ? 'replay.by_learner' : 'replay.by_browser',
          )}
        </p>
      )}
      <Played {...props} />
    </>
  )
}

function Played({ source, kind, seconds, bytes, name }: ReplayProps) {
  const content = useContent(source, bytes)
  if (content.at === 'loading') return <ProgressBar label={t('recording.loading')} value={content.share} showValue />
  if (content.at === 'failed') return <ProblemView problem={content.problem} />
  if (kind === 'terminal') return <Terminal blob={content.blob} name={name} />
  if (kind === 'desktop') return <VideoReplay source={source} url={content.url} seconds={seconds} name={name} />
  return <img className="replay-picture" src={content.url} alt={t('replay.screen', { name })} />
}

function Terminal({ blob, name }: { blob: Blob; name: string }) {
  const [cast, setCast] = useState<TerminalCast | null>()
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
