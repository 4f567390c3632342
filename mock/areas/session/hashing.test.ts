import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Fail } from '../../http/request/handler.ts'
import { fairLanes, makeHashing, strangerFrom, type Turn } from './hashing.ts'

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

  it('works on two at a time, and goes on after a failure', async () => {
    const take = fairLanes(2, 10)
    const order: number[] = []
    let running = 0
    let most = 0
    const works = Array.from({ length: 8 }, (_, n) =>
      take(one, async () => {
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
    const { served, ask, begin } = queue(3)
    const all = [ask('10.0.0.1'), ask('10.0.0.1'), ask('10.0.0.1'), ask('10.0.0.1')]
    await begin()
    expect(await Promise.all(all)).toEqual(['served', 'served', 'served', 'busy'])
    expect(served).toHaveLength(3)
  })
})

const one: Turn = { known: false, key: 'one' }

/** One lane that is held until `begin`: what waits is served in the order of the queue, which is what the tests look at. */
function queue(longest: number) {
  const take = fairLanes(1, longest)
  const served: string[] = []
  let open = () => {}
  const held = take(one, () => new Promise<void>((r) => (open = r)))
  return {
    served,
    ask: (key: string, known = false) =>
      take({ known, key }, async () => void served.push(key)).then(
        () => 'served',
        (e: Fail) => e.code,
      ),
    begin: async () => {
      open()
      await held
    },
  }
}

describe('a flood of sign-ins', () => {
  it('from one network costs a stranger from another one place in the queue', async () => {
    const { served, ask, begin } = queue(100)
    const flood = Array.from({ length: 90 }, () => ask('6.6.6.6'))
    const others = [ask('10.0.0.1'), ask('10.0.0.2')]
    await begin()
    await Promise.all([...flood, ...others])
    expect(served.indexOf('10.0.0.1')).toBeLessThanOrEqual(2)
    expect(served.indexOf('10.0.0.2')).toBeLessThanOrEqual(2)
  })

  it('from many addresses of one IPv6 network waits as one', () => {
    const key = (address: string) => strangerFrom({ address }).key
    expect(key('2001:db8:1:2::1')).toBe(key('2001:db8:1:2:ffff::9'))
    expect(key('2001:db8:1:2::1')).not.toBe(key('2001:db8:1:3::1'))
  })

  it('that fills the queue gives a place up to whoever comes from elsewhere', async () => {
    const { ask, served, begin } = queue(100)
    const flood = Array.from({ length: 1000 }, () => ask('6.6.6.6'))
    const others = Array.from({ length: 20 }, (_, n) => ask(`10.0.0.${n}`))
    await begin()
    expect(await Promise.all(others)).toEqual(others.map(() => 'served'))
    const ends = await Promise.all(flood)
    expect(ends.filter((e) => e === 'served')).toHaveLength(80)
    expect(new Set(ends)).toEqual(new Set(['served', 'busy']))
    // every second of the first forty is one of the others
    expect(served.slice(0, 42).filter((key) => key !== '6.6.6.6')).toHaveLength(20)
  })

  it('from a thousand networks costs whoever is known one place, and nobody more than the queue is long', async () => {
    const { ask, served, begin } = queue(100)
    const flood = Array.from({ length: 1000 }, (_, n) => ask(`6.6.${n >> 8}.${n & 255}`))
    const known = ['anna', 'ben', 'carla'].map((who) => ask(who, true))
    await begin()
    expect(await Promise.all(known)).toEqual(['served', 'served', 'served'])
    await Promise.all(flood)
    expect(served.indexOf('anna')).toBeLessThanOrEqual(1)
    expect(served.indexOf('carla')).toBeLessThanOrEqual(5)
    expect(served).toHaveLength(103)
  })

  it('of known callers does not keep strangers out either', async () => {
    const { ask, served, begin } = queue(100)
    const many = Array.from({ length: 100 }, () => ask('thief', true))
    const stranger = ask('10.0.0.1')
    await begin()
    await Promise.all([...many, stranger])
    expect(served.indexOf('10.0.0.1')).toBeLessThanOrEqual(1)
  })
})
