/**
 * What the first pages cost: requests, bytes of bodies as gzip sends them, time until the page can be used and blocking time, on a desktop and
 * throttled (CPU ×4, 8.1 Mbit/s, 165 ms). Times are shares of those of a page of Arco with a table and a form, measured in the same run; runs are
 * interleaved so that noise falls on all alike.
 */
import { type Browser, chromium } from 'playwright'
import { env } from '#config/env.ts'
import { accountOf } from '../support/demo.ts'
import type { Served } from '../support/served.ts'
import { textLesson } from '../support/textLesson.ts'
import { weigh } from '../support/weight.ts'
import { arcoPage, emptyPage } from './floorPages.ts'
import { type Figure, median } from './table.ts'

interface Page {
  name: string
  url: string
  ready: string
  token?: { key: string; value: string }
}
interface Run {
  /** Of bodies as gzip sends them. */
  bytes: number
  requests: number
  ready: number
  blocking: number
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

async function once(browser: Browser, page: Page, throttled: boolean): Promise<Run> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  await context.addInitScript(named)
  const tab = await context.newPage()
  const cdp = await context.newCDPSession(tab)
  const { weight, quiet } = await weigh(cdp)
  if (throttled) {
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 165,
      downloadThroughput: (8.1 * 1e6) / 8,
      uploadThroughput: (1.35 * 1e6) / 8,
    })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
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
  await tab
    .waitForFunction(() => (window as unknown as { bench: { ready: number } }).bench.ready > 0, undefined, {
      timeout: 60_000,
    })
    .catch((e) => {
      throw new Error(`${page.name}: ${page.ready} did not come`, { cause: e })
    })
  while (!quiet()) await tab.waitForTimeout(100)
  await tab.waitForTimeout(400)
  const { ready, blocking } = await tab.evaluate(
    () => (window as unknown as { bench: { ready: number; blocking: number } }).bench,
  )
  const { bytes, files } = weight()
  await context.close()
  return { bytes, requests: files.length, ready, blocking }
}

export const pageRun = once

