/** A8: Every built screen, in both languages and both themes: it opens, speaks one language, breaks no policy, and axe finds nothing serious. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import enInside from '#src/i18n/en-US/screen.ts'
import enBefore from '#src/i18n/en-US/session.ts'
import zhInside from '#src/i18n/zh-CN/screen.ts'
import zhBefore from '#src/i18n/zh-CN/session.ts'
import { env } from '#config/env.ts'
import { access } from '#src/contract/access.ts'
import { type Screen, screens } from '#src/contract/screens/index.ts'
import { seriousOn } from './axe.ts'
import { goInside } from './faults.ts'
import { built, choiceOf, oneOfEach, paths } from './paths.ts'
import { app, call, expect, hostOrigin, long, signInApi, test, watch } from './support.ts'

declare global {
  interface Window {
    /** What broke the page's policy. */
    violations: string[]
  }
}

/** Titles of the screens behind the sign-in, and of those before it. */
const en: Record<string, string> = { ...enInside, ...enBefore }
const zh: Record<string, string> = { ...zhInside, ...zhBefore }

const looks = [
  { language: 'en-US', theme: 'theme-dark' },
  { language: 'zh-CN', theme: 'theme-light' },
] as const
type Look = (typeof looks)[number]

/** A page that remembers what broke its policy. */
async function watched(page: Page): Promise<Page> {
  await page.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', (e) =>
      window.violations.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`),
    )
  })
  return page
}
async function visitor(browser: Browser, look: Look): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1920, height: 1080 } })).newPage()
  await page.addInitScript(({ language, theme }) => {
    const scope = `range:${location.protocol}//${location.host}:`
    localStorage.setItem(`${scope}language`, language)
    localStorage.setItem(`${scope}theme`, theme)
  }, look)
  return watched(page)
}

/** Keys of the dictionaries: one that shows on a page belongs to words that did not come with it. */
const dictionaries = path.resolve(import.meta.dirname, '../../src/i18n/en-US')
const keys = new Set(
  readdirSync(dictionaries).flatMap((file) =>
    [...readFileSync(path.join(dictionaries, file), 'utf8').matchAll(/^ {2}'([^']+)':/gm)].map((m) => m[1]),
  ),
)

/** The open screen says its title in the right language, shows no key and breaks no policy; axe finds nothing serious. */
async function look(page: Page, name: string, is: Look, trouble: string[]): Promise<void> {
  const { language, theme } = is
  const title = (language === 'zh-CN' ? zh : en)[`screen.${name}`] ?? '?'
  await expect.poll(() => page.title(), { message: `title of ${name}` }).toContain(title)
  await expect(page.locator('.mg-app h1').first()).toBeVisible()
  await expect(page.locator('.mg-loading')).toHaveCount(0)
  const text = await page.locator('body').innerText()
  const raw = (text.match(/[\w-]+(?:\.[\w-]+)+/g) ?? []).filter((word) => keys.has(word))
  expect(raw, `raw keys on ${name}`).toEqual([])
  expect(await page.evaluate(() => window.violations), `policy of ${name}`).toEqual([])
  expect(trouble, name).toEqual([])
  expect(await seriousOn(page), `axe on ${name} ${theme}`).toEqual([])
}

const before = built.filter((s) => s.public && s.name !== 'change-password')
const inside = built.filter((s) => !before.includes(s))
/** Lists, what is below them, and forms, of each part of the product. */
const classOf = (s: Screen): string =>
  [s.layout, s.folder ?? s.module, s.form ? 'form' : s.hidden ? 'below' : 'list'].join(' ')
const asked = choiceOf(oneOfEach(inside, classOf), 10)
const parts = env.whole ? 4 : 1

