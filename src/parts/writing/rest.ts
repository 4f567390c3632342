import { delay } from 'redux-saga/effects'

/**
 * Waits until what keeps coming rests for `rest` milliseconds, but `most` at the longest since the first of it: whoever types without a pause is
 * saved, too. Each call takes the place of the one before.
 */
export function untilRest({ rest, most }: { rest: number; most: number }) {
  let since: number | undefined
  return function* waiting() {
    since ??= Date.now()
    yield delay(Math.max(0, Math.min(rest, since + most - Date.now())))
    since = undefined
  }
}

/** Does something when the page goes away: a tab may be closed in the middle of a word. @returns what ends that */
export function onPageHide(work: () => void): () => void {
  addEventListener('pagehide', work)
  return () => removeEventListener('pagehide', work)
}
