/**
 * A terminal's recording as it is played: asciicast v2 (https://docs.asciinema.org/manual/asciicast/v2/), read line by line, so that one
 * that still grows or was cut off plays as far as it goes.
 */
export interface CastEvent {
  /** Seconds from the beginning, as recorded. */
  at: number
  kind: 'out' | 'in' | 'size' | 'mark'
  text: string
}
export interface TerminalCast {
  columns: number
  rows: number
  events: readonly CastEvent[]
}

const kinds: Readonly<Record<string, CastEvent['kind']>> = {
  o: 'out',
  i: 'in',
  r: 'size',
  m: 'mark',
}

function eventOf(line: string): CastEvent | undefined {
  try {
    const [at, kind, text]: unknown[] = JSON.parse(line)
    const known = kinds[String(kind)]
    return typeof at === 'number' && known && typeof text === 'string' ? { at, kind: known, text } : undefined
  } catch {
    // the last line of one that still grows
    return undefined
  }
}

/** Undefined when it is none. */
export function readCast(text: string): TerminalCast | undefined {
  const [head = '', ...lines] = text.split('\n')
  try {
    const { version, width, height }: { version?: number; width?: number; height?: number } = JSON.parse(head)
    if (version !== 2 || !width || !height) return undefined
    const events = lines.flatMap((line) => eventOf(line) ?? [])
    return {
      columns: width,
      rows: height,
      events: events.sort((a, b) => a.at - b.at),
    }
  } catch {
    return undefined
  }
}

/** Seconds an idle pause is shortened to. */
export const idleMost = 2

export interface PlaybackTimeline {
  /** When each event is shown, seconds of playing. */
  times: readonly number[]
  length: number
}

/** Times of playing; pauses without output are cut to `most` seconds. */
export function timelineOf(events: readonly CastEvent[], most: number | undefined): PlaybackTimeline {
  let shown = 0
  let before = 0
  const times = events.map(({ at }) => {
    const pause = Math.max(0, at - before)
    before = at
    shown += most === undefined ? pause : Math.min(pause, most)
    return shown
  })
  return { times, length: times.at(-1) ?? 0 }
}

/** How many events are shown at that time. */
export function shownBy({ times }: PlaybackTimeline, at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low
}

export interface ReplayMark {
  /** Place among the events. */
  index: number
  text: string
}

const visible = (c: string): boolean => c >= ' ' && c !== '\u007f'
const named: Readonly<Record<string, string>> = {
  '\u0003': '^C',
  '\u0004': '^D',
  '\u001a': '^Z',
}

/** Lines that were typed and marks that were set: what happened, for whoever looks for a place. */
export function replayMarksOf(events: readonly CastEvent[]): ReplayMark[] {
  const marks: ReplayMark[] = []
  let line: string[] = []
  let escape = false
  const end = (index: number, more = '') => {
    const text = (line.join('') + more).trim()
    if (text) marks.push({ index, text })
    line = []
  }
  events.forEach((e, index) => {
    if (e.kind === 'mark') marks.push({ index, text: e.text })
    if (e.kind !== 'in') return
    for (const c of e.text) {
      // a key such as an arrow: from ESC to its last letter
      if (escape) escape = !(/[A-Za-z~]/.test(c) && c !== 'O')
      else if (c === '\u001b') escape = true
      else if (c === '\r' || c === '\n') end(index)
      else if (c === '\u007f' || c === '\b') line.pop()
      else if (c === '\u0015') line = []
      else if (named[c]) end(index, named[c])
      else if (visible(c)) line.push(c)
    }
  })
  return marks
}
