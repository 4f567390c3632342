/** A lesson where its reader has it: in a box of a host's page, over sessions that end or give way to others, in another language, on a device that knows how they play. */
import type { Locator, Page } from '@playwright/test'
import type { HostProps } from '#src/contract/host.ts'
import { entry, openHost } from './hosts/open.ts'
import { app, call, expect, newcomer, range, sessionKey, test, type Tokens } from './support.ts'

const stamp = Date.now().toString(36)
const password = 'Lantern-Street-88'
interface Person {
  id: string
  name: string
  tokens: Tokens
}
type Kind = 'text' | 'video' | 'document' | 'quiz'
interface Lesson {
  id: string
  lock: object | null
  sections: { id: string; kind: string }[]
}

let paths: Partial<Record<Kind, string>> = {}
/** Somebody of this test's own, in every course of the demonstration they may join. */
async function learner(word: string): Promise<Person> {
  const name = `${word}_${stamp}`.slice(0, 20)
  const { id, tokens } = await newcomer(name, 'student')
  const { items } = await call<{ items: { id: string }[] }>('GET', '/learning/courses?page_size=50', tokens.token)
  for (const course of items) {
    await call('POST', `/learning/courses/${course.id}/join`, tokens.token, {}).catch(() => undefined)
    const { chapters = [] } = await call<{ chapters?: { lessons: Lesson[] }[] }>(
      'GET',
      `/learning/courses/${course.id}`,
      tokens.token,
    )
    for (const l of chapters.flatMap((c) => c.lessons))
      for (const s of l.lock ? [] : l.sections)
        paths = { [s.kind]: `/oj/all-course/lesson/${course.id}/${l.id}?section=${s.id}`, ...paths }
  }
  return { id, name, tokens }
}
const again = (who: Person) => call<Tokens>('POST', '/session', undefined, { username: who.name, password })
const pathOf = (kind: Kind): string => {
  const found = paths[kind]
  if (found === undefined) throw new Error(`the demonstration has no ${kind} that a newcomer may open`)
  return found
}

const box = (width: number) =>
  `body{margin:0}#place{width:${width}px;height:100vh;overflow:auto}#place>section{height:100%}`
async function inHost(page: Page, who: Tokens, path: string, width = 955): Promise<Locator> {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openHost(page, box(width), '<main id="place"></main>')
  const props: HostProps = {
    token: who.token,
    language: 'en-US',
    theme: 'theme-dark',
    api: `${range()}/api/mg/api`,
    base: '/two',
    path,
  }
  await page.evaluate(([e, p]) => window.hostPage.mount('lesson', e, p), [entry(), props] as const)
  return page.locator('#lesson .mg-app').first()
}
const update = (page: Page, props: HostProps) =>
  page.evaluate((p) => window.hostPage.update('lesson', p), props as Parameters<typeof window.hostPage.update>[1])

const film = (page: Page) => page.locator('.learn-video-frame video')
interface Playing {
  mark: string | undefined
  paused: boolean
  second: number
  rate: number
  muted: boolean
}
const playing = (page: Page): Promise<Playing> =>
  film(page).evaluate((v: HTMLVideoElement) => ({
    mark: v.dataset['mark'],
    paused: v.paused,
    second: v.currentTime,
    rate: v.playbackRate,
    muted: v.muted,
  }))
/** Plays slower than usual and without sound, and the element is known again. */
async function play(page: Page): Promise<void> {
  await page.locator('.vjs-big-play-button').click()
  await film(page).evaluate((v: HTMLVideoElement) => void (v.dataset['mark'] = 'same'))
  await page.locator('.learn-video-frame .video-js').focus()
  for (const key of ['<', 'm']) await page.keyboard.press(key)
  await expect.poll(async () => (await playing(page)).second).toBeGreaterThan(1)
}
/** Answers to reports of what was watched, with the token they went out with. */
function reports(page: Page) {
  const list: { token: string; status: number }[] = []
  page.on('response', (r) => {
    if (!r.url().endsWith('/watched') || r.request().method() !== 'POST') return
    list.push({ token: (r.request().headers()['authorization'] ?? '').replace('Bearer ', ''), status: r.status() })
  })
  return list
}

let who: Person
let other: Person

test.beforeAll(async () => {
  who = await learner('watcher')
  other = await learner('next')
})

