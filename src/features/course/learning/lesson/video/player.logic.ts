/** What a player's events say was watched, and what keys do in it. */
import type { Piece } from '../../../../../contract/course/watched.ts'

export const playbackRates = [0.5, 0.75, 1, 1.5, 2] as const

/** How somebody plays videos. */
export interface PlayerPrefs {
  rate: number
  /** From 0 to 1. */
  volume: number
  muted: boolean
  /** Language of the captions that are shown; empty for none. */
  captions: string
}
/** What was kept, each part as it is played usually where it is missing or none. */
export function prefsFrom(text: string | null): PlayerPrefs {
  let kept: Partial<Record<keyof PlayerPrefs, unknown>> = {}
  try {
    kept = { ...JSON.parse(text ?? '{}') }
  } catch {
    // somebody else wrote there
  }
  const { rate, volume, muted, captions } = kept
  return {
    rate: playbackRates.find((r) => r === rate) ?? 1,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
    muted: muted === true,
    captions: typeof captions === 'string' ? captions : '',
  }
}

/** Longest step, in seconds of the video, between two signs of a player that plays; what is longer was a jump. */
const step = 5

/** Second at which it was seen playing last; undefined while it does not. */
export interface Playhead {
  at: number | undefined
}
export type PlayerEvent = { is: 'plays'; at: number } | { is: 'stops'; at: number } | { is: 'jumps' }

/** @returns the playhead after an event, and the piece that was watched up to it */
export function heardFrom(head: Playhead, e: PlayerEvent): { head: Playhead; piece: Piece | undefined } {
  if (e.is === 'jumps') return { head: { at: undefined }, piece: undefined }
  const watched = head.at !== undefined && e.at > head.at && e.at - head.at <= step
  const piece: Piece | undefined = watched && head.at !== undefined ? [head.at, e.at] : undefined
  return { head: { at: e.is === 'plays' ? e.at : undefined }, piece }
}

/** Seconds that may be ahead of what was watched, where nobody may skip: a player's steps are not exact. */
const slack = 1
/** How far somebody may go. @param reach seconds up to which it was watched; undefined where any may be sought */
export const allowedSecond = (wanted: number, reach: number | undefined): number =>
  reach === undefined || wanted <= reach + slack ? wanted : reach

export type KeyAct =
  | { act: 'play' | 'mute' | 'full' | 'captions' }
  | { act: 'seek'; by: number }
  | { act: 'goto'; share: number }
  | { act: 'rate'; by: 1 | -1 }
  | { act: 'volume'; by: number }

/** What a key does, as players on the web agree; undefined for keys that mean nothing here. */
export function keyAct(key: string): KeyAct | undefined {
  switch (key) {
    case ' ':
    case 'k':
      return { act: 'play' }
    case 'ArrowLeft':
      return { act: 'seek', by: -5 }
    case 'ArrowRight':
      return { act: 'seek', by: 5 }
    case 'j':
      return { act: 'seek', by: -10 }
    case 'l':
      return { act: 'seek', by: 10 }
    case 'ArrowUp':
      return { act: 'volume', by: 0.1 }
    case 'ArrowDown':
      return { act: 'volume', by: -0.1 }
    case '<':
      return { act: 'rate', by: -1 }
    case '>':
      return { act: 'rate', by: 1 }
    case 'm':
      return { act: 'mute' }
    case 'f':
      return { act: 'full' }
    case 'c':
      return { act: 'captions' }
    default:
      return /^\d$/.test(key) ? { act: 'goto', share: Number(key) / 10 } : undefined
  }
}
/** The next rate up or down. */
export function nextRate(rate: number, by: 1 | -1): number {
  const n = playbackRates.findIndex((r) => r === rate)
  return playbackRates[Math.min(playbackRates.length - 1, Math.max(0, (n < 0 ? 2 : n) + by))] ?? 1
}
