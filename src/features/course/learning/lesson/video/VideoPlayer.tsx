/** The player itself. It says what is watched and where it is; what comes of that is its section's. */
import './video.css'
import { useEffect, useRef } from 'react'
import type { Cue } from '../../../../../contract/course/vtt.ts'
import type { Piece } from '../../../../../contract/course/watched.ts'
import { t, useLocale } from '../../../../../i18n/index.ts'
import {
  allowedSecond,
  heardFrom,
  type KeyAct,
  keyAct,
  nextRate,
  playbackRates,
  type Playhead,
  type PlayerEvent,
} from './player.logic.ts'
import type { KeptPrefs } from './usePlayerPrefs.ts'
import { loadVideojs, type VideoJsPlayer, playerLanguage, withoutStyleElements } from './videojs.ts'

export interface PlayerHandle {
  /** As far as it may be. @returns where it went */
  goTo: (second: number) => number
  second: () => number
  pause: () => void
}
export interface CaptionTrack {
  language: string
  label: string
  cues: readonly Cue[]
}
interface VideoPlayerProps {
  src: string
  type: string
  label: string
  /** How long it is, where the file does not say it. */
  seconds: number
  /** Second at which it begins. */
  start: number
  /** Seconds up to which it was watched, where nobody may skip ahead. */
  reach: () => number | undefined
  tracks: readonly CaptionTrack[]
  /** How its viewer plays. */
  prefs: KeptPrefs
  onReady: (handle: PlayerHandle | undefined) => void
  onWatched: (piece: Piece) => void
  onMoved: (second: number) => void
  /** It was paused or has ended. */
  onRest: () => void
  /** Somebody wanted to go further than they may. */
  onHeld: () => void
  /** It does not load, or not any more. */
  onBroken: (second: number) => void
}

function doKey(p: VideoJsPlayer, { act, ...how }: KeyAct, seek: (second: number) => void): void {
  const now = p.currentTime() ?? 0
  if (act === 'play') void (p.paused() ? p.play() : p.pause())
  else if (act === 'mute') p.muted(!p.muted())
  else if (act === 'full') void (p.isFullscreen() ? p.exitFullscreen() : p.requestFullscreen())
  else if (act === 'captions') turnCaptions(p)
  else if ('share' in how) seek((p.duration() ?? 0) * how.share)
  else if (act === 'seek' && 'by' in how) seek(Math.max(0, now + how.by))
  else if (act === 'volume' && 'by' in how) p.volume(Math.min(1, Math.max(0, (p.volume() ?? 1) + how.by)))
  else if (act === 'rate' && 'by' in how) p.playbackRate(nextRate(p.playbackRate() ?? 1, how.by === 1 ? 1 : -1))
}
const tracksOf = (p: VideoJsPlayer): TextTrack[] => [...(p.el().querySelector('video')?.textTracks ?? [])]
/** The language of the captions that are shown; empty where none are. */
const captionsOf = (p: VideoJsPlayer): string => tracksOf(p).find((x) => x.mode === 'showing')?.language ?? ''
function turnCaptions(p: VideoJsPlayer): void {
  const list = tracksOf(p)
  const shown = list.findIndex((x) => x.mode === 'showing')
  for (const [n, track] of list.entries()) track.mode = shown < 0 && n === 0 ? 'showing' : 'disabled'
}

