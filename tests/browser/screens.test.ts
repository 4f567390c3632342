/** Every built screen, in both languages and both themes: it opens, speaks one language, breaks no policy, and axe finds nothing serious. */
import AxeBuilder from '@axe-core/playwright'
import { type BuiltName, screens } from '#src/contract/screens/index.ts'
import enInside from '#src/i18n/en-US/screen.ts'
import enBefore from '#src/i18n/en-US/session.ts'
import zhInside from '#src/i18n/zh-CN/screen.ts'
import zhBefore from '#src/i18n/zh-CN/session.ts'
import { app, call, expect, hostOrigin, signInApi, test, watch } from './support.ts'

/** Titles of the screens behind the sign-in, and of those before it. */
const en: Record<string, string> = { ...enInside, ...enBefore }
const zh: Record<string, string> = { ...zhInside, ...zhBefore }

const built = screens.filter((s) => s.built && s.name !== 'token-entry')

/** A path with real ids in it. */
async function pathOf(name: BuiltName, path: string): Promise<string> {
  const { token } = await signInApi('super')
  const first = async (list: string) =>
    (await call<{ items: { id: string }[] }>('GET', `${list}?page_size=1`, token)).items[0]?.id ?? ''
  if (name === 'change-password') return path.replace(':type', 'own')
  if (name === 'tool-detail' || name === 'tool-edit') return path.replace(':id', await first('/tools'))
  if (name === 'ghdb-detail') return path.replace(':id', await first('/dorks'))
  return path
}

const looks = [
  { language: 'en-US', theme: 'theme-dark' },
  { language: 'zh-CN', theme: 'theme-light' },
  { language: 'zh-CN', theme: 'theme-dark' },
  { language: 'en-US', theme: 'theme-light' },
] as const

for (const screen of built)
  test(`${screen.name}: both languages, both themes, no violation`, async ({ as, browser }) => {
    const path = await pathOf(screen.name as BuiltName, screen.path)
    for (const [i, look] of looks.entries()) {
      const page =
        screen.public && screen.name !== 'change-password'
          ? await (await browser.newContext()).newPage()
          : await as('super', look)
      if (screen.public && screen.name !== 'change-password')
        await page.addInitScript(({ language, theme }) => {
          const scope = `range:${location.protocol}//${location.host}:`
          localStorage.setItem(`${scope}language`, language)
          localStorage.setItem(`${scope}theme`, theme)
        }, look)
      const trouble = watch(page)
      await page.addInitScript(() => {
        const w = window as unknown as { violations: string[] }
        w.violations = []
        document.addEventListener('securitypolicyviolation', (e) =>
          w.violations.push(`${e.violatedDirective} ${e.blockedURI} ${e.sample}`),
        )
      })
      await page.goto(app(path))
      await expect(page.locator('.mg-app h1').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      const text = await page.locator('body').innerText()
      const keys =
        text.match(
          /\b(?:screen|shell|kit|session|personal|dashboard|library|import|problem|rule|tool|dork|tool-category)\.[a-z_-]+(?:\.[\w-]+)*\b/g,
        ) ?? []
      expect(keys, `raw keys on ${screen.name}`).toEqual([])
      const title = (look.language === 'zh-CN' ? zh : en)[`screen.${screen.name}`]
      expect(await page.title()).toContain(title)
      expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([])
      expect(trouble.list).toEqual([])
      // axe reads colours: once per theme is enough
      if (i < 2) {
        const found = await new AxeBuilder({ page }).analyze()
        const serious = found.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
        expect(
          serious.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(' | ')}`),
          `axe on ${screen.name} ${look.theme}`,
        ).toEqual([])
      }
      await page.close()
    }
  })

test('B2 the full-screen routes open for anybody signed in, and their data calls are refused to those without a right', async ({
  as,
}) => {
  const page = await as('student')
  const answers: number[] = []
  page.on('response', (r) => {
    if (/\/imports/.test(r.url())) answers.push(r.status())
  })
  await page.goto(app('/resource-import'))
  await expect(page.getByText(/no permission/i).first()).toBeVisible()
  expect(answers.length).toBeGreaterThan(0)
  expect(new Set(answers)).toEqual(new Set([403]))
})

test('A8 in a sub-frame without a token nothing redirects and no data shows', async ({ page }) => {
  // an allowed origin's page that may frame anything: our own frame nothing
  await page.route('**/bare.html', (r) =>
    r.fulfill({ contentType: 'text/html', body: '<!doctype html><title>bare</title>' }),
  )
  await page.goto(`${hostOrigin()}/bare.html`)
  for (const screen of built.filter((s) => !s.public)) {
    const path = await pathOf(screen.name as BuiltName, screen.path)
    await page.evaluate((src) => {
      document.querySelector('#frame')?.remove()
      const frame = document.createElement('iframe')
      frame.id = 'frame'
      frame.src = src
      document.body.append(frame)
    }, app(path))
    const frame = page.frameLocator('#frame')
    await expect(frame.locator('#mg-root')).toContainText(/platform|host/i)
    expect(page.frames()[1]?.url()).toContain(path.split('?')[0] ?? '')
  }
})
