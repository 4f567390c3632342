/** Ways to break a built page from outside, so that nothing of it is in what ships. */
import type { Page, Route } from '@playwright/test'

declare global {
  interface Window {
    /** An element that gets one of these classes cannot be made: whatever widget draws it throws while it renders. */
    broken: string[]
    /** What the page told the browser's error monitoring. */
    told: string[]
  }
}

/** Before the first page of a context: `breakWidget` works on it from then on. React sets an element's class while it renders. */
export async function breakable(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.broken = []
    window.told = []
    window.addEventListener('error', (e) => window.told.push(e.message))
    const set = Element.prototype.setAttribute
    Element.prototype.setAttribute = function (name, value) {
      if (name === 'class') {
        const hit = window.broken.find((c) => ` ${value} `.includes(` ${c} `))
        if (hit) throw new Error(`broken widget ${hit}`)
      }
      set.call(this, name, value)
    }
  })
}

export const breakWidget = (page: Page, ...classes: string[]): Promise<void> =>
  page.evaluate((list) => {
    window.broken = list
    window.told = []
  }, classes)
export const mend = (page: Page): Promise<void> => breakWidget(page)

/** Goes to an address inside the app as its own links do, without loading the document again. */
export const goInside = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Calls that are never answered until `answer` lets them and all later ones through. */
export interface Hang {
  /** Method and path of the calls that hang. */
  readonly asked: string[]
  /** How long the first of them has been waiting, ms. */
  waited(): number
  answer(): Promise<void>
}
export async function hang(page: Page, url: RegExp, is: (route: Route) => boolean = () => true): Promise<Hang> {
  const asked: string[] = []
  const held: Route[] = []
  let began = 0
  const handler = async (route: Route) => {
    if (!is(route)) return route.fallback()
    began ||= Date.now()
    asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`)
    held.push(route)
  }
  await page.route(url, handler)
  return {
    asked,
    waited: () => (began ? Date.now() - began : 0),
    async answer() {
      await page.unroute(url, handler)
      // those that the page gave up are gone
      for (const route of held) await route.continue().catch(() => undefined)
    },
  }
}

/** A clock that the test drives. Time-outs of calls run on it too, which the browser keeps by a clock of its own. */
export async function pageClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    const limits = new WeakMap<XMLHttpRequest, number>()
    Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
      get(this: XMLHttpRequest) {
        return limits.get(this) ?? 0
      },
      set(this: XMLHttpRequest, ms: number) {
        limits.set(this, ms)
      },
    })
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (body) {
      const limit = limits.get(this) ?? 0
      if (limit > 0) {
        const timer = setTimeout(() => {
          this.dispatchEvent(new ProgressEvent('timeout'))
          this.abort()
        }, limit)
        this.addEventListener('loadend', () => clearTimeout(timer))
      }
      send.call(this, body)
    }
  })
}
