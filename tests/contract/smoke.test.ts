import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

describe('the server', () => {
  it('signs a person in, knows him by either token, and signs him out everywhere', async () => {
    const info = await s.ok('GET /auth/register/')
    expect(info.password.min).toBe(8)
    const r = await s.signIn('teacher')
    expect(r.body).toMatchObject({ must_change: null, user: { username: 'teacher', role: { key: 'teacher' } } })
    for (const token of [r.body.token, r.body.jwt_token])
      expect((await s.call('GET /session', {}, { token })).status).toBe(200)
    expect((await s.ok('GET /session/permissions', {}, { token: r.body.token })).grants).toContain('resources')
    await s.ok('DELETE /session', {}, { token: r.body.jwt_token })
    for (const token of [r.body.token, r.body.jwt_token])
      expect((await s.call('GET /session', {}, { token })).status).toBe(401)
  })

  it('keeps a document', async () => {
    const cat = await s.ok('POST /tool-categories', { body: { name: 'Scanners' } }, 'admin')
    const got = await s.ok('GET /tool-categories/:id', { params: { id: cat.id } }, 'teacher')
    expect(got).toMatchObject({ name: 'Scanners' })
  })
})
