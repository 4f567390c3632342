/** H1: The app inside a host platform, from the host's own origin and from another one. */
import type { Page } from '@playwright/test'
import { expect, hostOrigin, long, openAtHost, range, test, watch } from './support.ts'
import { env } from '#config/env.ts'

declare global {
  interface Window {
    /** Timers that the app has set and that are still to come. */
    pending: Set<unknown>
  }
}

/** The host page as `localhost`, the app from `127.0.0.1`: another origin. */
const elsewhere = () => `${hostOrigin()}/host/app?entry=${encodeURIComponent(`${range()}/page/mg/`)}`

async function signInAtHost(page: Page) {
  await page.getByRole('button', { name: 'Fill in the demonstration account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('.fh-frame .mg-app h1')).toBeVisible()
}

for (const [where, url] of [
  ['the same origin', () => `${range()}/host/app`],
  ['another origin', elsewhere],
] as const)
  test(`the app opens inside a host from ${where} once the host signed its user in`, async ({ page }) => {
    const trouble = watch(page)
    const asked: string[] = []
    page.on('request', (r) => {
      if (/\/(assets|public)\//.test(r.url()) && /page\/mg/.test(r.url())) asked.push(new URL(r.url()).origin)
    })
    await page.goto(url())
    await signInAtHost(page)
    expect(new Set(asked)).toEqual(new Set([range()]))
    expect(trouble.list).toEqual([])
  })

test('route changes follow the host’s and the other way round', async ({ page }) => {
  await page.goto(elsewhere())
  await signInAtHost(page)
  await page.getByRole('link', { name: 'Tool library' }).first().click()
  await expect(page.locator('.fh-frame .mg-app h1')).toHaveText('Tool library')
  await expect(page).toHaveURL(/\/host\/app\/cr\/tool_magazine/)
  await page.locator('.fh-frame').getByRole('link', { name: /GHDB/ }).first().click()
  await expect(page).toHaveURL(/\/host\/app\/vuln\/ghdb_library/)
  await page.goBack()
  await expect(page.locator('.fh-frame .mg-app h1')).toHaveText('Tool library')
})

test(
  'two apps on one page of the host go their own ways, and are where they were after a reload',
  long,
  async ({ page }) => {
    await page.goto(elsewhere())
    await signInAtHost(page)
    await page.getByRole('link', { name: 'Study desk' }).click()
    const side = (n: number) => page.locator('.fh-side').nth(n)
    const heading = (n: number) => side(n).locator('.mg-app h1').first()
    await expect(heading(0)).toBeVisible({ timeout: 20_000 })
    await expect(heading(1)).toHaveText('Tool library', { timeout: 20_000 })
    const left = (await heading(0).textContent()) ?? ''
    await side(1).locator('.mg-main a', { hasText: 'Amass' }).first().click()
    await expect(heading(1)).toHaveText('Amass')
    await expect(heading(0)).toHaveText(left)
    await expect(page).toHaveURL(/\/host\/desk$/)
    await expect(page).toHaveTitle(/Study desk/)
    await page.reload()
    await expect(heading(1)).toHaveText('Amass', { timeout: 20_000 })
    await expect(heading(0)).toHaveText(left, { timeout: 20_000 })
    // a tab of its own is the host's page of it, signed in as here
    const crumb = side(1).locator('.mg-crumbs a').last()
    await expect(crumb).toHaveAttribute('href', /\/host\/app\/cr\/tool_magazine$/)
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      crumb.click({ modifiers: ['ControlOrMeta'] }),
    ])
    // what is here stays where it was
    await expect(heading(1)).toHaveText('Amass')
    await tab.close()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.locator('.mg-app')).toHaveCount(0)
    await expect(page).toHaveTitle(/Home/)
  },
)

