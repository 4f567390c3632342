/**
 * What the app costs a host, beside what any app with an Arco page costs it: through qiankun with its sandbox on, from another origin, on a
 * host page that does nothing else. The Arco page has no session and asks nobody; ours is timed until the first page's title is shown,
 * which needs the session and its rights from the server, so the two figures hold that too. Runs are interleaved.
 */
import type { Browser, Page } from 'playwright'
import type { Served } from '../support/served.ts'
import { type Floor, startFloor } from './floor.ts'
import { launch, named, tokenOf } from './pages.ts'
import { type Figure, median } from './table.ts'

interface App {
  name: string
  entry: string
  props: Record<string, unknown>
  /** What is looked for after a mount, by name; the last one is what counts as shown. */
  marks: Record<string, string>
}
/** Milliseconds from the call until qiankun says it is mounted and until each mark is in the document. */
type Times = Record<string, number>
interface Left {
  heap: number
  nodes: number
  listeners: number
  timers: number
  styles: number
}

declare global {
  interface Window {
    /** Of the bench's host page. */
    embed(name: string, entry: string, props: object): Embedded
    embedded: Embedded | undefined
    /** Timers that code from an app's origin has set and that are still to come. */
    pending: Set<unknown>
  }
}
interface Embedded {
  mountPromise: Promise<unknown>
  unmount(): Promise<unknown>
}

/** Keeps a list of the timers that code from elsewhere than the host's origin sets. */
const countTimers = `
  window.pending = new Set()
  for (const kind of ['Timeout', 'Interval']) {
    const [set, clear] = [window['set' + kind], window['clear' + kind]]
    window['set' + kind] = (act, ms, ...rest) => {
      const foreign = new Error().stack.split('\\n').slice(2).some((l) => l.includes('/assets/') && !l.includes(location.origin))
      const id = set.call(window, (...a) => { if (kind === 'Timeout') pending.delete(id); act(...a) }, ms, ...rest)
      if (foreign) pending.add(id)
      return id
    }
    window['clear' + kind] = (id) => { pending.delete(id); clear.call(window, id) }
  }
`

const mount = (page: Page, app: App): Promise<Times> =>
  page.evaluate(
    async ({ name, entry, props, marks }) => {
      const times: Times = {}
      const shown = new Promise<void>((done) => {
        const look = () => {
          for (const [mark, selector] of Object.entries(marks))
            if (!(mark in times) && document.querySelector(selector)) times[mark] = performance.now() - from
          if (Object.keys(marks).some((mark) => !(mark in times))) return
          watching.disconnect()
          done()
        }
        const watching = new MutationObserver(look)
        watching.observe(document.body, { childList: true, subtree: true })
      })
      const from = performance.now()
      window.embedded = window.embed(name, entry, props)
      await window.embedded.mountPromise
      times['mounted'] = performance.now() - from
      await shown
      return times
    },
    app as Omit<App, 'props'> & { props: object },
  )

const unmount = (page: Page) =>
  page.evaluate(async () => {
    await window.embedded?.unmount()
    window.embedded = undefined
  })

async function fresh(browser: Browser, floor: Floor): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage()
  await page.addInitScript(named)
  await page.goto(floor.host)
  return page
}

/** What is there more after some cycles of an app than before them, after a garbage collection. */
async function growth(browser: Browser, floor: Floor, app: App, cycles: number): Promise<Left> {
  const page = await (await browser.newContext()).newPage()
  await page.addInitScript(named)
  await page.addInitScript(countTimers)
  await page.goto(floor.host)
  const cdp = await page.context().newCDPSession(page)
  const once = async () => {
    await mount(page, app)
    await unmount(page)
  }
  const look = async (): Promise<Left> => {
    await page.waitForTimeout(1500)
    for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
    const [timers, styles] = await page.evaluate(() => [
      window.pending.size,
      [...document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('link[rel=stylesheet],style')].filter(
        (s) => s.media !== 'not all',
      ).length,
    ])
    return { heap: usedSize, nodes, listeners: jsEventListeners, timers: timers ?? 0, styles: styles ?? 0 }
  }
  for (let i = 0; i < 20; i++) await once()
  const before = await look()
  for (let i = 0; i < cycles; i++) await once()
  const after = await look()
  await page.context().close()
  const more = (name: keyof Left) => after[name] - before[name]
  return {
    heap: more('heap') / cycles,
    nodes: more('nodes') / cycles,
    listeners: more('listeners'),
    timers: more('timers'),
    styles: more('styles'),
  }
}

export async function hostFigures(served: Served, runs = 9, cycles = 100): Promise<Figure[]> {
  const floor = await startFloor()
  const browser = await launch()
  try {
    const { token } = JSON.parse((await tokenOf(served)).value) as { token: string }
    const arco: App = { name: 'floor', entry: floor.entry, props: {}, marks: { shown: '.arco-table-tr td' } }
    const ours: App = {
      name: 'mgApp',
      entry: `${served.url}/page/mg/`,
      props: { token, base: '/host' },
      marks: { shell: '.mg-shell', shown: '.mg-main h1' },
    }
    const first = new Map<App, Times[]>([arco, ours].map((a) => [a, []]))
    const again = new Map<App, Times[]>([arco, ours].map((a) => [a, []]))
    for (let i = 0; i < runs; i++)
      for (const app of [arco, ours]) {
        const page = await fresh(browser, floor)
        first.get(app)?.push(await mount(page, app))
        for (let j = 0; j < 5; j++) {
          await unmount(page)
          await page.waitForTimeout(50)
          const times = await mount(page, app)
          // the second mount still warms up
          if (j > 0) again.get(app)?.push(times)
        }
        await page.context().close()
      }
    const of = (all: Map<App, Times[]>, app: App, mark: string) =>
      median((all.get(app) ?? []).map((times) => times[mark] ?? Number.NaN))
    const figures: Figure[] = []
    for (const [what, all, most] of [
      ['mount, cold', first, 2],
      ['mounted again', again, 3],
    ] as const) {
      const base = of(all, arco, 'shown')
      const value = of(all, ours, 'shown')
      const note = (name: string, ms: number) =>
        figures.push({ what: `${what}: ${name}`, value: ms, unit: 'ms', budget: '–' })
      note('Arco page, qiankun says mounted', of(all, arco, 'mounted'))
      note('Arco page shown', base)
      note('ours, qiankun says mounted', of(all, ours, 'mounted'))
      note('ours, shell shown', of(all, ours, 'shell'))
      figures.push({
        what: `${what}: ours, first page’s title shown`,
        value,
        unit: 'ms',
        budget: `${(value / base).toFixed(2)} × Arco page, ≤ ${most} ×`,
        held: value <= most * base,
      })
    }
    const [base, left] = [await growth(browser, floor, arco, cycles), await growth(browser, floor, ours, cycles)]
    const more = (what: string, of: (l: Left) => number, unit: string) =>
      figures.push({
        what: `each mount leaves: ${what}`,
        value: of(left),
        unit,
        budget: `≤ ${(of(base) * 1.1).toFixed(2)} (Arco page + 10 %)`,
        held: of(left) <= of(base) * 1.1,
      })
    more('heap', (l) => l.heap / 1024, 'KiB')
    more('nodes', (l) => l.nodes, 'nodes')
    for (const name of ['listeners', 'timers', 'styles'] as const)
      figures.push({
        what: `${cycles} mounts leave: ${name}`,
        value: left[name],
        unit: '',
        budget: '0',
        held: left[name] <= 0,
      })
    return figures
  } finally {
    await browser.close()
    floor.stop()
  }
}
