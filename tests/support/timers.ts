import { vi } from 'vitest'

/** Time that a saga's test moves by hand. What files before it left to the turn of the event loop is not counted as the saga's timers. */
export const handMovedTime = (): void =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
