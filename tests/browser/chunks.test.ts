/** H5: a piece of the app's code that does not come: the page says so within the limit, the rest works, and another try brings it. */
import type { Page, Route } from '@playwright/test'
import { env } from '#config/env.ts'
import { timeouts } from '#src/contract/limits.ts'
import { hang } from './faults.ts'
import { app, expect, long, openAtHost, test } from './support.ts'

const failed = (page: Page) => page.getByRole('alert').filter({ hasText: 'Try again' })
const button = (page: Page) => failed(page).getByRole('button', { name: 'Try again' })
const again = (page: Page) => button(page).click()

/** Tries until it is there: the alert of the try before may still stand when its answer is on the way. */
const brings = (page: Page, there: string) =>
  expect(async () => {
    if (await button(page).isVisible()) await button(page).click({ timeout: 1000 })
    await expect(page.locator(there)).toBeVisible({ timeout: 2000 })
  }).toPass()

type Fault = (route: Route) => Promise<void>
const cut: Fault = (route) => route.abort('connectionreset')
const missing: Fault = (route) => route.fulfill({ status: 404, body: 'gone' })
/** A network's sign-in page, say. */
const foreign: Fault = (route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>portal</title>' })

/** Each fault is met at the code of a screen, its style and the first words; by all pieces when the whole is asked for. */
const more = (...faults: Fault[]): Fault[] => (env.whole ? faults : [])

const screen = { path: '/admin/dashboard', there: '.dashboard', stays: '.mg-side-menu' }
const pieces = [
  {
    of: 'the code of a screen',
    file: /assets\/screens-dashboard-[\w-]+\.js/,
    faults: [cut, ...more(missing), foreign],
    ...screen,
  },
  { of: 'the words of a screen', file: /assets\/dashboard-[\w-]+\.js/, faults: more(cut), ...screen },
  {
    of: 'the style of a screen',
    file: /assets\/screens-dashboard-[\w-]+\.css/,
    faults: more(missing, cut),
    ...screen,
  },
  {
    of: 'the frame of all screens',
    file: /assets\/inside-[\w-]+\.js/,
    faults: more(foreign, cut),
    path: '/admin/dashboard',
    there: '.mg-side-menu',
    stays: '#mg-root',
  },
  {
    of: 'the first words',
    file: /assets\/words-en-US-[\w-]+\.js/,
    faults: [cut],
    path: '/admin/dashboard',
    there: '.mg-side-menu',
    stays: '#mg-root',
  },
]

for (const { of, path, file, faults, there, stays } of pieces
  .filter((p) => p.faults.length > 0)
  .slice(0, env.whole ? undefined : 1))
  test(`H5 ${of}: when it cannot be loaded it can be tried again`, async ({ as }) => {
    const page = await as('super')
    for (const fault of faults) {
      await page.route(file, fault)
      await page.goto(app(path))
      await expect(failed(page)).toBeVisible()
      await expect(page.locator(stays).first()).toBeVisible()
      // once more in vain
      const asked = page.waitForRequest(file)
      await again(page)
      await asked
      await expect(failed(page)).toBeVisible()
      await page.unroute(file, fault)
      await brings(page, there)
      if (there === '.dashboard') await expect(page.locator(there)).toHaveCSS('display', 'flex')
    }
  })

test('H5 a piece of code that hangs is given up at its limit, and another try brings it', long, async ({ as }) => {
  for (const { of, path, file, there } of pieces.filter(
    (p, n) => !p.of.includes('style') && (env.whole || n % 8 === 0),
  )) {
    const page = await as('super')
    await page.clock.install()
    const silence = await hang(page, file)
    // what has a shorter limit is answered first
    const known = Promise.all(
      [/\/session$/, /\/session\/permissions$/, /\/auth\/register\/$/].map((call) => page.waitForResponse(call)),
    )
    await page.goto(app(path), { waitUntil: 'commit' })
    await known
    await expect.poll(() => silence.asked.length, { message: of }).toBeGreaterThan(0)
    await page.clock.runFor(timeouts.chunk - 5000)
    await expect(failed(page), of).toHaveCount(0)
    await page.clock.runFor(10_000)
    await expect(failed(page), of).toBeVisible()
    await silence.answer()
    // what the page asks for by its clock may have been given up as well, on a machine slower than that clock
    await brings(page, there)
    await page.close()
  }
})

test(
  'H5 under a host a screen’s missing code leaves host and frame alive, and another try brings it',
  long,
  async ({ page }) => {
    await openAtHost(page, 'super', '/personal')
    const inside = page.locator('.fh-frame')
    const file = /assets\/screens-dashboard-[\w-]+\.js/
    await page.route(file, cut)
    await page.getByRole('link', { name: 'Administration' }).click()
    await expect(failed(page)).toBeVisible()
    await expect(inside.locator('.mg-side-menu')).toBeVisible()
    await page.getByRole('link', { name: 'Notices' }).click()
    await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible()
    await page.getByRole('link', { name: 'Cyber range' }).click()
    await page.getByRole('link', { name: 'Administration' }).click()
    await expect(failed(page)).toBeVisible()
    await page.unroute(file, cut)
    await again(page)
    await expect(inside.locator('.dashboard')).toBeVisible()
  },
)

test('H5 a host that cannot get the app says so and stays usable', long, async ({ page }) => {
  const file = /page\/mg\/assets\/app-[\w-]+\.js/
  await page.route(file, cut)
  await openAtHost(page, 'student', '', { ready: false })
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.getByRole('link', { name: 'Notices' }).click()
  await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible()
  await page.getByRole('link', { name: 'Cyber range' }).click()
  await expect(again).toBeVisible()
  await page.unroute(file, cut)
  await again.click()
  await expect(page.locator('.fh-frame .mg-app h1').first()).toBeVisible()
})
