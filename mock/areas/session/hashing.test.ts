import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Fail } from '../../http/handler.ts'
import { lanes, makeHashing } from './hashing.ts'

describe('password hashing', () => {
  it('uses argon2id with 19 MiB, two passes and one lane, and a new salt each time', async () => {
    const h = makeHashing(randomBytes)
    const [a, b] = [await h.hash('Range-2026'), await h.hash('Range-2026')]
    expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(a).not.toBe(b)
    expect(await h.verify(a, 'Range-2026')).toBe(true)
    expect(await h.verify(a, 'range-2026')).toBe(false)
  })

  it('verifies nothing for an account that does not exist', async () => {
    expect(await makeHashing(randomBytes).verify(undefined, 'anything')).toBe(false)
  })

  it('works on two at a time, in the order of arrival, and goes on after a failure', async () => {
    const turn = lanes(2, 10)
    const order: number[] = []
    let running = 0
    let most = 0
    const works = Array.from({ length: 8 }, (_, n) =>
      turn(async () => {
        most = Math.max(most, ++running)
        order.push(n)
        await new Promise((r) => setImmediate(r))
        running--
        if (n === 3) throw new Error('one fails')
        return n
      }).catch(() => -1),
    )
    expect(await Promise.all(works)).toEqual([0, 1, 2, -1, 4, 5, 6, 7])
    expect(most).toBe(2)
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('says it is busy beyond the queue instead of growing', async () => {
    const turn = lanes(1, 3)
    let end = () => {}
    const held = turn(() => new Promise<void>((r) => (end = r)))
    const queued = [1, 2, 3].map((n) => turn(async () => n))
    await expect(turn(async () => 4)).rejects.toMatchObject({ code: 'busy' } satisfies Partial<Fail>)
    end()
    await held
    expect(await Promise.all(queued)).toEqual([1, 2, 3])
  })
})