for (const is of looks) {
  test(`screens before the sign-in, ${is.language} ${is.theme}`, async ({ browser }) => {
    const at = await paths()
    for (const { name } of before.filter((_s, n) => env.whole || n % looks.length === looks.indexOf(is))) {
      const page = await visitor(browser, is)
      const trouble = watch(page)
      await page.goto(app(at.get(name) ?? ''))
      await look(page, name, is, trouble.list)
      await page.context().close()
    }
  })
  for (let part = 0; part < parts; part++)
    test(`${asked.length} of ${inside.length} screens inside, ${is.language} ${is.theme}, ${part + 1} of ${parts}`, async ({
      as,
    }) => {
      // each screen in one of the looks, every other one, unless the whole is asked for
      const turn = (n: number) => env.whole || Math.floor(n / parts) % looks.length === looks.indexOf(is)
      const mine = asked.filter((_s, n) => n % parts === part && turn(n))
      test.setTimeout(180_000 + mine.length * 10_000)
      const at = await paths()
      const page = await watched(await as('super', is))
      const trouble = watch(page)
      await page.goto(app('/404'))
      await expect(page.locator('.mg-app h1').first()).toBeVisible()
      for (const { name } of mine) {
        await goInside(page, `/page/mg${at.get(name)}`)
        await look(page, name, is, trouble.list)
      }
    })
}

for (const role of ['referee', 'teacher', 'admin', 'student', 'normal'] as const)
  test(
    `whatever a ${role} may open asks for nothing that a ${role} is refused`,
    role === 'student' ? {} : long,
    async ({ as }) => {
      test.setTimeout(300_000)
      const at = await paths()
      const { token } = await signInApi(role)
      const { grants } = await call<{ grants: string[] }>('GET', '/session/permissions', token)
      const { granted } = access(screens, new Set(grants))
      const open = built.filter((s) => granted.has(s.name) && !s.public)
      const page = await as(role)
      const refused: string[] = []
      let name = ''
      page.on('response', (r) => {
        if (r.status() === 403) refused.push(`${name}: ${r.request().method()} ${new URL(r.url()).pathname}`)
      })
      await page.goto(app('/404'))
      await expect(page.locator('.mg-app h1').first()).toBeVisible()
      for (const s of choiceOf(open, 5)) {
        name = s.name
        await goInside(page, `/page/mg${at.get(name)}`)
        const title = en[`screen.${name}`] ?? '?'
        await expect.poll(() => page.title(), { message: `title of ${name}` }).toContain(title)
        await expect(page.locator('.mg-loading')).toHaveCount(0)
      }
      expect(open.length).toBeGreaterThan(1)
      expect(refused).toEqual([])
    },
  )

test('B2 the full-screen routes open for anybody signed in, and their data calls are refused to those without a right', async ({
  as,
}) => {
  const page = await as('student')
  const answers: number[] = []
  page.on('response', (r) => {
    if (/\/imports/.test(r.url())) answers.push(r.status())
  })
  await page.goto(app('/resource-import'))
  await expect(page.getByText(/do not have (?:access|permission)/i).first()).toBeVisible()
  // the page knows it before it asks: nothing is asked, and whoever asks all the same is refused
  expect(answers.filter((status) => status !== 403)).toEqual([])
  const { token } = await signInApi('student')
  await expect(call('GET', '/imports', token)).rejects.toThrow('403')
})

test('A8 in a sub-frame without a token nothing redirects and no data shows', async ({ page }) => {
  // an allowed origin's page that may frame anything: our own frame nothing
  await page.route('**/bare.html', (r) =>
    r.fulfill({ contentType: 'text/html', body: '<!doctype html><title>bare</title>' }),
  )
  await page.goto(`${hostOrigin()}/bare.html`)
  const all = await paths()
  const closed = built.filter((s) => !s.public)
  for (const screen of choiceOf(closed, 6)) {
    const at = all.get(screen.name) ?? ''
    await page.evaluate((src) => {
      document.querySelector('#frame')?.remove()
      const frame = document.createElement('iframe')
      frame.id = 'frame'
      frame.src = src
      document.body.append(frame)
    }, app(at))
    const frame = page.frameLocator('#frame')
    await expect(frame.locator('#mg-root')).toContainText(/platform|host/i)
    expect(page.frames()[1]?.url()).toContain(at)
  }
})
