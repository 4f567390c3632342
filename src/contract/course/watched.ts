/**
 * What somebody has watched of a video: pieces of it in seconds, as they are kept. Reports may come late, twice, in any order, or be lost and sent
 * again; what is kept is the same. A report is believed as far as somebody could have watched since the last: each second that passes is worth two.
 */
import { mediaLimits } from './media.ts'

export type Piece = readonly [from: number, to: number]

const hundredths = (n: number) => Math.round(n * 100) / 100

/** In order, without overlaps; what is no piece is left out. */
export function mergedPieces(pieces: readonly Piece[]): Piece[] {
  const out: [number, number][] = []
  for (const [from, to] of pieces.filter(([a, b]) => b > a).toSorted((a, b) => a[0] - b[0])) {
    const last = out.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else out.push([from, to])
  }
  return out
}
/** Seconds of merged pieces. */
export const watchedSeconds = (pieces: readonly Piece[]): number =>
  hundredths(pieces.reduce((n, [a, b]) => n + b - a, 0))
/** Where the last of merged pieces ends: whoever may not skip ahead comes no further than this. */
export const watchedTo = (pieces: readonly Piece[]): number => pieces.at(-1)?.[1] ?? 0

/** What of merged pieces is not in other merged ones. */
export function piecesBeyond(pieces: readonly Piece[], known: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  let k = 0
  for (const [from, to] of pieces) {
    let at = from
    while (k < known.length && (known[k]?.[1] ?? 0) <= at) k++
    for (let n = k; n < known.length && (known[n]?.[0] ?? 0) < to; n++) {
      const [a, b] = known[n] ?? [0, 0]
      if (a > at) out.push([at, a])
      at = Math.max(at, b)
    }
    if (to > at) out.push([at, to])
  }
  return out
}

export interface Watching {
  /** Merged. */
  seen: Piece[]
  /** Seconds that may be believed still, as of `heard`. */
  credit: number
  /** When they were counted last, in milliseconds. */
  heard: number
}
/** Of whoever opens a video; a little at once, for clocks and buffers. */
const atOnce = 5
export const beginsWatching = (now: number): Watching => ({ seen: [], credit: atOnce, heard: now })

/**
 * What is known after a report.
 * @param length of the video; nothing lies behind its end
 * @param now of the server, milliseconds
 */
export function watchedOn(w: Watching, report: readonly Piece[], length: number, now: number): Watching {
  const passed = Math.max(0, now - w.heard) / 1000
  let credit = Math.min(w.credit + passed * mediaLimits.rate, mediaLimits.late * mediaLimits.rate)
  const sent = mergedPieces(
    report.map(([a, b]): Piece => [hundredths(Math.max(0, a)), hundredths(Math.min(length, b))]),
  )
  const believed: Piece[] = []
  for (const [from, to] of piecesBeyond(sent, w.seen)) {
    const end = hundredths(Math.min(to, from + credit))
    if (end <= from) break
    believed.push([from, end])
    credit = Math.max(0, credit - (end - from))
  }
  const seen = mergedPieces([...w.seen, ...believed])
  // nobody watches a thousand pieces that do not touch: who reports them is not believed in the last of them
  return { seen: seen.slice(0, mediaLimits.kept), credit, heard: Math.max(w.heard, now) }
}

/** Whether a share of a video was watched. */
export const isWatched = (seen: readonly Piece[], share: number, length: number): boolean =>
  length > 0 && watchedSeconds(seen) >= hundredths(share * length) - 0.01
