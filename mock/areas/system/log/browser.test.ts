import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeRateLimiter } from '#mock/http/guard/rate.ts'
import { rateLimits } from '#src/contract/limits.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { redactedLogLine } from './browser.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

it.each([
  ['Failed to fetch https://x/y?token=abc#code', 'Failed to fetch https://x/y'],
  ['bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx', 'bearer …'],
  ['13912345678 is no number', '… is no number'],
  ['x is not a function', 'x is not a function'],
  ['failed\r\n\u001b[31m2026 ERROR gone', 'failed [31m2026 ERROR gone'],
  ['photo\u202egnp.exe\u200b', 'photo gnp.exe'],
  ['one\u2028two\u0000\u2066three', 'one two three'],
])('of %j the log keeps %j', (said, kept) => {
  expect(redactedLogLine(said)).toBe(kept)
})

const body = { error: 'TypeError', message: 'x is undefined', at: 'index-1.js:1:2', screen: 'login' }
const tell = (more: object = {}) => s.call('POST /browser-errors', { body: { ...body, ...more } })

it('an error of a browser is an entry of the system log, whoever had it', async () => {
  expect((await tell()).status).toBe(200)
  const found = async () =>
    (await s.ok('GET /system-log', { query: { code: 'browser-error' } }, 'super')).items.map((i) => i.params)
  await expect.poll(found).toEqual([{ ...body, signed_in: 'no' }])
})

it('it says whether somebody was signed in', async () => {
  await s.ok('POST /browser-errors', { body: { ...body, message: 'of somebody' } }, 'student')
  const found = async () =>
    (await s.ok('GET /system-log', { query: { code: 'browser-error' } }, 'super')).items.map((i) => i.params)
  await expect.poll(found).toContainEqual({ ...body, message: 'of somebody', signed_in: 'yes' })
})

it('what is too long or unknown is refused', async () => {
  expect((await tell({ message: 'x'.repeat(201) })).status).toBeGreaterThanOrEqual(400)
  expect((await tell({ more: 1 })).status).toBeGreaterThanOrEqual(400)
})

it('a storm is refused, and keeps nobody from registering', () => {
  const limiter = makeRateLimiter(() => new Date(0))
  const take = (kind: 'report' | 'register') => limiter.take('address', kind, '10.0.0.7').allowed
  const taken = Array.from({ length: 300 }, () => take('report'))
  expect(taken.filter(Boolean)).toHaveLength(rateLimits.report.address.max)
  expect(take('register')).toBe(true)
})
