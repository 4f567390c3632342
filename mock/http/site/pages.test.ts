/** The built pages, as a server finds them. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import fastify from 'fastify'
import { makeOrigins } from '../guard/origins.ts'
import { pages } from './pages.ts'

const dist = fs.mkdtempSync(path.join(os.tmpdir(), 'range-pages-'))
afterAll(() => fs.rmSync(dist, { recursive: true, force: true }))

it('that were not built when the server began are served once they are, under a policy that knows them', async () => {
  const app = fastify()
  pages(app, dist, makeOrigins([]), false, false)
  await app.ready()
  const page = () => app.inject({ method: 'GET', url: '/page/mg/' })
  expect((await page()).statusCode).toBe(503)
  fs.mkdirSync(path.join(dist, 'client'))
  fs.writeFileSync(path.join(dist, 'client', 'index.html'), '<!doctype html>')
  fs.writeFileSync(path.join(dist, 'client', 'csp.json'), JSON.stringify({ script: ['sha256-abc='] }))
  const built = await page()
  expect(built.statusCode).toBe(200)
  expect(built.headers['content-security-policy']).toContain('sha256-abc=')
  await app.close()
})
