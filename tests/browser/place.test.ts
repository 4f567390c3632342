/** H3: where a host puts the app: below a fixed header, beside a menu, in a scroll box that has a `transform`. Nothing is elsewhere, cut off or scrolled twice. */
import type { Locator, Page } from '@playwright/test'
import type { HostProps } from '#src/contract/host.ts'
import { entry, openHost } from './hosts/open.ts'
import { call, expect, long, range, signInApi, test } from './support.ts'

const sheet = (place: string, root = '') => `
  html { font-size: 62.5%; ${root} }
  body { margin: 0 }
  header { position: fixed; z-index: 1000; inset: 0 0 auto; height: 64px; background: #333 }
  nav { position: fixed; inset: 64px auto 0 0; width: 180px; background: #555 }
  #place { position: absolute; inset: 64px 0 40px 180px; padding: 12px; overflow: auto; ${place} }
  footer { position: fixed; inset: auto 0 0; height: 40px; background: #333 }`
const around = (inside = '') =>
  `<header>Host</header><nav>Menu</nav><footer>Foot</footer><main id="place">${inside}</main>`

/** A page of a host, its app at a path. */
async function stand(page: Page, css: string, html: string, path: string, who: 'student' | 'super' = 'student') {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { token } = await signInApi(who)
  await openHost(page, css, html)
  const props: HostProps = {
    token,
    language: 'en-US',
    theme: 'theme-dark',
    api: `${range()}/api/mg/api`,
    base: '/two',
    path,
  }
  await page.evaluate(([e, p]) => window.hostPage.mount('placed', e, p), [entry(), props] as const)
  const inside = page.locator('#placed .mg-app').first()
  await expect(inside.locator('.mg-main h1, .mg-full').first()).toBeVisible({ timeout: 60_000 })
  await expect(inside.locator('[aria-busy=true]')).toHaveCount(0)
  return inside
}

/** Boxes of the page that can be scrolled up and down, the app's own lists and panes left out. */
const scrolled = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, document.body, ...document.querySelectorAll('#place, #place section')]
      .filter(
        (e) =>
          e.scrollHeight > e.clientHeight &&
          (e === document.documentElement || /auto|scroll/.test(getComputedStyle(e).overflowY)),
      )
      .map((e) => `${e.localName}#${e.id} ${e.scrollHeight} in ${e.clientHeight}`),
  )

/** All of a pop-up is in the window, and what is seen at its middle and its corners is the pop-up. */
const seen = (popup: Locator) =>
  popup.evaluate((el) => {
    const b = el.getBoundingClientRect()
    const at = (x: number, y: number) => el.contains(document.elementFromPoint(x, y))
    const inset = 6
    return {
      inside: b.left >= 0 && b.top >= 0 && b.right <= innerWidth + 1 && b.bottom <= innerHeight + 1,
      uncovered: [
        at((b.left + b.right) / 2, (b.top + b.bottom) / 2),
        at(b.left + inset, b.top + inset),
        at(b.right - inset, b.top + inset),
        at(b.left + inset, b.bottom - inset),
        at(b.right - inset, b.bottom - inset),
      ],
    }
  })
const whole = { inside: true, uncovered: [true, true, true, true, true] }

/** How far a pop-up is from what opened it, px; below 0 where it covers it. */
async function distance(trigger: Locator, popup: Locator): Promise<number> {
  const [a, b] = [await trigger.boundingBox(), await popup.boundingBox()]
  if (!a || !b) throw new Error('not on the page')
  const gap = (from: number, size: number, to: number, length: number) => Math.max(to - from - size, from - to - length)
  return Math.max(gap(a.x, a.width, b.x, b.width), gap(a.y, a.height, b.y, b.height))
}
async function near(trigger: Locator, popup: Locator): Promise<void> {
  await expect.poll(async () => Math.abs(await distance(trigger, popup)), { timeout: 5000 }).toBeLessThan(16)
}

