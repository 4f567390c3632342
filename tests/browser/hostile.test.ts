/** H3, the other way round: style sheets of a host, loaded after the app, change nothing of how it looks. */
import type { Page } from '@playwright/test'
import { env } from '#config/env.ts'
import { entry, openHost } from './hosts/open.ts'
import { expect, long, range, signInApi, test } from './support.ts'

/** What hosts say of bare elements, of everything, and of the class names of a widget library they use too. */
const sheets: Record<string, string> = {
  everything:
    '* { box-sizing: content-box; line-height: 3; letter-spacing: 4px; margin: 5px; padding: 7px; font-family: serif; color: red; text-align: center }',
  'everything, and before and after it': '*::before, *::after { content: "x"; display: block; border: 3px solid red }',
  pictures:
    'svg { width: 100%; height: 100%; fill: red; display: block; margin: 9px } path { fill: red; stroke: red } img { max-width: 10px; height: auto }',
  controls:
    'button, input, select, textarea { all: unset } label { display: block; width: 100%; font-weight: 900 } input { height: 60px }',
  headings:
    'h1, h2, h3, h4, h5, h6 { font: 900 60px/2 serif; margin: 40px; color: red; text-transform: uppercase; border-bottom: 4px solid }',
  tables:
    'table { border-collapse: separate; border-spacing: 9px; table-layout: auto; width: auto } th, td { padding: 30px; border: 5px solid red; height: 90px; text-align: right } tr { display: block }',
  texts:
    'a { color: red; text-decoration: underline; display: block; padding: 9px } p, ul, ol, li, dl, dd { margin: 30px; padding: 30px; list-style: square } div, span, section { min-height: 50px; float: left }',
  root: ':root { font: 10px/22px serif; color: red; text-transform: uppercase; letter-spacing: 3px; word-spacing: 9px; --color-text-1: red; --primary-6: 255, 0, 0; color-scheme: light } body { color: red; font-size: 40px; white-space: pre; direction: ltr; cursor: wait }',
  'a widget library of its own':
    '[class*=arco] { padding: 30px; border: 9px solid red; font-size: 30px } .arco-btn { height: 90px } .arco-icon { width: 60px; height: 60px }',
  'everything below an id': '#hostile * { padding: 20px; color: red; line-height: 4; border: 1px solid red }',
  'what is inside of fields, marks and bars':
    '::placeholder { color: red; font-size: 30px; opacity: 0.2 } ::selection { background: red; color: blue } ::marker { color: red } ::backdrop { background: red } ::-webkit-scrollbar { width: 40px } * { scrollbar-width: none; scrollbar-color: red blue; accent-color: red; caret-color: red } input:autofill { background: red }',
  focus:
    ':focus, :focus-visible, :focus-within { outline: 5px dashed red; box-shadow: 0 0 0 9px red; background: red }',
  'another size of the root, another scheme':
    'html { font-size: 62.5%; color-scheme: light } html, body { zoom: 1; accent-color: red; caret-color: red }',
  'everything, important':
    '* { line-height: 3 !important; letter-spacing: 4px !important; word-spacing: 9px !important; box-sizing: content-box !important; text-indent: 9px !important }',
  'pictures, important':
    'svg { width: 100% !important; height: 100% !important; fill: red !important; stroke: red !important }',
  'texts, important':
    'a { color: red !important } h1, h2, h3 { font-size: 60px !important; line-height: 3 !important; color: red !important }',
}

const paths = ['/cr/tool_magazine', '/personal', '/vuln/ghdb_library']

