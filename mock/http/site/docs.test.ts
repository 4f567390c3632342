import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

it.each(['/openapi.json', '/docs'])('%s is compressed once, and not sent again to whoever has it', async (at) => {
  const get = (headers: Record<string, string>) => s.app.inject({ url: `/api/mg/api${at}`, headers })
  const plain = await get({})
  const packed = await get({ 'accept-encoding': 'gzip' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  const again = await get({ 'if-none-match': String(plain.headers['etag']) })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
})