test('in a box of a host a page is laid out by the box and not by the window', async ({ page }) => {
  const inside = await inHost(page, who.tokens, pathOf('document'))
  await expect(inside.locator('.learn-pdf-pages canvas').first()).toBeVisible()
  const wide = () =>
    inside
      .locator('.learn-pdf-pages canvas')
      .first()
      .evaluate((c) => c.clientWidth)
  const content = inside.locator('.learn-content')
  for (const kind of ['document', 'text', 'quiz', 'video'] as const) {
    await update(page, { path: pathOf(kind) })
    await expect(content.locator('h2').first()).toBeVisible()
    for (const width of [...(kind === 'document' || kind === 'text' ? [420] : []), 640, 955, 1280, 1700, 1920]) {
      await page.locator('#place').evaluate((el, w) => void (el.style.width = `${w}px`), width)
      const measured = () =>
        inside.locator('.mg-main').evaluate((main) => {
          const first = main.querySelector('.learn-content > div')?.getBoundingClientRect().width ?? 0
          return { room: first >= Math.min(360, main.clientWidth - 40), over: main.scrollWidth - main.clientWidth }
        })
      await expect.poll(measured, `${kind} at ${width}`).toEqual({ room: true, over: 0 })
      // as wide as its room, and drawn anew when that changes
      if (kind === 'document')
        await expect
          .poll(async () => (await wide()) / (await inside.locator('.learn-pdf-pages').evaluate((p) => p.clientWidth)))
          .toBeGreaterThan(0.85)
    }
  }
})

test('another language and another token of the same user leave what plays as it is', async ({ page }) => {
  const heard = reports(page)
  const inside = await inHost(page, who.tokens, pathOf('video'))
  await play(page)
  const before = await playing(page)
  expect(before).toMatchObject({ mark: 'same', paused: false, rate: 0.75, muted: true })
  const goesOn = async (from: Playing): Promise<Playing> => {
    await expect.poll(async () => (await playing(page)).second).toBeGreaterThan(from.second + 0.5)
    const now = await playing(page)
    expect(now).toMatchObject({ mark: 'same', paused: false, rate: 0.75, muted: true })
    expect(now.second).toBeLessThan(from.second + 15)
    return now
  }
  await update(page, { language: 'zh-CN' })
  await expect(inside).toHaveAttribute('lang', 'zh-CN')
  await expect(inside.locator('.learn-beside')).toContainText('笔记')
  const spoken = await goesOn(before)

  const renewed = page.waitForResponse((r) => r.url().endsWith('/ticket') && r.request().method() === 'POST')
  const fresh = await again(who)
  await update(page, { token: fresh.token })
  const answer = await renewed
  expect(answer.request().headers()['authorization']).toBe(`Bearer ${fresh.token}`)
  await goesOn(spoken)
  const from = heard.length
  await page.locator('.learn-video-frame .video-js').focus()
  await page.keyboard.press('k')
  await expect.poll(() => heard.slice(from)).toEqual([{ token: fresh.token, status: 200 }])
  expect(heard.filter((r) => r.status !== 200)).toEqual([])
})

test('what somebody watched is reported as theirs when another user’s token comes', async ({ page }) => {
  const heard: string[] = []
  page.on('request', (r) => {
    if (r.url().endsWith('/watched')) heard.push((r.headers()['authorization'] ?? '').replace('Bearer ', ''))
  })
  await inHost(page, who.tokens, pathOf('video'))
  await play(page)
  const from = heard.length
  // something is left to say, also where a report has just gone out
  const { second } = await playing(page)
  await expect.poll(async () => (await playing(page)).second).toBeGreaterThan(second + 1)
  await update(page, { token: other.tokens.token })
  await expect.poll(() => [...new Set(heard.slice(from))]).toEqual([who.tokens.token])
  await expect(film(page)).toBeVisible()
  await expect.poll(async () => (await playing(page)).mark).toBeUndefined()
  expect(heard).not.toContain(other.tokens.token)
})

/** A page of its own, signed in; `at` is a browser's memory. */
async function alone(page: Page, tokens: Tokens): Promise<void> {
  await page.addInitScript(
    ({ key, kept }) => {
      if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, JSON.stringify(kept))
      localStorage.setItem(key.replace(/session$/, 'language'), 'en-US')
    },
    { key: sessionKey(), kept: tokens },
  )
}

