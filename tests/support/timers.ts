import { expect, vi } from 'vitest'

/** Time that a saga's test moves by hand. What files before it left to the turn of the event loop is not counted as the saga's timers. */
export const handMovedTime = (): void =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })

/** A frame or a beat of what another file of the worker left to be drawn is over by then; what a saga waits for takes longer, or comes again. */
const othersLast = 50

/** Ends time moved by hand. Fails when the saga left a timer. */
export async function endMovedTime(): Promise<void> {
  try {
    if (vi.getTimerCount() > 0) await vi.advanceTimersByTimeAsync(othersLast)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
}