test('language and theme follow the host', long, async ({ page }) => {
  await page.goto(elsewhere())
  await signInAtHost(page)
  const root = page.locator('.fh-frame .mg-app').first()
  await page.getByRole('combobox').first().selectOption({ label: '中文' })
  await expect(root).toHaveAttribute('lang', 'zh-CN')
  const before = (await root.getAttribute('class')) ?? ''
  await page
    .locator('header button', { hasText: /主题|Theme|深色|浅色|theme/ })
    .first()
    .click()
  await expect(root).not.toHaveClass(before)
})

const cycles = Number(process.env['CYCLES'] ?? (env.whole ? 100 : 5))
test(`H1 ${cycles} times in and out leave nothing behind`, async ({ page }) => {
  test.setTimeout(180_000 + cycles * 500)
  await page.addInitScript(() => {
    window.pending = new Set()
    const after = (set: typeof window.setTimeout, once: boolean) => (act: () => void, ms?: number) => {
      const id = set(() => {
        if (once) window.pending.delete(id)
        act()
      }, ms)
      if (new Error('who').stack?.includes('/page/mg/assets/')) window.pending.add(id)
      return id
    }
    const end = (clear: (id?: number) => void) => (id?: number) => {
      window.pending.delete(id)
      clear(id)
    }
    Object.assign(window, {
      setTimeout: after(window.setTimeout, true),
      setInterval: after(window.setInterval as typeof window.setTimeout, false),
      clearTimeout: end(window.clearTimeout),
      clearInterval: end(window.clearInterval),
    })
  })
  await openAtHost(page, 'student')
  const cdp = await page.context().newCDPSession(page)
  // five calls each: many of them go no faster than the server lets one person ask
  const least = cycles > 150 ? 300 : 0
  /** Into the app and out again; it is left once its page is there. */
  const go = (times: number) =>
    page.evaluate(
      async ([n, pace]) => {
        const until = async (is: () => boolean) => {
          while (!is()) await new Promise((r) => setTimeout(r, 1))
        }
        const press = (path: string) => document.querySelector<HTMLElement>(`a[href="${path}"]`)?.click()
        const inside = () => document.querySelector('.fh-frame .mg-main h1') !== null
        for (let i = 0; i < n; i++) {
          const next = performance.now() + pace
          press('/host/')
          await until(() => document.querySelector('.fh-frame') === null)
          press('/host/app')
          await until(inside)
          await until(() => performance.now() >= next)
        }
        press('/host/')
        await until(() => document.querySelector('.fh-frame') === null)
      },
      [times, least] as const,
    )
  const look = async () => {
    // single-spa's own warnings about slow apps run for some seconds
    await page.waitForTimeout(1500)
    for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
    const [globals, timers, styles] = await page.evaluate(() => [
      Object.getOwnPropertyNames(window).length,
      window.pending.size,
      document.querySelectorAll('link[rel=stylesheet],style').length,
    ])
    return { heap: usedSize, nodes, listeners: jsEventListeners, globals, timers, styles }
  }
  const warm = Math.max(10, Math.floor(cycles / 10))
  await go(warm)
  const before = await look()
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/host/app"]')?.click())
  await expect(page.locator('.fh-frame .mg-main h1')).toBeVisible()
  await go(cycles - warm)
  const after = await look()
  const more = (name: keyof typeof before) => after[name] - before[name]
  console.log(
    `H1, cycles ${warm} to ${cycles}: heap ${(more('heap') / 1024).toFixed(0)} KiB of ${(before.heap / 1024).toFixed(0)}, nodes ${more('nodes')}, listeners ${more('listeners')}, timers ${more('timers')}, globals ${more('globals')}, style sheets ${more('styles')}`,
  )
  for (const name of ['listeners', 'timers', 'globals', 'styles'] as const)
    expect(more(name), name).toBeLessThanOrEqual(0)
  // a node for some cycles would be one too many
  expect(more('nodes')).toBeLessThan(20)
  expect(more('heap')).toBeLessThan(Math.max(2 * 1024 * 1024, before.heap * 0.05))
})
