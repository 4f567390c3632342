/** A file of a lesson while it is played or read: the address it is loaded from, and what was watched and is not on the server yet. */
import { mergedPieces, type Piece, piecesBeyond } from '../../../../../contract/course/watched.ts'
import type { AppProblem } from '../../../../../lib/problem.ts'

export type MediaSource =
  | { at: 'asking' }
  /** `n` counts addresses: another one is loaded anew. */
  | { at: 'open'; address: string; ticket: string; n: number }
  | { at: 'failed'; problem: AppProblem }

export interface MediaState {
  source: MediaSource
  /** Watched, and not acknowledged. */
  pending: Piece[]
  /** Seconds from the beginning, and whether the server has heard it. */
  place: number
  told: boolean
  /** Distinct seconds as the server counts them; undefined before it said. */
  seconds: number | undefined
  /** It ended the section, or with it the course. */
  done: boolean
  completed: boolean
}
export type MediaAction =
  | { type: 'opened'; address: string; ticket: string }
  | { type: 'refused'; problem: AppProblem }
  | { type: 'watched'; piece: Piece }
  | { type: 'moved'; place: number }
  | { type: 'reported'; seen: readonly Piece[]; place: number; seconds: number; done: boolean; completed: boolean }
  /** Report now: it was paused, or the page is hidden. */
  | { type: 'ask/report' }
  /** Another session goes on with it: what is open stays open, if it can. */
  | { type: 'ask/renew' }
  /** The address does not load any more. */
  | { type: 'ask/open' }
  | { type: 'closed' }

export const beginsAt = (place: number): MediaState => ({
  source: { at: 'asking' },
  pending: [],
  place,
  told: true,
  seconds: undefined,
  done: false,
  completed: false,
})
const isHeld = (s: MediaState, ticket: string): boolean => s.source.at === 'open' && s.source.ticket === ticket

export function reduceMedia(s: MediaState = beginsAt(0), a: MediaAction): MediaState {
  switch (a.type) {
    case 'opened': {
      // renewed, its address is the same, and what plays goes on
      if (isHeld(s, a.ticket)) return s
      const n = s.source.at === 'open' ? s.source.n + 1 : 1
      return { ...s, source: { at: 'open', address: a.address, ticket: a.ticket, n } }
    }
    case 'refused':
      return { ...s, source: { at: 'failed', problem: a.problem } }
    case 'watched':
      return { ...s, pending: mergedPieces([...s.pending, a.piece]) }
    case 'moved':
      return a.place === s.place ? s : { ...s, place: a.place, told: false }
    case 'reported':
      return {
        ...s,
        pending: piecesBeyond(s.pending, a.seen),
        told: s.place === a.place,
        seconds: a.seconds,
        done: s.done || a.done,
        completed: s.completed || a.completed,
      }
    case 'ask/open':
      return s.source.at === 'failed' ? { ...s, source: { at: 'asking' } } : s
    default:
      return s
  }
}
