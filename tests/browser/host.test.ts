/** The app inside a host platform, from the host's own origin and from another one. */
import type { Page } from '@playwright/test'
import { expect, hostOrigin, range, test, watch } from './support.ts'

/** The host page as `localhost`, the app from `127.0.0.1`: another origin. */
const elsewhere = () => `${hostOrigin()}/host/app?entry=${encodeURIComponent(`${range()}/page/mg/`)}`

async function signInAtHost(page: Page) {
  await page.getByRole('button', { name: 'Fill in the demonstration account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('.fh-frame .mg-app h1')).toBeVisible({ timeout: 20_000 })
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

test('language and theme follow the host', async ({ page }) => {
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

test('H2 H3 the host is as it was when the app has left', async ({ page }) => {
  await page.goto(`${hostOrigin()}/host/`)
  const sentinels = () =>
    page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          '.fh-root h1, .fh-root h2, .fh-root p, .fh-root a, .fh-root main button, .fh-root li, .fh-root header, .fh-root main, body, html',
        ),
      ]
        .slice(0, 60)
        .map((el) => {
          const s = getComputedStyle(el)
          return [
            el.tagName,
            s.fontFamily,
            s.fontSize,
            s.lineHeight,
            s.color,
            s.backgroundColor,
            s.margin,
            s.padding,
            s.boxSizing,
            s.border,
            s.listStyleType,
          ].join('|')
        }),
    )
  const world = () =>
    page.evaluate(() => ({
      body: document.body.className,
      attributes: document.body.getAttributeNames(),
      lang: document.documentElement.lang,
      children: [...document.body.children].map((e) => e.tagName + e.className),
      styles: [...document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('link[rel=stylesheet],style')].filter(
        (s) => s.media !== 'not all',
      ).length,
      push: history.pushState.toString().length,
    }))
  await page.getByRole('heading', { name: 'Welcome to campus' }).waitFor()
  const [looks, state] = [await sentinels(), await world()]
  expect(looks.length).toBeGreaterThan(10)
  await page.getByRole('link', { name: 'Cyber range' }).first().click()
  await signInAtHost(page)
  await page.getByRole('link', { name: 'Home' }).click()
  await page.getByRole('heading', { name: 'Welcome to campus' }).waitFor()
  await expect.poll(async () => (await world()).styles).toBe(state.styles)
  expect(await sentinels()).toEqual(looks)
  const after = await world()
  expect({ ...after, push: 0 }).toEqual({ ...state, push: 0 })
})

const cycles = Number(process.env['CYCLES'] ?? 100)
test(`H1 ${cycles} times in and out leave nothing behind`, async ({ page }) => {
  test.setTimeout(60_000 + cycles * 1500)
  await page.goto(elsewhere())
  await signInAtHost(page)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.enable')
  await cdp.send('Performance.enable')
  const once = async () => {
    await page.evaluate(() => (document.querySelector('a[href="/host/"]') as HTMLElement).click())
    await page.waitForFunction(() => !document.querySelector('.fh-frame'))
    await page.evaluate(() => (document.querySelector('a[href="/host/app"]') as HTMLElement).click())
    await page.waitForFunction(() => !!document.querySelector('.fh-frame .mg-app h1'))
  }
  const measured = async () => {
    await page.evaluate(() => (document.querySelector('a[href="/host/"]') as HTMLElement).click())
    await page.waitForFunction(() => !document.querySelector('.fh-frame'))
    await page.waitForTimeout(300)
    await cdp.send('HeapProfiler.collectGarbage')
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters')
    const globals = await page.evaluate(() => Object.getOwnPropertyNames(window).length)
    await page.evaluate(() => (document.querySelector('a[href="/host/app"]') as HTMLElement).click())
    await page.waitForFunction(() => !!document.querySelector('.fh-frame .mg-app h1'))
    return { heap: usedSize, nodes, listeners: jsEventListeners, globals }
  }
  const warm = Math.max(5, Math.floor(cycles / 10))
  for (let i = 0; i < warm; i++) await once()
  const before = await measured()
  for (let i = warm; i < cycles; i++) await once()
  const after = await measured()
  const n = cycles - warm
  console.log(
    `${n} cycles: heap ${((after.heap - before.heap) / 1024).toFixed(0)} KiB, nodes ${after.nodes - before.nodes}, listeners ${after.listeners - before.listeners}, globals ${after.globals - before.globals}`,
  )
  expect(after.globals).toBe(before.globals)
  expect(after.listeners - before.listeners).toBeLessThanOrEqual(2)
  expect(after.nodes - before.nodes).toBeLessThanOrEqual(n * 2 + 20)
  expect(after.heap - before.heap).toBeLessThan(Math.max(2 * 1024 * 1024, before.heap * 0.05))
})
