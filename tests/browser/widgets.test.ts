/** H5: whatever widget of a screen fails, the rest of the screen works, it can be tried again, and the error is reported once. */
import type { Locator, Page } from '@playwright/test'
import { env } from '#config/env.ts'
import { breakable, breakWidget, goInside, mend } from './faults.ts'
import { choiceOf } from './paths.ts'
import { app, call, expect, long, signInApi, test } from './support.ts'

/** Of a screen: a widget by the class of one of its elements, and what must be there all the same. */
type Widgets = readonly (readonly [widget: string, stays: string])[]

const frame: Widgets = [
  ['mg-side-menu', '.mg-main h1'],
  ['mg-crumbs', '.mg-main h1'],
  ['mg-other-words', '.mg-crumbs'],
  ['mg-user-name', '.mg-side-menu'],
]
const listParts: Widgets = [
  ['kit-search', '.mg-side-menu'],
  ['kit-grid', '.mg-side-menu'],
  ['kit-pager', '.mg-side-menu'],
]
const screens = (ids: { tool: string; dork: string }): Record<string, Widgets> => ({
  '/admin/dashboard': [
    ...frame,
    ['mg-stat-link', '.mg-chart'],
    ['mg-chart', '.mg-stat'],
    ['mg-tone-ok', '.mg-tone-accent'],
    ['mg-tone-accent', '.mg-chart'],
    ['kit-region-list', '.mg-chart'],
  ],
  '/personal': [
    ['personal-head', '.announcement'],
    ['announcement', '.personal-head'],
    ['mg-kv-1', '.announcement'],
  ],
  '/cr/tool_magazine': [
    ['kit-rail', '.mg-side-menu'],
    ['kit-cards', '.mg-side-menu'],
    ['kit-bar', '.mg-side-menu'],
    ['mg-page-actions', '.mg-side-menu'],
  ],
  [`/cr/tool_magazine/details/${ids.tool}`]: [
    ['kit-out', '.mg-page-title'],
    ['kit-tags', '.mg-kv'],
    ['library-command', '.mg-kv'],
    ['kit-code', '.mg-kv'],
  ],
  '/vuln/ghdb_library': [['kit-rail', '.mg-side-menu'], ...listParts],
  [`/vuln/ghdb_library/detail/${ids.dork}`]: [
    ['kit-code', '.mg-kv'],
    ['mg-kv', '.kit-code'],
  ],
  '/admin/resource/tool': [...listParts, ['kit-tags', '.mg-side-menu']],
  '/admin/resource/tool/add': [
    ['kit-pick', '.kit-items'],
    ['mg-counted', '.kit-items'],
    ['kit-pills', '.kit-items'],
    ['kit-words', '.kit-pick'],
    ['kit-items', '.kit-pick'],
    ['kit-short', '.kit-items'],
  ],
  [`/admin/resource/tool/edit/${ids.tool}`]: [['kit-item', '.mg-counted']],
  '/admin/resource/tool/category': listParts,
  '/admin/system/resource-import': [['mg-drop', '.kit-search']],
  '/resource-import': [['mg-drop', '.kit-search']],
  '/change-password/own': [['mg-checklist', '.mg-public-head']],
})

async function ids(): Promise<{ tool: string; dork: string }> {
  const { token } = await signInApi('super')
  const { items } = await call<{ items: { id: string }[] }>('GET', '/tools?q=nmap&page_size=1', token)
  const dorks = await call<{ items: { id: string }[] }>('GET', '/dorks?page_size=1', token)
  return { tool: items[0]?.id ?? '', dork: dorks.items[0]?.id ?? '' }
}

const problems = (root: Locator) => root.locator('.mg-problem').filter({ hasText: 'unexpected' })

/** A broken widget shows its problem, its neighbour stays, it was reported once, and another try brings it back. */
async function failsAlone(page: Page, root: Locator, widget: string, stays: string, show: () => Promise<void>) {
  await breakWidget(page, widget)
  await show()
  await expect(problems(root).first(), `${widget} shows its problem`).toBeVisible()
  await expect(root.locator(stays).first(), `${stays} stays without ${widget}`).toBeVisible()
  // a place that is drawn later fails later
  await expect(async () => {
    const shown = await problems(root).count()
    const told = await page.evaluate(() => window.told)
    expect(told.length, `${widget}: one report for each place it failed in`).toBe(shown)
  }).toPass()
  for (const t of await page.evaluate(() => window.told)) expect(t).toContain(`broken widget ${widget}`)
  await mend(page)
  // what comes back above a button moves it from under the pointer, so a click may have to be made again
  await expect(async () => {
    await problems(root)
      .first()
      .getByRole('button', { name: 'Try again' })
      .click({ timeout: 1000 })
      .catch(() => {})
    await expect(problems(root), `${widget} is tried again`).toHaveCount(0, {
      timeout: 300,
    })
  }).toPass()
  await expect(root.locator(`.${widget}`).first()).toBeVisible()
}

test('H5 each widget of each screen fails alone', long, async ({ as }) => {
  test.setTimeout(180_000)
  const page = await as('super')
  await breakable(page)
  await page.goto(app('/404'))
  const root = page.locator('#mg-root')
  let widgets = 0
  // a widget is broken where it first stands, unless the whole is asked for
  const met = new Set<string>()
  const first = Object.entries(screens(await ids())).map(
    ([path, list]) => [path, list.filter(([w]) => env.whole || (!met.has(w) && met.add(w)))] as const,
  )
  const all = choiceOf(
    first.filter(([, list]) => list.length > 0),
    1,
  )
  for (const [path, list] of all) {
    // the code comes before anything is broken
    await goInside(page, `/page/mg${path}`)
    await expect(root.locator(list[0]?.[1] ?? 'h1').first()).toBeVisible()
    for (const [widget, stays] of list) {
      await goInside(page, '/page/mg/404')
      await expect(root.locator('.mg-session-number')).toBeVisible()
      await failsAlone(page, root, widget, stays, () => goInside(page, `/page/mg${path}`))
      widgets++
    }
  }
  console.log(`H5: ${widgets} widgets on ${all.length} screens`)
  expect(widgets).toBeGreaterThanOrEqual(all.length)
})
