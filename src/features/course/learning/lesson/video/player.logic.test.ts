import { describe, expect, it } from 'vitest'
import { allowedSecond, heardFrom, keyAct, nextRate, type Playhead, type PlayerEvent } from './player.logic.ts'

const watched = (events: readonly PlayerEvent[]) => {
  let head: Playhead = { at: undefined }
  return events.flatMap((e) => {
    const heard = heardFrom(head, e)
    head = heard.head
    return heard.piece ? [heard.piece] : []
  })
}

describe('what was watched', () => {
  it('is what a player went through, up to where it stopped', () => {
    expect(
      watched([
        { is: 'plays', at: 0 },
        { is: 'plays', at: 0.25 },
        { is: 'plays', at: 0.5 },
        { is: 'stops', at: 0.6 },
        { is: 'plays', at: 0.6 },
        { is: 'plays', at: 0.9 },
      ]),
    ).toEqual([
      [0, 0.25],
      [0.25, 0.5],
      [0.5, 0.6],
      [0.6, 0.9],
    ])
  })
  it('is not what was jumped over, with a sign or without', () => {
    expect(
      watched([{ is: 'plays', at: 1 }, { is: 'jumps' }, { is: 'plays', at: 3 }, { is: 'plays', at: 3.5 }]),
    ).toEqual([[3, 3.5]])
    expect(
      watched([
        { is: 'plays', at: 1 },
        { is: 'plays', at: 60 },
        { is: 'plays', at: 61 },
      ]),
    ).toEqual([[60, 61]])
    expect(
      watched([
        { is: 'plays', at: 60 },
        { is: 'plays', at: 1 },
        { is: 'plays', at: 2 },
      ]),
    ).toEqual([[1, 2]])
  })
})

describe('skipping ahead', () => {
  it('ends where it was watched to, where it is not free', () => {
    expect(allowedSecond(50, undefined)).toBe(50)
    expect(allowedSecond(50, 20)).toBe(20)
    expect(allowedSecond(10, 20)).toBe(10)
    expect(allowedSecond(20.5, 20)).toBe(20.5)
  })
})

describe('keys', () => {
  it('do what they do in players on the web', () => {
    expect(keyAct(' ')).toEqual({ act: 'play' })
    expect(keyAct('j')).toEqual({ act: 'seek', by: -10 })
    expect(keyAct('7')).toEqual({ act: 'goto', share: 0.7 })
    expect(keyAct('q')).toBeUndefined()
  })
  it('change the rate step by step and stop at its ends', () => {
    expect([nextRate(1, 1), nextRate(1.5, 1), nextRate(2, 1), nextRate(0.5, -1)]).toEqual([1.5, 2, 2, 0.5])
  })
})