/** A session as the app at this address keeps it. */
export function sessionOf(url: string, token: string, jwt_token = token): { key: string; value: string } {
  const { protocol, host } = new URL(url)
  return { key: `range:${protocol}//${host}:session`, value: JSON.stringify({ token, jwt_token }) }
}
export async function tokenOf(
  served: Pick<Served, 'url' | 'api'>,
  role: 'admin' | 'student' = 'admin',
): Promise<{ key: string; value: string }> {
  const { username, password } = accountOf(role)
  const answer = await fetch(`${served.api}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`sign-in: ${answer.status}`)
  const { token, jwt_token } = (await answer.json()) as { token: string; jwt_token: string }
  return sessionOf(served.url, token, jwt_token)
}

/** A text of a course that the demonstration's student is in. */
async function lessonPage(served: Pick<Served, 'url' | 'api'>): Promise<Page> {
  const token = await tokenOf(served, 'student')
  const { token: bearer } = JSON.parse(token.value) as { token: string }
  const ask = async <T>(at: string): Promise<T> => {
    const answer = await fetch(`${served.api}${at}`, { headers: { authorization: `Bearer ${bearer}` } })
    if (!answer.ok) throw new Error(`${at}: ${answer.status}`)
    return (await answer.json()) as T
  }
  const url = `${served.url}/page/mg${await textLesson(ask)}`
  // its words, not the frame that waits for them
  return { name: lesson, url, ready: '.learn-text .mg-prose', token }
}
const lesson = 'lesson'
/** Most of its time as a share of that of a list. */
const lessonToList = 1.2

const profiles = ['desktop', 'throttled'] as const
type Profile = (typeof profiles)[number]
/** Most of KiB and requests, and of times as shares of the page of Arco in the same run. */
interface Budget {
  kib?: number
  requests?: number
  ready: Partial<Record<Profile, number>>
  blocking?: number
}
const budgets: Readonly<Record<string, Budget>> = {
  'sign-in': { kib: 150, ready: { desktop: 1, throttled: 0.85 }, blocking: 0.4 },
  'first list': { kib: 300, requests: 22, ready: { desktop: 1.4, throttled: 1.5 }, blocking: 0.7 },
  'form page': { kib: 400, ready: { throttled: 1.6 } },
  dashboard: { ready: { throttled: 1.5 } },
  lesson: { kib: 300, requests: 33, ready: {} },
}

/** @param runs per page and profile; the median is reported */
export async function pageFigures(served: Served, runs = 7): Promise<Figure[]> {
  const [empty, arco] = [await emptyPage(), await arcoPage()]
  const token = await tokenOf(served)
  const inside = (name: string, path: string, ready: string): Page => ({
    name,
    url: `${served.url}/page/mg${path}`,
    ready,
    token,
  })
  const pages: Page[] = [
    { name: 'empty React page', url: empty.url, ready: '#ready' },
    { name: 'Arco page', url: arco.url, ready: '#ready' },
    { name: 'sign-in', url: `${served.url}/page/mg/login`, ready: 'input[type=password]' },
    // a row of data, not the frame that waits for it
    inside('first list', '/admin/resource/tool', '[data-row]'),
    inside('form page', '/admin/resource/tool/add', 'form input'),
    inside('dashboard', '/admin/dashboard', '.kit-regions-grid'),
    await lessonPage(served),
  ]
  const browser = await launch()
  const kept = new Map<string, Run[]>()
  try {
    for (const profile of profiles)
      for (let i = 0; i < runs; i++)
        for (const p of pages) {
          const key = `${p.name}|${profile}`
          kept.set(key, [...(kept.get(key) ?? []), await once(browser, p, profile === 'throttled')])
        }
  } finally {
    await browser.close()
    empty.stop()
    arco.stop()
  }
  const of = (name: string, profile: Profile, pick: (r: Run) => number) =>
    median((kept.get(`${name}|${profile}`) ?? []).map(pick))
  const lessons = profiles.map((profile): Figure => {
    const value = of(lesson, profile, (r) => r.ready) / of('first list', profile, (r) => r.ready)
    return {
      what: `lesson: ready beside the first list, ${profile}`,
      value,
      unit: '×',
      budget: `≤ ${lessonToList} ×`,
      held: value <= lessonToList,
    }
  })
  const perPage = pages.flatMap(({ name }): Figure[] => {
    const { kib, requests, ready = {}, blocking } = budgets[name] ?? {}
    const most = (what: string, value: number, unit: string, limit: number | undefined): Figure => ({
      what: `${name}: ${what}`,
      value,
      unit,
      budget: limit === undefined ? '–' : `≤ ${limit}`,
      ...(limit === undefined ? {} : { held: value <= limit }),
    })
    /** As a share of the page of Arco. */
    const share = (what: string, profile: Profile, pick: (r: Run) => number, limit: number | undefined): Figure => {
      const value = of(name, profile, pick)
      const times = value / of('Arco page', profile, pick)
      const floor = value / of('empty React page', profile, pick)
      const said = `${times.toFixed(2)} × Arco page${Number.isFinite(floor) ? `, ${floor.toFixed(2)} × empty page` : ''}`
      return {
        what: `${name}: ${what}, ${profile}`,
        value,
        unit: 'ms',
        budget: limit === undefined ? said : `${said}; ≤ ${limit} × Arco page`,
        ...(limit === undefined ? {} : { held: times <= limit }),
      }
    }
    return [
      most('bodies, gzip, cold', of(name, 'desktop', (r) => r.bytes) / 1024, 'KiB', kib),
      most(
        'requests',
        of(name, 'desktop', (r) => r.requests),
        '',
        requests,
      ),
      ...profiles.map((profile) => share('ready', profile, (r) => r.ready, ready[profile])),
      share('blocking', 'throttled', (r) => r.blocking, blocking),
    ]
  })
  return [...perPage, ...lessons]
}
