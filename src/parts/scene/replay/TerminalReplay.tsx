/** Plays a terminal: its screen, the bar with what was typed on it, and the typed lines as text to go to. */
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { t } from '../../../i18n/index.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { type TerminalCast, idleMost, replayMarksOf, shownBy, timelineOf } from './cast.logic.ts'
import { PlayerBar } from './PlayerBar.tsx'
import { TypedLines } from './TypedLines.tsx'
import { usePlayer } from './usePlayer.ts'

const CastScreen = lazy(() => import('./canvas/CastScreen.tsx'))

export function TerminalReplay({ cast, name }: { cast: TerminalCast; name: string }) {
  const [short, setShort] = useState(true)
  const [player, state] = usePlayer()
  const { theme } = useSettings()
  const timeline = useMemo(() => timelineOf(cast.events, short ? idleMost : undefined), [cast, short])
  const marks = useMemo(
    () =>
      replayMarksOf(cast.events).map((m) => ({
        at: timeline.times[m.index] ?? 0,
        text: m.text,
      })),
    [cast, timeline],
  )
  useEffect(() => player.setLength(timeline.length), [player, timeline])
  const shorten = (now: boolean) => {
    // the same moment of the recording, wherever its time goes
    const index = shownBy(timeline, state.at) - 1
    const next = timelineOf(cast.events, now ? idleMost : undefined)
    setShort(now)
    player.setLength(next.length)
    player.seek(next.times[index] ?? 0)
  }
  return (
    <div className="replay">
      <div className="replay-main">
        <div className="replay-screen" role="group" aria-label={t('replay.screen', { name })}>
          <Suspense fallback={<Loading kind="detail" />}>
            <CastScreen cast={cast} shown={shownBy(timeline, state.at)} theme={theme} label={name} />
          </Suspense>
        </div>
        <PlayerBar player={player} state={state} marks={marks} />
        <label className="replay-idle">
          <input type="checkbox" className="kit-box" checked={short} onChange={(e) => shorten(e.target.checked)} />
          {t('replay.idle')}
        </label>
      </div>
      <TypedLines marks={marks} at={state.at} seek={player.seek} />
    </div>
  )
}