test(
  'in a scroll box with a transform, a filter and contained paint each pop-up is whole and at its place',
  long,
  async ({ page }) => {
    const inside = await stand(
      page,
      sheet('transform: translateZ(0); filter: brightness(1); contain: paint'),
      around(),
      '/cr/tool_magazine',
    )
    expect.soft(await scrolled(page)).toEqual([])
    const shell = await inside.locator('.mg-shell').boundingBox()
    expect.soft(Math.round((shell?.y ?? 0) + (shell?.height ?? 0))).toBe(768 - 40 - 12)

    const language = inside.getByRole('button', { name: 'Language' })
    await language.click()
    const menu = inside.getByRole('menu', { name: 'Language' })
    await near(language, menu)
    expect.soft(await seen(menu)).toEqual(whole)
    await page.keyboard.press('Escape')

    const bell = inside.locator('.mg-bell button').first()
    await bell.click()
    const panel = inside.locator('.mg-bell-pop')
    await expect(panel).toBeVisible()
    await near(bell, panel)
    expect.soft(await seen(panel)).toEqual(whole)
    await page.keyboard.press('Escape')

    await inside.getByRole('button', { name: 'Filters' }).click()
    const date = inside.getByLabel(/Changed/).first()
    await date.click()
    const calendar = page.locator('.mg-popups .arco-picker-container')
    await expect(calendar).toBeVisible()
    await near(date, calendar)
    // a click goes through it while it opens
    await expect.poll(() => seen(calendar)).toEqual(whole)
    // and goes along with what scrolls below it
    const moved = await inside.locator('.mg-main').evaluate((e) => {
      e.scrollTop = 40
      return e.scrollTop
    })
    expect(moved).toBeGreaterThan(20)
    await near(date, calendar)
    await page.keyboard.press('Escape')

    await inside.getByRole('button', { name: 'Collapse the menu' }).click()
    await inside.locator('.mg-shell-rail').waitFor()
    const button = inside.locator('.mg-shell-rail button[data-stop]').first()
    await button.hover()
    const fly = inside.locator('.mg-side-fly')
    await expect(fly).toBeVisible()
    await near(button, fly)
    expect.soft(await seen(fly)).toEqual(whole)
  },
)

test(
  'consoles beside a task take the app’s own room: their head is not under the host’s, and the host’s menu is not under them',
  long,
  async ({ page }) => {
    const { token } = await signInApi('student')
    type Challenges = { items: { id: string; title: string; scene: boolean }[] }
    const { items } = await call<Challenges>('GET', '/practice-flags?page_size=100', token)
    const challenge = items.find((c) => c.scene && c.title === 'Through the front door')?.id ?? ''
    const { scene_id: scene } = await call<{ scene_id: string }>(
      'POST',
      `/practice-flags/${challenge}/scene`,
      token,
      {},
    )
    const inside = await stand(
      page,
      sheet('transform: none'),
      around('<p style="height:90px;margin:0">Before</p>'),
      `/oj/practice/capture-flag/exercise/${challenge}?lab=${scene}`,
    )
    const lab = inside.locator('.lab')
    const box = async (l: Locator) => {
      const b = await l.boundingBox()
      return b && [b.x, b.y, b.x + b.width, b.y + b.height].map(Math.round)
    }
    expect(await box(lab)).toEqual(await box(inside.locator('.mg-shell')))
    await inside.getByRole('button', { name: 'Open a terminal of kali' }).click({ timeout: 60_000 })
    await expect(inside.locator('.xterm-rows')).toContainText('root@kali')
    expect(await seen(lab.locator('.lab-head'))).toEqual(whole)
    await inside.getByRole('button', { name: 'Back to the task' }).click()
    await expect(lab).toHaveCount(0)
    // the page is as it was: what it holds scrolls
    expect(await inside.locator('.mg-main').evaluate((e) => getComputedStyle(e).position)).toBe('relative')
    await expect(inside.getByRole('button', { name: 'Language' })).toBeEnabled()
    await call('POST', `/scenes/${scene}/close`, token, {})
  },
)

