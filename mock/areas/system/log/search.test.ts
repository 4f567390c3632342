import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await s.db.query(
    `insert into system_log (at, level, source, code, params, host, pid) values
       (now(), 'error', 'calls', 'call-failed', '{"route":"GET /exams/:id","error":"TypeError","message":"x is undefined"}', 'h', 1),
       (now(), 'info', 'background', 'restore-done', '{}', 'h', 1),
       (now(), 'warn', 'calls', 'call-slow', '{"method":"GET","route":"/tools","ms":12345.25,"status":200}', 'h', 1),
       (now(), 'warn', 'browser', 'browser-error', '{"screen":"login","error":"TypeError","message":"y","signed_in":"no"}', 'h', 1)`,
  )
})
afterAll(() => s.close())

const codes = async (q: string, language = 'en-US') =>
  (
    await s.call('GET /system-log', { query: { q } }, 'super', { headers: { 'accept-language': language } })
  ).body.items.map((r) => r.code)

it.each([
  ['failed unexpectedly', 'call-failed'],
  ['/exams/:id failed', 'call-failed'],
  ['was RESTORED', 'restore-done'],
  ['took 12,345.25 ms', 'call-slow'],
  ['on login: typeerror', 'browser-error'],
  // its code and its figures as they are stored
  ['restore-done', 'restore-done'],
  ['12345.25', 'call-slow'],
])('the search for %j finds the event that says so', async (q, code) => expect(await codes(q)).toEqual([code]))

it('is in the words of the reader', async () => {
  expect(await codes('意外失败', 'zh-CN')).toEqual(['call-failed'])
  expect(await codes('意外失败')).toEqual([])
  expect(await codes('100%')).toEqual([])
})

it('is that of the exported file', async () => {
  const { raw } = await s.send('GET /system-log/export', { query: { q: 'failed unexpectedly' } }, 'super')
  expect(raw.body.split('\r\n').filter(Boolean)).toHaveLength(2)
})