/** Box and looks of everything that is seen in the app and its pop-ups. */
const looks = async (page: Page) => {
  // as one text: taken apart by Playwright, thousands of objects take longer than looking
  const text = await page.evaluate(() => {
    const shadow = document.querySelector('#hostile')?.querySelector('*')?.shadowRoot
    const roots = [...(shadow ?? document).querySelectorAll('.mg-app'), ...document.querySelectorAll('.mg-popups')]
    const all: { what: string; box: number[]; style: string[] }[] = []
    const inner = (el: Element, part: string, names: ('color' | 'backgroundColor' | 'fontSize' | 'opacity')[]) => {
      const style = getComputedStyle(el, part)
      return names.map((n) => `${part} ${n} ${style[n]}`)
    }
    for (const el of new Set(roots.flatMap((r) => [r, ...r.querySelectorAll('*')]))) {
      if (el.matches('svg *, option, style, link, script, .mg-sr, .mg-popups, .mg-unzoomed')) continue
      const b = el.getBoundingClientRect()
      if (b.width === 0 && b.height === 0) continue
      const s = getComputedStyle(el)
      all.push({
        what: `${el.tagName.toLowerCase()}.${el.getAttribute('class') ?? ''} ${el.children.length ? '' : (el.textContent ?? '').slice(0, 20)}`,
        box: [b.x, b.y, b.width, b.height],
        // a picture has no text
        style:
          el.localName === 'svg'
            ? [s.fill, s.stroke, s.opacity, s.display]
            : [
                s.fontSize,
                s.fontFamily,
                s.fontWeight,
                s.lineHeight,
                s.letterSpacing,
                s.color,
                s.backgroundColor,
                s.borderTopWidth,
                s.textTransform,
                s.textAlign,
                s.textDecorationLine,
                s.fill,
                s.stroke,
                s.listStyleType,
                s.outline,
                s.boxShadow,
                s.colorScheme,
                s.scrollbarColor,
                s.scrollbarWidth,
                s.accentColor,
                s.caretColor,
                ...inner(el, '::selection', ['color', 'backgroundColor']),
                ...(el.localName === 'input' || el.localName === 'textarea'
                  ? inner(el, '::placeholder', ['color', 'fontSize', 'opacity'])
                  : []),
                getComputedStyle(el, '::before').content,
                getComputedStyle(el, '::after').content,
              ],
      })
    }
    return JSON.stringify(all)
  })
  return JSON.parse(text) as { what: string; box: number[]; style: string[] }[]
}
type Looks = Awaited<ReturnType<typeof looks>>
const changed = (before: Looks, after: Looks): string[] => {
  if (before.length !== after.length) {
    const at = after.findIndex((a, i) => a.what !== before[i]?.what)
    return [`${before.length} elements, then ${after.length}, the first other ${after[at]?.what}`]
  }
  return before.flatMap((b, i) => {
    const a = after[i]
    if (!a || a.what !== b.what) return [`${b.what} became ${a?.what}`]
    const moved = b.box.some((n, k) => Math.abs(n - (a.box[k] ?? 0)) > 1)
    return [
      ...(moved ? [`${b.what}: ${b.box.map(Math.round)} → ${a.box.map(Math.round)}`] : []),
      ...b.style.flatMap((x, k) => (x === a.style[k] ? [] : [`${b.what}: ${x} → ${a.style[k]}`])),
    ]
  })
}

async function openApp(page: Page, path: string, strict: boolean): Promise<void> {
  const { token } = await signInApi('student')
  // an exam of his that another test is in the middle of has a clock above every page
  await page.route(/\/messages\/unread$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), exam: null } })
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openHost(
    page,
    '#hostile, #hostile :not(.mg-app, .mg-app *) { &::before, &::after { content: none !important } }',
  )
  await page.evaluate(([e, props, isolated]) => window.hostPage.mount('hostile', e, props, isolated), [
    entry(),
    { token, language: 'en-US', theme: 'theme-dark', api: `${range()}/api/mg/api`, base: '/two', path },
    strict,
  ] as const)
  await expect(page.locator('#hostile .mg-app')).not.toHaveCount(0)
  // the boxes around the app are the host's affair
  await page.evaluate(() => {
    const plain = 'all: initial !important; display: block !important'
    const section = document.querySelector<HTMLElement>('#hostile')
    let at: Element | null = (section?.querySelector('div')?.shadowRoot ?? document).querySelector('.mg-app')
    while (at && at !== section) {
      for (const beside of at.parentNode?.children ?? [])
        if (beside !== at && beside.localName !== 'link')
          (beside as HTMLElement).style.cssText = 'display: none !important'
      const root: Node = at.getRootNode()
      at = at.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
      if (at) (at as HTMLElement).style.cssText = plain
    }
    if (section)
      section.style.cssText = `${plain}; position: fixed !important; inset: 0 !important; overflow: auto !important`
  })
}

for (const strict of [false, true])
  test(
    `style sheets of a host change nothing of the app, ${strict ? 'isolated strictly' : 'in one document'}`,
    strict ? long : {},
    async ({ page }) => {
      test.setTimeout(240_000)
      await page.setViewportSize({ width: 1920, height: 1080 })
      for (const path of env.whole ? paths : paths.slice(0, 1)) {
        await openApp(page, path, strict)
        const inside = page.locator('#hostile .mg-app').first()
        await expect(inside.locator('.mg-main h1').first()).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        if (path === '/cr/tool_magazine') {
          await inside.getByRole('button', { name: 'Filters' }).click()
          await inside
            .getByLabel(/Changed/)
            .first()
            .click()
          await expect(page.locator('.mg-popups .arco-picker-container')).toBeVisible()
        }
        // comes a while after the page
        await expect(inside.locator('.mg-bell-count')).toBeVisible()
        await page.evaluate(() => document.fonts.ready)
        await expect.poll(async () => changed(await looks(page), await looks(page))).toEqual([])
        const before = await looks(page)
        expect(before.length).toBeGreaterThan(100)
        for (const [n, [name, css]] of Object.entries(sheets).entries()) {
          if (!env.whole && n % 8) continue
          const sheet = await page.addStyleTag({ content: css })
          expect.soft(changed(before, await looks(page)).slice(0, 12), `${path}: ${name}`).toEqual([])
          await sheet.evaluate((el) => (el as Element).remove())
        }
        await page.evaluate(() => window.hostPage.unmount('hostile'))
      }
    },
  )