test('a full-screen page has what the host leaves of the window, and nothing scrolls twice', long, async ({ page }) => {
  const inside = await stand(page, sheet('padding: 0'), around(), '/admin/deploy-await', 'super')
  const box = await inside.locator('.mg-full').boundingBox()
  expect([box?.x, box?.y, box?.height]).toEqual([180, 64, 768 - 64 - 40])
  expect(await scrolled(page)).toEqual([])
  // a window of another height, and a header that grows
  await page.setViewportSize({ width: 1366, height: 900 })
  await expect.poll(async () => (await inside.locator('.mg-full').boundingBox())?.height).toBe(900 - 64 - 40)
  await page.evaluate(() => document.querySelector('#place')?.setAttribute('style', 'top: 164px'))
  await expect.poll(async () => (await inside.locator('.mg-full').boundingBox())?.height).toBe(900 - 164 - 40)
})

test('in a box that grows with the app it has the rest of the window', long, async ({ page }) => {
  const css = 'html { font-size: 32px } body { margin: 0 } header { height: 64px } #place { overflow: hidden }'
  const inside = await stand(page, css, '<header>Host</header><main id="place"></main>', '/cr/tool_magazine')
  await expect.poll(async () => (await inside.locator('.mg-shell').boundingBox())?.height).toBe(768 - 64)
  expect(await scrolled(page)).toEqual([])
})

/** A switch that is put on the drawing goes where the pointer takes it, and its menu opens there. */
async function follows(page: Page, inside: Locator): Promise<void> {
  await expect(inside.locator('[data-canvas]')).toBeVisible()
  await page.locator('[data-canvas]').focus()
  await page.keyboard.press('a')
  await page.keyboard.type('switch')
  await page.keyboard.press('Enter')
  const node = inside.locator('.x6-node').first()
  await expect(node).toBeVisible()
  const middle = async () => {
    const b = await node.boundingBox()
    if (!b) throw new Error('not on the page')
    return { x: b.x + b.width / 2, y: b.y + b.height / 2 }
  }
  const from = await middle()
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x - 60, from.y + 40, { steps: 6 })
  await page.mouse.up()
  // drawn with the next frame, and kept to its grid
  await expect
    .poll(async () => {
      const { x, y } = await middle()
      return Math.max(Math.abs(x - from.x + 60), Math.abs(y - from.y - 40))
    })
    .toBeLessThan(12)
  const to = await middle()
  await page.mouse.click(to.x, to.y, { button: 'right' })
  const menu = inside.locator('.te-menu')
  await expect(menu).toBeVisible()
  const at = await menu.boundingBox()
  expect.soft(Math.abs((at?.x ?? 0) - to.x)).toBeLessThan(8)
  expect.soft(await seen(menu)).toEqual(whole)
}

test(
  'in a box with a transform that was scrolled, a drawing follows the pointer and its menu opens there',
  long,
  async ({ page }) => {
    const { token } = await signInApi('super')
    const { id } = await call<{ id: string }>('POST', '/topologies', token, {
      name: `Placed ${Date.now()}`,
      description: '',
    })
    const inside = await stand(
      page,
      sheet('transform: translateZ(0)'),
      around('<p style="height: 400px">Campus news</p>'),
      `/admin/topology/edit/${id}`,
      'super',
    )
    // the app is no lower than it can be used
    expect(await page.locator('#place').evaluate((e) => (e.scrollTo(0, 120), e.scrollTop))).toBe(120)
    await follows(page, inside)
  },
)

/** The app has all that is left of the window, in pixels of the window, and its calendar opens at its field. */
async function fits(page: Page, inside: Locator, bottom: number) {
  await expect
    .poll(async () => {
      const shell = await inside.locator('.mg-shell').boundingBox()
      return Math.round((shell?.y ?? 0) + (shell?.height ?? 0))
    })
    .toBe(bottom)
  await inside.getByRole('button', { name: 'Filters' }).click()
  const date = inside.getByLabel(/Changed/).first()
  await date.click()
  const calendar = page.locator('.mg-popups .arco-picker-container')
  await near(date, calendar)
  await expect.poll(() => seen(calendar)).toEqual(whole)
  // what arrives late moves the field, and the calendar goes along
  const heading = inside.locator('.mg-main h1').first()
  for (const height of ['90px', '']) {
    await heading.evaluate((e, to) => (e.style.height = to), height)
    await near(date, calendar)
  }
}

