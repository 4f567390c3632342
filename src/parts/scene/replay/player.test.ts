import { expect, test } from 'vitest'
import { createPlayer } from './player.ts'

function clock() {
  let now = 0
  let waiting: (() => void) | undefined
  return {
    now: () => now,
    next: (step: () => void) => {
      waiting = step
      return 1
    },
    cancel: () => void (waiting = undefined),
    pass(ms: number) {
      now += ms
      const step = waiting
      waiting = undefined
      step?.()
    },
    idle: () => waiting === undefined,
  }
}

test('plays at its speed to its end, and from there anew', () => {
  const time = clock()
  const player = createPlayer(time)
  player.setLength(10)
  player.setSpeed(4)
  player.play()
  time.pass(1000)
  expect(player.state()).toMatchObject({ at: 4, playing: true })
  time.pass(5000)
  expect(player.state()).toMatchObject({ at: 10, playing: false })
  expect(time.idle()).toBe(true)
  player.play()
  expect(player.state().at).toBe(0)
})

test('a pause takes no time, and a place is sought within it', () => {
  const time = clock()
  const player = createPlayer(time)
  const told: number[] = []
  player.setLength(10)
  player.watch((s) => told.push(s.at))
  player.play()
  time.pass(1000)
  player.pause()
  time.pass(60_000)
  player.play()
  time.pass(500)
  expect(player.state().at).toBe(1.5)
  player.seek(99)
  expect(player.state().at).toBe(10)
  player.seek(-1)
  expect(player.state().at).toBe(0)
  expect(told.length).toBeGreaterThan(4)
})

test('nothing goes on once it is put away', () => {
  const time = clock()
  const player = createPlayer(time)
  player.setLength(10)
  player.play()
  player.dispose()
  expect(time.idle()).toBe(true)
})