test('a session that ends stops a video where it is; signed in again its watcher goes on there', async ({ page }) => {
  const heard = reports(page)
  const session = await again(who)
  await alone(page, session)
  await page.goto(app(pathOf('video')))
  await play(page)
  await call('DELETE', '/session', session.token)
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  const stopped = await playing(page)
  expect(stopped).toMatchObject({ mark: 'same', paused: true })
  await page.waitForTimeout(1500)
  expect((await playing(page)).second).toBe(stopped.second)
  const from = heard.length
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Password', { exact: true }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => heard.slice(from).map((r) => r.status)).toEqual([200])
  expect(await playing(page)).toEqual(stopped)
  await page.locator('.learn-video-frame .video-js').focus()
  await page.keyboard.press('k')
  await expect.poll(async () => (await playing(page)).second).toBeGreaterThan(stopped.second + 0.5)
})

test('how somebody plays is theirs on this device, and nothing of it is left in a host’s', async ({
  page,
  browser,
}) => {
  const shown = () =>
    film(page).evaluate((v: HTMLVideoElement) => [...v.textTracks].filter((x) => x.mode === 'showing').length)
  await alone(page, await again(who))
  await page.goto(app(pathOf('video')))
  await play(page)
  for (const key of ['ArrowDown', 'ArrowDown', 'c']) await page.keyboard.press(key)
  await expect.poll(shown).toBe(1)
  const volume = () => film(page).evaluate((v: HTMLVideoElement) => Math.round(v.volume * 10))
  await expect.poll(volume).toBe(8)
  await page.reload()
  await expect.poll(shown).toBe(1)
  await expect.poll(volume).toBe(8)
  await expect.poll(async () => (await playing(page)).rate).toBe(0.75)
  await page.locator('.vjs-big-play-button').click()
  await expect.poll(async () => (await playing(page)).second).toBeGreaterThan(1)
  expect(await playing(page)).toMatchObject({ rate: 0.75, muted: true })
  // another person at the same device
  await page.evaluate(([key, kept]) => sessionStorage.setItem(key, kept), [
    sessionKey(),
    JSON.stringify(other.tokens),
  ] as const)
  await page.reload()
  await expect(film(page)).toBeVisible()
  await expect.poll(async () => (await playing(page)).rate).toBe(1)
  expect(await shown()).toBe(0)

  const host = await (await browser.newContext()).newPage()
  await inHost(host, await again(who), pathOf('video'))
  // which captions they read goes with them, wherever they are
  await expect
    .poll(() =>
      film(host).evaluate((v: HTMLVideoElement) => [...v.textTracks].filter((x) => x.mode === 'showing').length),
    )
    .toBe(1)
  await play(host)
  expect(await host.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('player:')
  await host.context().close()
})

test('a search in a document moves its pages and nothing around them', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 620 })
  await alone(page, await again(who))
  await page.goto(app(pathOf('document')))
  const pages = page.locator('.learn-pdf-pages')
  await expect(pages.locator('.textLayer').first()).toBeVisible()
  const moved = () =>
    pages.evaluate((el) => {
      const out: string[] = []
      for (let at = el.parentElement; at; at = at.parentElement)
        if (at.scrollTop || at.scrollLeft) out.push(`${at.className} ${at.scrollTop}`)
      return out
    })
  const search = page.getByRole('searchbox', { name: 'Search in the document' })
  // where its reader is, whatever a focus moved
  await search.focus()
  const before = await moved()
  // whichever document it is: a word of its first page
  const [word = ''] = /[A-Za-z]{4,}/.exec(await pages.locator('.textLayer').first().innerText()) ?? []
  await search.pressSequentially(word)
  const hit = pages.locator('.highlight.selected').first()
  await expect(hit).toBeVisible()
  for (let n = 0; n < 3; n++) {
    await search.press('Enter')
    await page.waitForTimeout(400)
    expect(await moved()).toEqual(before)
    const inside = await hit.evaluate((h) => {
      const [f, s] = [h.closest('.learn-pdf-pages')?.getBoundingClientRect(), h.getBoundingClientRect()]
      return f !== undefined && s.top >= f.top && s.bottom <= f.bottom
    })
    expect(inside).toBe(true)
  }
})
