/** H2 and H3: the app and its host share a document, and neither shows on the other; what the app added is gone when it has left. */
import type { Page } from '@playwright/test'
import { expect, long, openAtHost, test } from './support.ts'

/** Elements of a host, as many kinds as may meet a rule that was not meant for them. */
const tags =
  'h1 h2 h3 h4 h5 h6 p a button input select textarea label fieldset legend details summary table caption th td ul ol li dl dt dd pre code kbd mark small strong em blockquote hr img svg figure figcaption nav header footer section article aside form progress meter output video'
const classes =
  'arco-btn arco-table arco-input arco-modal arco-form-item arco-select-view theme-dark theme-light active open selected container row card panel menu icon'

/** Puts the sentinels into a box of their own, so that nothing beside them moves them. */
const plant = (page: Page) =>
  page.evaluate(
    ([names, looks]) => {
      const box = document.createElement('div')
      box.id = 'sentinels'
      box.style.cssText =
        'position:fixed;inset:0 auto auto 0;width:600px;height:400px;overflow:hidden;pointer-events:none'
      for (const tag of names) box.append(Object.assign(document.createElement(tag), { textContent: tag }))
      for (const look of looks)
        box.append(Object.assign(document.createElement('div'), { className: look, textContent: look }))
      document.body.append(box)
      return box.childElementCount
    },
    [tags.split(' '), classes.split(' ')] as const,
  )

/** Every computed property of every sentinel, of the document and of its body. */
const looks = async (page: Page): Promise<Record<string, string>> => {
  // as one text: taken apart by Playwright, tens of thousands of properties take longer than looking
  const text = await page.evaluate(() => {
    const all: Record<string, string> = {}
    const els = [document.documentElement, document.body, ...document.querySelectorAll('#sentinels *')]
    for (const [i, el] of els.entries()) {
      const style = getComputedStyle(el)
      // the page behind the sentinels is another one, and as high as it is
      const sized = i < 2 ? /^(height|block-size|perspective-origin|transform-origin)$/ : /^$/
      for (const name of style) if (!sized.test(name)) all[`${i} ${el.tagName} ${name}`] = style.getPropertyValue(name)
    }
    return JSON.stringify(all)
  })
  return JSON.parse(text) as Record<string, string>
}
const changed = (before: Record<string, string>, after: Record<string, string>) =>
  Object.keys({ ...before, ...after })
    .filter((k) => before[k] !== after[k])
    .map((k) => `${k}: ${before[k]} → ${after[k]}`)

for (const isolation of [false, true])
  test(
    `H3 the app’s styles touch nothing of its host’s, ${isolation ? 'with' : 'without'} experimentalStyleIsolation`,
    isolation ? {} : long,
    async ({ page }) => {
      await page.route('**/host/host.json', async (route) => {
        const file = (await (await route.fetch()).json()) as object
        await route.fulfill({ json: { ...file, styleIsolation: isolation } })
      })
      await openAtHost(page, 'admin', '/vuln/ghdb_library')
      const inside = page.locator('.fh-frame')
      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await expect(inside).toHaveCount(0)
      expect(await plant(page)).toBeGreaterThanOrEqual(60)
      const before = await looks(page)
      const children = () => page.evaluate(() => [...document.body.children].map((e) => e.tagName + e.className))
      const around = await children()

      await page.getByRole('link', { name: 'Cyber range', exact: true }).click()
      await page.locator('.fh-inside').getByRole('link', { name: 'Tool library' }).click()
      await expect(inside.locator('.kit-card').first()).toBeVisible()
      expect(changed(before, await looks(page))).toEqual([])
      // Arco with its reset, and a pop-up of Arco's
      await inside.getByRole('button', { name: 'Filters' }).click()
      await inside
        .getByLabel(/Changed/)
        .first()
        .click()
      await expect(page.locator('.mg-app .arco-picker-container')).toBeVisible()
      expect(changed(before, await looks(page))).toEqual([])
      expect((await children()).filter((c) => !around.includes(c))).toEqual([
        'DIVmg-app mg-popups mg-hosted theme-light',
      ])

      await page.getByRole('link', { name: 'Home', exact: true }).click()
      await expect(inside).toHaveCount(0)
      expect(changed(before, await looks(page))).toEqual([])
      expect(await children()).toEqual(around)
    },
  )

test('H2 nothing of the app is left on the host’s window and document', async ({ page }) => {
  await openAtHost(page, 'student')
  const world = () =>
    page.evaluate(() => ({
      globals: Object.getOwnPropertyNames(window).length,
      prototypes: [Object, Array, String, Promise, Function, Element, HTMLElement, Node, EventTarget, History, Storage]
        .map((c) => `${c.name} ${Object.getOwnPropertyNames(c.prototype).length}`)
        .join(),
      body: [document.body.className, ...document.body.getAttributeNames()].join(),
      lang: document.documentElement.lang,
      title: document.title,
      children: [...document.body.children].map((e) => e.tagName + e.className).join(),
      styles: [...document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('link[rel=stylesheet],style')].filter(
        (s) => s.media !== 'not all',
      ).length,
      push: history.pushState.toString() + history.replaceState.toString(),
    }))
  const out = async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.locator('.fh-frame')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: /Welcome to campus/ })).toBeVisible()
  }
  await out()
  // qiankun and single-spa change the page once; from here on everything is ours
  const before = await world()
  await page.getByRole('link', { name: 'Cyber range', exact: true }).click()
  await page.locator('.fh-inside').getByRole('link', { name: 'Tool library' }).click()
  await expect(page.locator('.fh-frame .kit-card').first()).toBeVisible()
  await out()
  expect(await world()).toEqual(before)
})
