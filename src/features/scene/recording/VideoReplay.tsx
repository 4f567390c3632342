/** Plays a desktop. Recorded videos do not say how long they are: the recording does. */
import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { PlayerBar } from './PlayerBar.tsx'
import { TypedLines } from './TypedLines.tsx'
import { usePlayer } from './usePlayer.ts'

interface VideoProps {
  /** Of the recording. */
  id: string
  url: string
  seconds: number
  name: string
}
const none: readonly { at: number; text: string }[] = []

export function VideoReplay({ id, url, seconds, name }: VideoProps) {
  const marks = useRead('GET /recordings/:id/typed', { params: { id } }).data?.items ?? none
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
