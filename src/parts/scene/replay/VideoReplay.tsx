/** Plays a desktop. Recorded videos do not say how long they are: the recording does. */
import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import type { RecordingSource } from './source.ts'
import { PlayerBar } from './PlayerBar.tsx'
import { TypedLines } from './TypedLines.tsx'
import { usePlayer } from './usePlayer.ts'

interface VideoProps {
  source: RecordingSource
  url: string
  seconds: number
  name: string
}
const none: readonly { at: number; text: string }[] = []

/** Lines typed in it, from where it is read. */
function useTyped(source: RecordingSource) {
  const own = 'recording' in source ? source : undefined
  const { sheet, item, n } = 'sheet' in source ? source : { sheet: '', item: '', n: 1 }
  const report = 'report' in source ? source : undefined
  const of = useRead('GET /recordings/:id/typed', { params: { id: own?.recording ?? '' } }, { skip: !own })
  const marked = useRead('GET /exam-sheets/:id/typed', { params: { id: sheet }, query: { item, n } }, { skip: !sheet })
  const handedIn = useRead(
    'GET /course-reports/:id/evidence/:n/typed',
    { params: { id: report?.report ?? '', n: String(report?.n ?? 1) } },
    { skip: !report },
  )
  return (own ? of : report ? handedIn : marked).data?.items ?? none
}

export function VideoReplay({ source, url, seconds, name }: VideoProps) {
  const marks = useTyped(source)
  const video = useRef<HTMLVideoElement>(null)
  const [player, state] = usePlayer()
  useEffect(() => player.setLength(seconds), [player, seconds])
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.playbackRate = state.speed
    if (state.playing && element.paused) void element.play().catch(() => player.pause())
    if (!state.playing && !element.paused) element.pause()
    // the clock leads; the picture is brought back when it is half a second off at its speed
    if (Math.abs(element.currentTime - state.at) > 0.5 * Math.max(1, state.speed)) element.currentTime = state.at
  }, [player, state])
  return (
    <div className="replay">
      <div className="replay-main">
        <video
          ref={video}
          className="replay-video"
          src={url}
          muted
          playsInline
          aria-label={t('replay.screen', { name })}
        />
        <PlayerBar player={player} state={state} marks={marks} />
      </div>
      <TypedLines marks={marks} at={state.at} seek={player.seek} />
    </div>
  )
}