export default function VideoPlayer(props: VideoPlayerProps) {
  const { src, type, label, tracks } = props
  const box = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  const said = useRef(props)
  said.current = props
  const player = useRef<VideoJsPlayer>()
  /** Where it was last: a file that broke forgets it. */
  const last = useRef(props.start)

  useEffect(() => {
    const frame = box.current
    if (!frame) return undefined
    const back = withoutStyleElements()
    let over = false
    let head: Playhead = { at: undefined }
    const hear = (e: PlayerEvent) => {
      const heard = heardFrom(head, e)
      head = heard.head
      if (heard.piece) said.current.onWatched(heard.piece)
    }
    const begin = said.current.start
    void loadVideojs().then((videojs) => {
      if (over) return
      const video = document.createElement('video')
      video.className = 'video-js'
      video.setAttribute('playsinline', '')
      frame.append(video)
      const p = videojs(video, {
        controls: true,
        preload: 'metadata',
        fill: true,
        language: playerLanguage(locale),
        playbackRates: [...playbackRates],
        // its own captions need what Trusted Types refuse; the browser draws them
        html5: { nativeTextTracks: true },
        controlBar: {
          pictureInPictureToggle: false,
          remainingTimeDisplay: false,
          currentTimeDisplay: true,
          timeDivider: true,
          durationDisplay: true,
        },
        userActions: {
          hotkeys: (e: KeyboardEvent) => {
            if (e.ctrlKey || e.altKey || e.metaKey) return
            const act = keyAct(e.key)
            if (!act) return
            e.preventDefault()
            doKey(p, act, goTo)
          },
        },
      })
      player.current = p
      const goTo = (second: number): number => {
        const to = allowedSecond(second, said.current.reach())
        if (to < second) said.current.onHeld()
        p.currentTime(to)
        return to
      }
      const now = () => p.currentTime() ?? 0
      const moved = () => {
        last.current = now()
        said.current.onMoved(last.current)
      }
      const { prefs } = said.current
      const { rate, volume, muted } = prefs.read()
      p.ready(() => {
        p.volume(volume)
        p.muted(muted)
        // a file that is loaded begins at it
        p.defaultPlaybackRate(rate)
        p.playbackRate(rate)
        p.on('volumechange', () => prefs.keep({ volume: p.volume() ?? 1, muted: p.muted() ?? false }))
      })
      p.on('ratechange', () => {
        const changed = p.playbackRate() ?? 1
        if (changed === p.defaultPlaybackRate()) return
        p.defaultPlaybackRate(changed)
        prefs.keep({ rate: changed })
      })
      let captions = prefs.read().captions
      video.textTracks.addEventListener('change', () => {
        const shown = captionsOf(p)
        // what is not there in the language that was chosen is not turned off by that
        if (shown === captions || (shown === '' && !tracksOf(p).some((x) => x.language === captions))) return
        captions = shown
        prefs.keep({ captions })
      })
      // what a browser recorded looks endless
      p.on('durationchange', () => {
        const { seconds } = said.current
        if (p.duration() === Number.POSITIVE_INFINITY && seconds > 0) p.duration(seconds)
      })
      p.one('loadedmetadata', () => {
        const whole = p.duration() ?? 0
        // whoever was at its end begins anew
        if (begin > 0 && !(Number.isFinite(whole) && begin > whole - 2)) p.currentTime(begin)
      })
      p.on('playing', () => hear({ is: 'plays', at: now() }))
      p.on('timeupdate', () => {
        if (p.seeking()) return
        moved()
        if (!p.paused()) hear({ is: 'plays', at: now() })
      })
      p.on('seeking', () => {
        hear({ is: 'jumps' })
        const to = allowedSecond(now(), said.current.reach())
        if (to < now()) {
          said.current.onHeld()
          p.currentTime(to)
        }
      })
      p.on('seeked', () => {
        moved()
        if (!p.paused()) hear({ is: 'plays', at: now() })
      })
      for (const rests of ['pause', 'ended'])
        p.on(rests, () => {
          hear({ is: 'stops', at: now() })
          said.current.onRest()
        })
      p.on('error', () => said.current.onBroken(now()))
      said.current.onReady({ goTo, second: now, pause: () => p.pause() })
      p.src({ src: said.current.src, type })
      show(p, said.current.tracks, prefs.read().captions)
    })
    return () => {
      over = true
      const p = player.current
      player.current = undefined
      said.current.onReady(undefined)
      p?.dispose()
      frame.replaceChildren()
      back()
    }
    // one player for as long as it is there; another address is given to it below
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    player.current?.language(playerLanguage(locale))
  }, [locale])
  useEffect(() => {
    const p = player.current
    const loaded = p?.currentSrc() ?? ''
    if (!p || loaded === '' || loaded === src) return
    const [at, plays] = [last.current, !p.paused()]
    p.src({ src, type })
    p.one('loadedmetadata', () => {
      p.currentTime(at)
      if (plays) void p.play()
    })
  }, [src, type])
  useEffect(() => {
    if (player.current) show(player.current, tracks, said.current.prefs.read().captions)
  }, [tracks])
  return (
    <div
      ref={box}
      className="learn-video-frame"
      role="group"
      aria-label={label}
      aria-description={t('learn.video_keys')}
    />
  )
}

/** A cue is markup to the browser; ours are words. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Gives the player the captions it has not got; of one section they stay the same. @param shown language of those that its viewer reads */
function show(p: VideoJsPlayer, tracks: readonly CaptionTrack[], shown: string): void {
  const video = p.el().querySelector('video')
  if (!video) return
  for (const { language, label, cues } of tracks) {
    if ([...video.textTracks].some((x) => x.language === language)) continue
    const track = video.addTextTrack('captions', label, language)
    // cues are taken by a track that is not off
    track.mode = 'hidden'
    for (const { from, to, text } of cues) track.addCue(new VTTCue(from, to, escaped(text)))
    track.mode = language === shown ? 'showing' : 'disabled'
  }
}
