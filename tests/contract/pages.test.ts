/** The portal, the host platform and the description of the interface as a browser gets them (checks I4, I5). */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#src/contract/api.ts'
import { tusCalls, tusPath } from '#src/contract/device/tus.ts'
import { testServer, type TestServer } from './support/server.ts'

const script = "document.title = 'range'"
const page = `<!doctype html><title>x</title><script>${script}</script><div id="mg-root"></div>`
const chunk = `export const words = ${JSON.stringify('many words '.repeat(500))}`
const dist = mkdtempSync(path.join(os.tmpdir(), 'range-dist-'))
const put = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(dist, name)), { recursive: true })
  writeFileSync(path.join(dist, name), text)
}
const hostConfig = {
  entry: '/page/mg/',
  demonstration: { username: 'student_demo', password: 'Everybody-Knows-1' },
}
let s: TestServer
beforeAll(async () => {
  put('client/index.html', page)
  put(
    'client/csp.json',
    JSON.stringify({
      script: [`sha256-${createHash('sha256').update(script).digest('base64')}`, "'unsafe-inline' 'self"],
    }),
  )
  put('client/.vite/manifest.json', '{}')
  put('client/assets/main-Ab3dE6gH.js', chunk)
  put('client/assets/icon-Ab3dE6gH.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  put('client/public/config.json', '{"language":"en-US"}')
  put('host/host.json', JSON.stringify(hostConfig))
  put('host/index.html', '<!doctype html><title>host</title>')
  writeFileSync(path.join(dist, 'secret.txt'), 'outside')
  s = await testServer({ dist, config: { hosts: ['https://host.example'] } })
})
afterAll(async () => {
  await s.close()
  rmSync(dist, { recursive: true, force: true })
})
const get = (url: string, headers: Record<string, string> = {}) => s.app.inject({ url, headers })
const directives = (csp: unknown): Record<string, string[]> =>
  Object.fromEntries(
    String(csp)
      .split('; ')
      .map((d) => [d.split(' ')[0] ?? '', d.split(' ').slice(1)]),
  )

describe('the portal', () => {
  it('is found from the front door', async () => {
    for (const url of ['/', '/page/mg'])
      expect([(await get(url)).statusCode, (await get(url)).headers.location]).toEqual([302, '/page/mg/'])
  })

  it.each([
    '/page/mg/',
    '/page/mg/login',
    '/page/mg/admin/oj/admin/users/edit/7',
    '/page/mg/one.time.code',
    '/page/mg/%E4%B8%AD?x=1',
  ])('answers its page at %s', async (url) => {
    const r = await get(url)
    expect([r.statusCode, r.body, r.headers['content-type'], r.headers['cache-control']]).toEqual([
      200,
      page,
      'text/html; charset=utf-8',
      'no-cache',
    ])
  })

  it('is kept nowhere when a one-time code is in its address', async () => {
    const code = `${'a'.repeat(43)}.${'b'.repeat(43)}`
    const r = await get(`/page/mg/${code}`)
    expect([r.statusCode, r.headers['cache-control'], r.headers['referrer-policy']]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ])
  })

  it('runs no script but its own, and no string as one', async () => {
    const r = await get('/page/mg/')
    const csp = directives(r.headers['content-security-policy'])
    const hash = createHash('sha256').update(script).digest('base64')
    expect(csp['default-src']).toEqual(["'none'"])
    expect(csp['script-src']).toEqual(["'self'", `'sha256-${hash}'`])
    expect(csp['require-trusted-types-for']).toEqual(["'script'"])
    for (const name of ['object-src', 'base-uri', 'form-action', 'frame-src']) expect(csp[name]).toEqual(["'none'"])
    expect(csp['frame-ancestors']).toEqual(["'self'", 'https://host.example'])
    expect(csp['report-to']).toEqual(['csp'])
    expect(JSON.stringify([csp['script-src'], csp['style-src'], csp['connect-src']])).not.toContain('unsafe')
    expect(JSON.stringify(csp)).not.toContain('unsafe-eval')
    expect(r.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
  })

  it('keeps hashed files for ever and everything else for one look', async () => {
    const hashed = await get('/page/mg/assets/main-Ab3dE6gH.js')
    expect([hashed.statusCode, hashed.headers['cache-control'], hashed.headers['content-type']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
    ])
    const config = await get('/page/mg/public/config.json')
    expect([config.json(), config.headers['cache-control']]).toEqual([{ language: 'en-US' }, 'no-cache'])
    const again = await get('/page/mg/public/config.json', { 'if-none-match': String(config.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('is compressed as the browser takes it', async () => {
    const url = '/page/mg/assets/main-Ab3dE6gH.js'
    const br = await get(url, { 'accept-encoding': 'gzip, deflate, br' })
    expect([br.headers['content-encoding'], brotliDecompressSync(br.rawPayload).toString()]).toEqual(['br', chunk])
    const gz = await get(url, { 'accept-encoding': 'gzip, br;q=0' })
    expect([gz.headers['content-encoding'], gunzipSync(gz.rawPayload).toString()]).toEqual(['gzip', chunk])
    const plain = await get(url)
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, chunk])
    expect(br.headers.vary).toContain('Accept-Encoding')
  })

  it.each(['assets/none-Ab3dE6gH.js', 'public/none.json', 'assets/', 'assets/../../secret.txt'])(
    'has no %s',
    async (name) => {
      const r = await get(`/page/mg/${name}`)
      expect([r.statusCode, r.body.includes('outside')]).toEqual([404, false])
    },
  )

  it.each([
    '..%2f..%2fsecret.txt',
    '%2e%2e/%2e%2e/secret.txt',
    '..\\..\\secret.txt',
    '/etc/passwd',
    'csp.json',
    '.vite/manifest.json',
    'assets%2f..%2f..%2f..%2fsecret.txt',
    '%00',
  ])('does not leave its folder for %s', async (name) => {
    const r = await get(`/page/mg/${name}`)
    expect(r.body === page || r.statusCode >= 400).toBe(true)
    expect(r.body).not.toContain('outside')
  })

  it('lets listed hosts load its files, and no one else', async () => {
    const ask = async (origin: string) =>
      (await get('/page/mg/assets/main-Ab3dE6gH.js', { origin })).headers['access-control-allow-origin']
    expect(await ask('https://host.example')).toBe('https://host.example')
    expect(await ask('https://evil.example')).toBeUndefined()
    expect((await get('/page/mg/assets/main-Ab3dE6gH.js')).headers['cross-origin-resource-policy']).toBe('cross-origin')
  })

  it('shows a picture that is opened by itself without running it', async () => {
    const r = await get('/page/mg/assets/icon-Ab3dE6gH.svg')
    expect(r.headers['content-security-policy']).toContain("default-src 'none'")
    expect(r.headers['content-security-policy']).toContain('sandbox')
  })

  it('says how to build it where that was not done', async () => {
    const bare = await testServer({ dist: path.join(dist, 'nowhere') })
    try {
      const r = await bare.app.inject({ url: '/page/mg/' })
      expect([r.statusCode, r.body]).toEqual([503, expect.stringContaining('npm run build')])
    } finally {
      await bare.close()
    }
  })
})

describe('the host platform', () => {
  const developing = (published: boolean) =>
    testServer({ dist, config: { hosts: ['https://host.example'], development: true, published } })

  it('may do what qiankun needs, on its own page only', async () => {
    const dev = await developing(true)
    try {
      const r = await dev.app.inject({ url: '/host/some/page' })
      expect(r.body).toContain('host')
      const policy = directives(r.headers['content-security-policy'])
      expect(policy['script-src']).toContain("'unsafe-eval'")
      expect(policy['connect-src']).toEqual(expect.arrayContaining(["'self'", 'https://host.example']))
      expect((await dev.app.inject({ url: '/host/host.json' })).json()).toEqual(hostConfig)
    } finally {
      await dev.close()
    }
  })

  it('is not there in production, nor is the account it offers', async () => {
    for (const url of [
      '/host/',
      '/host',
      '/host/some/page',
      '/host/host.json',
      '/host/index.html',
      '/host/%68ost.json',
    ]) {
      const r = await get(url)
      expect([url, r.statusCode]).toEqual([url, 404])
      expect(r.body).not.toContain('Everybody-Knows-1')
    }
  })

  it('offers no account where others than this machine may come in', async () => {
    const dev = await developing(false)
    try {
      const { demonstration: _, ...rest } = hostConfig
      for (const url of ['/host/host.json', '/host/host%2ejson', '/host/host.json?x']) {
        const r = await dev.app.inject({ url })
        expect([url, r.body.includes('Everybody-Knows-1')]).toEqual([url, false])
      }
      expect((await dev.app.inject({ url: '/host/host.json' })).json()).toEqual(rest)
    } finally {
      await dev.close()
    }
  })
})

describe('the description of the interface', () => {
  it.each(['/api/mg/api', '/api/oj/api'])('is whole under %s', async (base) => {
    const doc = (await get(`${base}/openapi.json`)).json() as {
      openapi: string
      servers: { url: string }[]
      paths: Record<string, Record<string, { operationId: string; parameters: { name?: string }[] }>>
    }
    expect([doc.openapi, doc.servers[0]?.url]).toEqual(['3.1.0', base])
    const listed = Object.entries(doc.paths).flatMap(([p, ms]) =>
      Object.keys(ms).map((m) => `${m.toUpperCase()} ${p.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    const tus = tusCalls.map((c) => `${c.method} ${tusPath}`)
    expect(listed.sort()).toEqual([...Object.keys(api), ...tus].sort())
    const ids = Object.values(doc.paths).flatMap((ms) => Object.values(ms).map((o) => o.operationId))
    expect(new Set(ids).size).toBe(ids.length)
    for (const [p, ms] of Object.entries(doc.paths))
      for (const o of Object.values(ms))
        for (const name of [...p.matchAll(/\{(\w+)\}/g)].map((m) => m[1]))
          expect(o.parameters.some((x) => x.name === name)).toBe(true)
    const refs = [...JSON.stringify(doc).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((m) => m[1] ?? '')
    for (const ref of new Set(refs))
      expect(
        ref.split('/').reduce<unknown>((o, k) => (o as Record<string, unknown>)?.[k], doc),
        ref,
      ).toBeDefined()
  })

  it('is a page for people that needs no script and nothing from elsewhere', async () => {
    const r = await get('/api/mg/api/docs')
    expect(r.statusCode).toBe(200)
    for (const key of Object.keys(api)) expect(r.body).toContain(key.replace(/'/g, '&#39;'))
    for (const { method, asks, answers } of tusCalls) {
      const [, row = ''] = r.body.split(`<code>${method} ${tusPath}</code>`)
      for (const { name } of [...asks, ...answers]) expect(row.split('</tr>')[0]).toContain(`<code>${name}`)
    }
    const style = /<style>([\s\S]*?)<\/style>/.exec(r.body)?.[1] ?? ''
    expect(directives(r.headers['content-security-policy'])['style-src']).toEqual([
      `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    ])
    expect(r.body).not.toMatch(/<script|https?:|\sstyle=|\son\w+=/)
  })
})

describe('whoever watches', () => {
  it('is told that the process lives and that it can serve', async () => {
    expect((await get('/health')).json()).toEqual({ status: 'ok' })
    expect((await get('/ready')).json()).toEqual({ status: 'ready' })
  })

  it('is told when the database does not answer', async () => {
    let down = false
    const one = await testServer({
      wrap: (db) => ({
        ...db,
        query: (sql, params) => (down ? Promise.reject(new Error('gone')) : db.query(sql, params)),
      }),
    })
    try {
      down = true
      expect((await one.app.inject({ url: '/ready' })).statusCode).toBe(503)
      expect((await one.app.inject({ url: '/health' })).statusCode).toBe(200)
    } finally {
      down = false
      await one.close()
    }
  })

  it('gets reports of stopped scripts, of a size that is a report’s', async () => {
    const send = (payload: string) =>
      s.app.inject({
        method: 'POST',
        url: '/csp-report',
        headers: { 'content-type': 'application/csp-report' },
        payload,
      })
    expect((await send('{"csp-report":{"effective-directive":"script-src","blocked-uri":"inline"}}')).statusCode).toBe(
      204,
    )
    expect(
      (await send('[{"type":"csp-violation","body":{"effectiveDirective":"img-src","blockedURL":"https://x/y?z"}}]'))
        .statusCode,
    ).toBe(204)
    expect((await send('{')).statusCode).toBe(400)
    expect((await send(`"${'x'.repeat(20_000)}"`)).statusCode).toBe(413)
  })
})
