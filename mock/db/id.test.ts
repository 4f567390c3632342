import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newId } from './id.ts'

/** Bytes that look random and are the same in every run. */
function seeded(): (n: number) => Uint8Array {
  let i = 0
  return (n) => createHash('sha512').update(String(i++)).digest().subarray(0, n)
}
const start = Date.parse('2026-05-01T08:00:00.123Z')

describe('an id', () => {
  test('is a UUID of version 7 that holds its time', () => {
    const id = newId(() => new Date(start), seeded())()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(start)
  })

  test('sorts after all before it, within a millisecond, and while the clock is set back', () => {
    let time = start
    const make = newId(() => new Date(time), seeded())
    const ids = Array.from({ length: 20_000 }, (_, i) => {
      if (i % 5000 === 4999) time -= 3_600_000
      if (i % 7000 === 6999) time += 3_600_001
      return make()
    })
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('holds its time also when many are made in one millisecond', () => {
    const make = newId(() => new Date(start), seeded())
    const times = Array.from({ length: 500 }, () => Number.parseInt(make().replaceAll('-', '').slice(0, 12), 16))
    expect(new Set(times)).toEqual(new Set([start]))
  })

  test('goes on into the next millisecond when one is used up', () => {
    const make = newId(
      () => new Date(start),
      (n) => new Uint8Array(n).fill(255),
    )
    const ids = [make(), make(), make()]
    expect([...ids].sort()).toEqual(ids)
    expect(ids[0]?.slice(14)).toBe('7fff-bfff-ffffffffffff')
    expect(Number.parseInt(ids[1]?.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(start + 1)
  })

  test('cannot be guessed from the one before it', () => {
    const make = newId(() => new Date(start), seeded())
    const tail = (id: string): bigint => BigInt(`0x${id.slice(19).replaceAll('-', '')}`)
    const steps = Array.from({ length: 100 }, make)
      .map(tail)
      .map((t, i, all) => (i ? t - (all[i - 1] as bigint) : 0n))
    expect(new Set(steps.slice(1)).size).toBe(99)
    expect(steps.slice(1).every((s) => (s < 0n ? -s : s) > 1n << 40n)).toBe(true)
  })

  test('of two processes at the same moment differ', () => {
    const random = seeded()
    const now = (): Date => new Date(start)
    expect(newId(now, random)()).not.toBe(newId(now, random)())
  })
})
