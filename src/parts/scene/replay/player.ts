/** A clock that plays: it goes on while somebody looks, at a speed, up to an end, and tells where it is. */
export interface Player {
  play(): void
  pause(): void
  seek: (at: number) => void
  setSpeed(speed: number): void
  setLength(length: number): void
  state: () => PlayerState
  /** Called on every step and change; returns what ends it. */
  watch(told: (state: PlayerState) => void): () => void
  dispose(): void
}
export interface PlayerState {
  at: number
  length: number
  playing: boolean
  speed: number
}
export interface Frames {
  /** Milliseconds. */
  now(): number
  next(step: () => void): number
  cancel(id: number): void
}

export const speeds = [0.5, 1, 2, 4, 8, 16] as const

const browser: Frames = {
  now: () => performance.now(),
  next: (step) => requestAnimationFrame(step),
  cancel: (id) => cancelAnimationFrame(id),
}

export function createPlayer(frames: Frames = browser): Player {
  let state: PlayerState = { at: 0, length: 0, playing: false, speed: 1 }
  let last = 0
  let frame: number | undefined
  const watchers = new Set<(state: PlayerState) => void>()
  const change = (part: Partial<PlayerState>) => {
    state = { ...state, ...part }
    for (const told of watchers) told(state)
  }
  const stop = () => {
    if (frame !== undefined) frames.cancel(frame)
    frame = undefined
  }
  const step = () => {
    const now = frames.now()
    const at = Math.min(state.length, state.at + ((now - last) / 1000) * state.speed)
    last = now
    const playing = at < state.length
    frame = playing ? frames.next(step) : undefined
    change({ at, playing })
  }
  return {
    play() {
      if (state.playing || state.length === 0) return
      last = frames.now()
      // from its end it begins anew
      change({ playing: true, at: state.at >= state.length ? 0 : state.at })
      frame = frames.next(step)
    },
    pause() {
      stop()
      if (state.playing) change({ playing: false })
    },
    seek: (at) => change({ at: Math.min(state.length, Math.max(0, at)) }),
    setSpeed: (speed) => change({ speed }),
    setLength: (length) => change({ length, at: Math.min(state.at, length) }),
    state: () => state,
    watch(told) {
      watchers.add(told)
      told(state)
      return () => watchers.delete(told)
    },
    dispose() {
      stop()
      watchers.clear()
    },
  }
}
