import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everyRate } from '#tests/contract/support/rates.ts'
import { makeRateLimiter } from './rate.ts'

const one = { account: { max: 5, per: 60 }, address: { max: 50, per: 60 } }
const rates = everyRate(one)
const start = Date.UTC(2026, 0, 1)

describe('the rate limiter', () => {
  it('lets the limit through, refuses the next and says how long to wait', () => {
    let t = start
    const limiter = makeRateLimiter(() => new Date(t), rates)
    for (let i = 0; i < 5; i++) expect(limiter.take('account', 'read', 'u').allowed).toBe(true)
    expect(limiter.take('account', 'read', 'u')).toEqual({ allowed: false, wait: 60, first: true })
    expect(limiter.take('account', 'read', 'u').first).toBe(false)
    expect(limiter.take('account', 'read', 'v').allowed).toBe(true)
    expect(limiter.take('account', 'write', 'u').allowed).toBe(true)
    t += 120_000
    expect(limiter.take('account', 'read', 'u').allowed).toBe(true)
  })

  it('never lets more than twice the limit through in any span, however calls are timed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20_000), { minLength: 1, maxLength: 200 }), (gaps) => {
        let t = start
        const limiter = makeRateLimiter(() => new Date(t), rates)
        const passed: number[] = []
        for (const gap of gaps) {
          t += gap
          if (limiter.take('account', 'read', 'u').allowed) passed.push(t)
        }
        for (const from of passed)
          expect(passed.filter((p) => p >= from && p < from + 60_000).length).toBeLessThanOrEqual(2 * 5)
      }),
    )
  })

  it('forgets callers who stay away', () => {
    let t = start
    const limiter = makeRateLimiter(() => new Date(t), rates)
    for (let i = 0; i < 1000; i++) limiter.take('address', 'read', `10.0.${i >> 8}.${i & 255}`)
    t += 10 * 60_000
    limiter.take('address', 'read', 'x')
    expect(limiter.size).toBe(1)
  })

  it('survives a clock that is set back', () => {
    let t = start
    const limiter = makeRateLimiter(() => new Date(t), rates)
    for (let i = 0; i < 6; i++) limiter.take('account', 'read', 'u')
    t -= 3_600_000
    expect(limiter.take('account', 'read', 'u').allowed).toBe(true)
  })
})
