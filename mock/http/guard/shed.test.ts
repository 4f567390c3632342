/** J11: Overload: what can be asked again later goes first, what writes down work never. */
import { describe, expect, it } from 'vitest'
import { makeShed } from './shed.ts'

describe('admission', () => {
  it('is closed to reads while too many calls are being answered, and opens again', () => {
    const shed = makeShed({ delay: 1e9, inFlight: 2 })
    const done = [shed.enter(), shed.enter()]
    expect(shed.overloaded()).toBe(false)
    const third = shed.enter()
    expect(shed.overloaded()).toBe(true)
    third()
    third()
    expect(shed.overloaded()).toBe(false)
    done.forEach((end) => end())
    shed.stop()
  })

  it('is closed to reads while the event loop is late', async () => {
    const shed = makeShed({ delay: 30, inFlight: 1e9, everyMs: 20 })
    const until = performance.now() + 400
    const block = (): void => {
      const end = performance.now() + 80
      while (performance.now() < end);
      if (performance.now() < until) setImmediate(block)
    }
    block()
    let late = false
    for (let i = 0; i < 100 && !late; i++) {
      await new Promise((r) => setTimeout(r, 10))
      late = shed.overloaded()
    }
    expect(late).toBe(true)
    shed.stop()
  })
})
