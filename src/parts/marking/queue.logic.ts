/** Which answer is before the marker: the first that waits and is neither done nor put back, or one of his own marks looked back at. */
import type { MarkingItem } from '../../contract/exam/run.schema.ts'

export interface MarkingQueueEntry {
  attempt: string
  candidate: string
  item: MarkingItem
}
export interface MarkingQueueState {
  /** Sheets marked since the list of those that wait was read. */
  done: ReadonlySet<string>
  skipped: readonly string[]
  /** How many of his marks he has gone back; 0: at what waits. */
  back: number
}
export const start: MarkingQueueState = { done: new Set(), skipped: [], back: 0 }

const waitingNow = (
  queue: readonly MarkingQueueEntry[],
  { done, skipped }: MarkingQueueState,
): MarkingQueueEntry | undefined => queue.find((e) => !done.has(e.attempt) && !skipped.includes(e.attempt))

/** @param own marks of his, the last first */
export const current = (
  queue: readonly MarkingQueueEntry[],
  own: readonly MarkingQueueEntry[],
  place: MarkingQueueState,
): MarkingQueueEntry | undefined => (place.back > 0 ? own[place.back - 1] : waitingNow(queue, place))

export const goBack = (place: MarkingQueueState, own: number): MarkingQueueState => ({
  ...place,
  back: Math.min(place.back + 1, own),
})
export const goForward = (place: MarkingQueueState): MarkingQueueState => ({
  ...place,
  back: Math.max(0, place.back - 1),
})
/** What was marked is done; who had gone back is at what waits again. */
export const marked = (place: MarkingQueueState, attempt: string): MarkingQueueState => ({
  ...place,
  done: new Set([...place.done, attempt]),
  back: 0,
})
/** Sheets one can leave out of a list by name. */
const most = 100
export const skip = (place: MarkingQueueState, attempt: string): MarkingQueueState => ({
  ...place,
  skipped: [...place.skipped, attempt].slice(-most),
})
export const takeUp = (place: MarkingQueueState): MarkingQueueState => ({ ...place, skipped: [] })

interface Remaining {
  /** Answers that wait for this marker, without those put back. */
  left: number
  putBack: number
  /** Answers without their points that are not this marker's: a second marker has to look at them, or others are named. */
  others: number
}
/**
 * What remains of a question, so that nobody reads that nothing is left beside answers that are not done.
 * @param read left over by the server's last answer, where what was put back is left out
 * @param open answers without their points, whoever gives them
 */
export function remaining(
  queue: readonly MarkingQueueEntry[],
  { done, skipped }: MarkingQueueState,
  read: number,
  open: number,
): Remaining {
  const shown = (id: string) => queue.some((e) => e.attempt === id)
  // the server has not been asked again since
  const [since, back] = [[...done].filter(shown).length, skipped.filter(shown).length]
  const left = Math.max(0, read - since - back)
  return { left, putBack: skipped.length, others: Math.max(0, open - since - left - skipped.length) }
}

/** Remarks with a key, at most. */
const keys = 9
/** Remarks by their keys: those that have one keep it, what was given since comes behind them. */
export const remarksByKey = (had: readonly string[], given: readonly { text: string }[]): readonly string[] =>
  [...new Set([...had, ...given.map((r) => r.text)])].slice(0, keys)
