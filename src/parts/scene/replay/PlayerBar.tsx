/** Play, pause, the place in the recording with what happened there, and the speed. */
import { format, t } from '../../../i18n/index.ts'
import { Select } from '../../../ui/input/Select.tsx'
import { IconButton } from '../../../ui/input/Button.tsx'
import { type Player, type PlayerState, speeds } from './player.ts'

interface BarProps {
  player: Player
  state: PlayerState
  /** Times worth going to, seconds. */
  marks?: readonly { at: number; text: string }[]
}
const stride = 10

export function PlayerBar({ player, state: { at, length, playing, speed }, marks = [] }: BarProps) {
  return (
    <div className="replay-bar">
      <IconButton
        data-autofocus
        tone="primary"
        icon={playing ? 'pause' : 'play'}
        label={t(playing ? 'replay.pause' : 'replay.play')}
        onClick={() => (playing ? player.pause() : player.play())}
      />
      <IconButton icon="history" label={t('replay.again')} onClick={() => player.seek(0)} />
      <IconButton icon="chevron-left" label={t('replay.back')} onClick={() => player.seek(at - stride)} />
      <IconButton icon="chevron-right" label={t('replay.ahead')} onClick={() => player.seek(at + stride)} />
      <div className="replay-track">
        <input
          type="range"
          aria-label={t('replay.seek')}
          aria-valuetext={t('replay.at', {
            at: format.clock(at),
            all: format.clock(length),
          })}
          min={0}
          max={Math.max(length, 0.001)}
          step={0.05}
          value={at}
          onChange={(e) => player.seek(Number(e.target.value))}
        />
        <div className="replay-marks" aria-hidden="true">
          {marks.map((m, i) => (
            <i
              key={`${i} ${m.at}`}
              title={t('replay.mark', { at: format.clock(m.at), text: m.text })}
              style={{ '--at': length > 0 ? m.at / length : 0 }}
            />
          ))}
        </div>
      </div>
      <span className="mg-num mg-dim replay-time">
        {t('replay.at', { at: format.clock(at), all: format.clock(length) })}
      </span>
      <Select
        fit
        small
        aria-label={t('replay.speed')}
        value={String(speed)}
        options={speeds.map((n) => ({
          value: String(n),
          label: t('replay.speed_of', { n }),
        }))}
        onChange={(v) => player.setSpeed(Number(v))}
      />
    </div>
  )
}