test('under a zoom of the body it is as high as what is left, and a calendar opens at its field', async ({ page }) => {
  const css = 'body { margin: 0; zoom: 1.25 } header { height: 64px }'
  const inside = await stand(page, css, '<header>Host</header><main id="place"></main>', '/cr/tool_magazine')
  await fits(page, inside, 768)
  expect(await scrolled(page)).toEqual([])
})

test('in a stage that its host scales to the window it fills the stage', long, async ({ page }) => {
  const css =
    'body { margin: 0; overflow: hidden } #place { width: 1920px; height: 1080px; overflow: hidden; transform: scale(0.7); transform-origin: 0 0 }'
  const inside = await stand(page, css, '<main id="place"></main>', '/cr/tool_magazine')
  await fits(page, inside, 756)
})

test('on a page that is written from right to left it reads as it is written', long, async ({ page }) => {
  const inside = await stand(page, 'html { direction: rtl } body { margin: 0 }', '', '/cr/tool_magazine')
  const [menu, work] = [await inside.locator('.mg-side').boundingBox(), await inside.locator('.mg-work').boundingBox()]
  expect(menu?.x).toBe(0)
  expect(work?.x).toBeGreaterThan(0)
  const directions = await page.evaluate(() =>
    [...document.querySelectorAll('.mg-app')].map((e) => getComputedStyle(e).direction),
  )
  expect(new Set(directions)).toEqual(new Set(['ltr']))
  await fits(page, inside, 768)
})

test('a calendar that fits neither below nor above its field opens beside it', long, async ({ page }) => {
  const inside = await stand(page, 'body { margin: 0 }', '', '/cr/tool_magazine')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.setViewportSize({ width: 1366, height: 560 })
  await inside.getByRole('button', { name: 'Filters' }).click()
  const date = inside.getByLabel(/Changed/).first()
  await date.click()
  const calendar = page.locator('.mg-popups .arco-picker-container')
  await expect.poll(() => seen(calendar)).toEqual(whole)
  await expect.poll(() => distance(date, calendar)).toBeGreaterThanOrEqual(0)
  await near(date, calendar)
})

test(
  'where the viewer’s system says the colours, pop-ups have an edge and what is chosen is marked',
  long,
  async ({ page }) => {
    const inside = await stand(page, 'body { margin: 0 }', '', '/cr/tool_magazine')
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const outlined = (what: Locator) =>
      what.evaluate((e) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(e)
        return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) > 0
      })
    expect
      .soft(await outlined(inside.locator('.mg-side-row[aria-current=page], .mg-side-leaf[aria-current=page]').first()))
      .toBe(true)
    await inside.getByRole('button', { name: 'Language' }).click()
    expect.soft(await outlined(inside.locator('.mg-menu-pop').first())).toBe(true)
    await page.keyboard.press('Escape')
    await inside.getByRole('button', { name: 'Filters' }).click()
    await inside
      .getByLabel(/Changed/)
      .first()
      .click()
    expect.soft(await outlined(page.locator('.mg-popups .arco-picker-container'))).toBe(true)
  },
)

test('under a zoom of the body a drawing follows the pointer, and its menu is whole', long, async ({ page }) => {
  const { token } = await signInApi('super')
  const { id } = await call<{ id: string }>('POST', '/topologies', token, {
    name: `Placed ${Date.now()}`,
    description: '',
  })
  const inside = await stand(
    page,
    'body { margin: 0; zoom: 1.25 }',
    '<main id="place"></main>',
    `/admin/topology/edit/${id}`,
    'super',
  )
  await follows(page, inside)
})
