/** Recordings of an answer's machines, one after the other, without whose they are. */
import '../../../ui/data/Chips.css'
import { useState } from 'react'
import type { SheetRecording } from '../../../contract/exam/run.schema.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import Replay from '../../../parts/scene/replay/Replay.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'

interface SceneRecordingsProps {
  sheet: string
  item: string
  onClose: () => void
}
const icons = {
  terminal: 'terminal',
  desktop: 'desktop',
  screenshot: 'camera',
} as const

export default function SceneRecordings({ sheet, item, onClose }: SceneRecordingsProps) {
  const [at, setAt] = useState(1)
  const { data, error, refetch } = useRead('GET /exam-sheets/:id/recordings', {
    params: { id: sheet },
    query: { item },
  })
  const shown = data?.items.find((r) => r.n === at)
  const label = (r: SheetRecording) => t('marking.recording_n', { n: r.n, node: r.node })
  return (
    <Dialog open size="wide" title={shown ? label(shown) : t('marking.recordings')} onClose={onClose}>
      {!data && (error ? <ProblemView compact problem={error} onRetry={refetch} /> : <Loading kind="detail" />)}
      {data?.items.length === 0 && <Empty compact icon="machine" title={t('marking.recordings_none')} />}
      {data && data.items.length > 1 && (
        <div role="group" aria-label={t('marking.recordings')} className="mg-chips marking-recordings">
          {data.items.map((r) => (
            <button key={r.n} type="button" className="mg-chip" aria-pressed={r.n === at} onClick={() => setAt(r.n)}>
              <Icon name={icons[r.kind]} /> {label(r)}
              {r.kind !== 'screenshot' && <span className="mg-num mg-dim">{format.clock(r.seconds)}</span>}
            </button>
          ))}
        </div>
      )}
      {shown && (
        <Replay
          key={shown.n}
          source={{ sheet, item, n: shown.n }}
          kind={shown.kind}
          seconds={shown.seconds}
          bytes={shown.bytes}
          name={label(shown)}
        />
      )}
    </Dialog>
  )
}
