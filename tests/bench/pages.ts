/**
 * What the first pages cost: bytes as sent (gzip), time until the page can be used and blocking time, on a desktop and throttled (CPU ×4, 8.1 Mbit/s,
 * 165 ms). Times are compared with an empty React page measured in the same run; runs are interleaved so that noise falls on all alike.
 * The budget of the ready time is three quarters of arco-design-pro's sign-in and table page, which took 1,296 and 1,929 ms where the empty
 * page took 507.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium } from 'playwright'
import { build } from 'vite'
import { env } from '#config/env.ts'
import { accountOf } from '../support/demo.ts'
import { root, type Served } from '../support/served.ts'
import { type Figure, median } from './table.ts'

interface Page {
  name: string
  url: string
  ready: string
  token?: { key: string; value: string }
}
interface Run {
  bytes: number
  ready: number
  blocking: number
  largest: { url: string; bytes: number }
}
/** The runner that reads our TypeScript marks functions with their names; a page does not know its helper. */
export const named = 'globalThis.__name = (f) => f'

export const launch = () =>
  chromium.launch({
    ...(env.chromiumPath ? { executablePath: env.chromiumPath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** A page with React and nothing else, built and served like ours. */
async function emptyReactPage(): Promise<{ url: string; stop(): void }> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'range-empty-'))
  writeFileSync(
    path.join(dir, 'index.html'),
    '<!doctype html><title>empty</title><div id="root"></div><script type="module" src="./main.js"></script>',
  )
  writeFileSync(
    path.join(dir, 'main.js'),
    "import { createElement } from 'react'\nimport { createRoot } from 'react-dom/client'\ncreateRoot(document.getElementById('root')).render(createElement('p', { id: 'ready' }, 'ready'))",
  )
  await build({
    root: dir,
    configFile: false,
    logLevel: 'silent',
    base: './',
    build: { outDir: 'out' },
    resolve: {
      alias: { react: path.join(root, 'node_modules/react'), 'react-dom': path.join(root, 'node_modules/react-dom') },
    },
  })
  const server = createServer((req, res) => {
    const file = path.join(dir, 'out', (req.url ?? '/').split('?')[0] === '/' ? 'index.html' : (req.url ?? ''))
    try {
      const body = gzipSync(readFileSync(file))
      res.writeHead(200, {
        'content-type': file.endsWith('.js') ? 'text/javascript' : 'text/html',
        'content-encoding': 'gzip',
      })
      res.end(body)
    } catch {
      res.writeHead(404).end()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => {
      server.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function once(browser: Browser, page: Page, throttled: boolean): Promise<Run> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  await context.addInitScript(named)
  const tab = await context.newPage()
  const cdp = await context.newCDPSession(tab)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  if (throttled) {
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 165,
      downloadThroughput: (8.1 * 1e6) / 8,
      uploadThroughput: (1.35 * 1e6) / 8,
    })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  const sizes = new Map<string, { url: string; bytes: number }>()
  // "networkidle" never comes beside the stream of events, which stays open: what is under way is counted here
  const open = new Set<string>()
  let last = performance.now()
  const over = (id: string) => {
    open.delete(id)
    last = performance.now()
  }
  cdp.on('Network.requestWillBeSent', (e) => open.add(e.requestId))
  cdp.on('Network.loadingFailed', (e) => over(e.requestId))
  cdp.on('Network.responseReceived', (e) => {
    sizes.set(e.requestId, { url: e.response.url, bytes: 0 })
    if (e.response.mimeType === 'text/event-stream') over(e.requestId)
  })
  cdp.on('Network.loadingFinished', (e) => {
    const s = sizes.get(e.requestId)
    if (s) s.bytes = e.encodedDataLength
    over(e.requestId)
  })
  await tab.addInitScript(
    ({ ready, token }) => {
      if (token) sessionStorage.setItem(token.key, token.value)
      const w = window as unknown as { bench: { ready: number; blocking: number } }
      w.bench = { ready: 0, blocking: 0 }
      new PerformanceObserver((l) => {
        for (const e of l.getEntries()) w.bench.blocking += Math.max(0, e.duration - 50)
      }).observe({ type: 'longtask', buffered: true })
      const look = () => {
        const el = document.querySelector(ready)
        if (el && el.getClientRects().length > 0) w.bench.ready = performance.now()
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    { ready: page.ready, token: page.token },
  )
  await tab.goto(page.url, { waitUntil: 'commit' })
  await tab.waitForFunction(() => (window as unknown as { bench: { ready: number } }).bench.ready > 0, undefined, {
    timeout: 60_000,
  })
  while (open.size > 0 || performance.now() - last < 500) await tab.waitForTimeout(100)
  await tab.waitForTimeout(400)
  const { ready, blocking } = await tab.evaluate(
    () => (window as unknown as { bench: { ready: number; blocking: number } }).bench,
  )
  await context.close()
  const files = [...sizes.values()].filter((s) => s.url.startsWith('http'))
  const largest = files.filter((f) => /\/assets\//.test(f.url)).toSorted((a, b) => b.bytes - a.bytes)[0] ?? {
    url: '',
    bytes: 0,
  }
  return { bytes: files.reduce((n, s) => n + s.bytes, 0), ready, blocking, largest }
}

/** A session of the administrator as the app keeps it. */
export async function tokenOf(served: Pick<Served, 'url' | 'api'>): Promise<{ key: string; value: string }> {
  const { username, password } = accountOf('admin')
  const answer = await fetch(`${served.api}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`sign-in: ${answer.status}`)
  const { token, jwt_token } = (await answer.json()) as { token: string; jwt_token: string }
  const { protocol, host } = new URL(served.url)
  return { key: `range:${protocol}//${host}:session`, value: JSON.stringify({ token, jwt_token }) }
}

/** @param runs per page and profile; the median is reported */
export async function pageFigures(served: Served, runs = 5): Promise<Figure[]> {
  const empty = await emptyReactPage()
  const token = await tokenOf(served)
  const pages: Page[] = [
    { name: 'empty React page', url: empty.url, ready: '#ready' },
    { name: 'sign-in', url: `${served.url}/page/mg/login`, ready: 'input[type=password]' },
    {
      name: 'first list',
      url: `${served.url}/page/mg/admin/resource/tool`,
      // a row of data, not the frame that waits for it
      ready: '[data-row]',
      token,
    },
    { name: 'dashboard', url: `${served.url}/page/mg/admin/dashboard`, ready: '.dashboard-grid', token },
  ]
  const browser = await launch()
  const out: Figure[] = []
  try {
    const kept = new Map<string, Run[]>()
    for (const throttled of [false, true])
      for (let i = 0; i < runs; i++)
        for (const p of pages) {
          const key = `${p.name}|${throttled}`
          kept.set(key, [...(kept.get(key) ?? []), await once(browser, p, throttled)])
        }
    const of = (name: string, throttled: boolean, pick: (r: Run) => number) =>
      median((kept.get(`${name}|${throttled}`) ?? []).map(pick))
    const kib = (name: string) => of(name, false, (r) => r.bytes) / 1024
    const budgets: Record<string, [kib: number, blocking: number, ready: number]> = {
      'sign-in': [170, 100, (0.75 * 1296) / 507],
      'first list': [300, 250, (0.75 * 1929) / 507],
    }
    for (const p of pages) {
      const [most, block, soon] = budgets[p.name] ?? []
      const size = kib(p.name)
      out.push({
        what: `${p.name}: bytes, gzip, cold`,
        value: size,
        unit: 'KiB',
        budget: most ? `≤ ${most} KiB` : '–',
        ...(most ? { held: size <= most } : {}),
      })
      for (const throttled of [false, true]) {
        const ready = of(p.name, throttled, (r) => r.ready)
        const times = ready / of('empty React page', throttled, (r) => r.ready)
        out.push({
          what: `${p.name}: ready, ${throttled ? 'throttled' : 'desktop'}`,
          value: ready,
          unit: 'ms',
          budget: `${times.toFixed(2)} × empty React page${throttled && soon ? `, ≤ ${soon.toFixed(2)} ×` : ''}`,
          ...(throttled && soon ? { held: times <= soon } : {}),
        })
      }
      const blocking = of(p.name, true, (r) => r.blocking)
      out.push({
        what: `${p.name}: blocking, throttled`,
        value: blocking,
        unit: 'ms',
        budget: block ? `≤ ${block} ms` : '–',
        ...(block ? { held: blocking <= block } : {}),
      })
    }
  } finally {
    await browser.close()
    empty.stop()
  }
  return out
}
