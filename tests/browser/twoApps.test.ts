/** H4, A4: two apps on one page, each with its own user, language and theme: no call of one goes out as the other, and nothing of either stays. */
import type { Locator, Page } from '@playwright/test'
import { env } from '#config/env.ts'
import { entry, openHost } from './hosts/open.ts'
import { call, expect, long, range, signInApi, test } from './support.ts'

/** Each app asks at an address of its own, by which its calls are told apart. */
const sides = {
  student: { who: 'student', language: 'zh-CN', theme: 'theme-dark', api: '/api/oj/api' },
  admin: { who: 'admin', language: 'en-US', theme: 'theme-light', api: '/api/mg/api' },
} as const
type Name = keyof typeof sides

const wanted = env.whole ? 1000 : 40

test(`two users at once: of ${wanted} calls none is crossed, each pane speaks its language in its theme, and nothing is kept`, async ({
  page,
}) => {
  test.setTimeout(60_000 + wanted * 2000)
  const tokens: Record<Name, string> = {
    student: (await signInApi('student')).token,
    admin: (await signInApi('admin')).token,
  }
  const crossed: string[] = []
  const calls: Record<Name, number> = { student: 0, admin: 0 }
  page.on('request', (r) => {
    const { pathname } = new URL(r.url())
    const name = (Object.keys(sides) as Name[]).find((n) => pathname.startsWith(`${sides[n].api}/`))
    const headers = r.headers()
    const token = headers['authorization']?.replace('Bearer ', '')
    if (!name || r.method() === 'OPTIONS' || token === undefined) return
    calls[name]++
    const language = headers['accept-language']
    if (token !== tokens[name]) crossed.push(`${name}: ${pathname} went out as another`)
    if (language !== undefined && language !== sides[name].language)
      crossed.push(`${name}: ${pathname} asked for ${language}`)
  })
  await openHost(page)
  for (const name of Object.keys(sides) as Name[]) {
    const { language, theme, api } = sides[name]
    await page.evaluate(([n, e, props]) => window.hostPage.mount(n, e, props), [
      name,
      entry(),
      { token: tokens[name], language, theme, api: `${range()}${api}`, base: '/two', path: '/vuln/ghdb_library' },
    ] as const)
  }
  const pane = (name: Name) => page.locator(`#${name} .mg-app`).first()
  for (const name of Object.keys(sides) as Name[]) {
    await expect(pane(name).locator('h1').first()).toBeVisible()
    await expect(pane(name)).toHaveAttribute('lang', sides[name].language)
    await expect(pane(name)).toHaveClass(new RegExp(sides[name].theme))
  }
  const heading = { student: /[\u4e00-\u9fff]/, admin: /^[^\u4e00-\u9fff]+$/ }
  let n = 0
  while (calls.student + calls.admin < wanted) {
    n++
    for (const name of Object.keys(sides) as Name[])
      await page.evaluate(([who, to]) => window.hostPage.update(who, { path: to }), [
        name,
        // another search each time: what was asked before is answered from the cache
        `${n % 2 ? '/cr/tool_magazine' : '/vuln/ghdb_library'}?q=${name}${n}`,
      ] as const)
    await page.waitForTimeout(60)
    if (n % 10 === 0)
      for (const name of Object.keys(sides) as Name[])
        await expect(pane(name).locator('h1').first()).toHaveText(heading[name])
  }
  expect(crossed).toEqual([])
  expect(Math.min(calls.student, calls.admin)).toBeGreaterThan(wanted / 10)

  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage }))
  const store = await kept()
  for (const token of Object.values(tokens)) expect(store).not.toContain(token)
  expect(store).not.toMatch(/:(session|language|theme)"/)

  for (const name of Object.keys(sides)) await page.evaluate((who) => window.hostPage.unmount(who), name)
  expect(await kept()).not.toMatch(/:(session|language|theme)"/)
  expect(await page.evaluate(() => document.querySelectorAll('link[rel=stylesheet]').length)).toBe(0)

  // mounted again without a token it asks its host, and no call is made in anybody's name
  const before = { ...calls }
  await page.evaluate((e) => window.hostPage.mount('admin', e, { base: '/two', path: '/vuln/ghdb_library' }), entry())
  await expect.poll(() => page.evaluate(() => window.hostPage.asked)).toContain('admin')
  expect(calls).toEqual(before)
})

test(
  'where styles are isolated strictly, a page waits for the copies of its style sheets too',
  long,
  async ({ page }) => {
    const { token } = await signInApi('student')
    await openHost(page)
    // as where nothing is cached: a copy is fetched by itself, and comes long after its original
    await page.evaluate(() => {
      const { append } = ShadowRoot.prototype
      ShadowRoot.prototype.append = function (...parts) {
        for (const part of parts) if (part instanceof HTMLLinkElement) part.href += '?copy'
        append.apply(this, parts)
      }
    })
    let copies = 0
    await page.route('**/*.css?copy', async (route) => {
      copies++
      await new Promise((done) => setTimeout(done, 1500))
      await route.continue()
    })
    const missing = page.evaluate(
      () =>
        new Promise<string[]>((done) => {
          const look = () => {
            const inside = document.querySelector('#strict')?.firstElementChild?.shadowRoot
            if (!inside?.querySelector('h1')) return requestAnimationFrame(look)
            const sheets = [...inside.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
            done(sheets.filter((s) => !s.sheet).map((s) => s.href))
          }
          look()
        }),
    )
    await page.evaluate(([e, props]) => window.hostPage.mount('strict', e, props, true), [
      entry(),
      { token, api: `${range()}/api/mg/api`, base: '/two', path: '/cr/tool_magazine' },
    ] as const)
    expect(await missing).toEqual([])
    expect(copies).toBeGreaterThan(1)
  },
)

test('a host that isolates styles strictly gets the app with its looks', long, async ({ page }) => {
  const { token } = await signInApi('student')
  await openHost(page)
  await page.evaluate(([e, props]) => window.hostPage.mount('strict', e, props, true), [
    entry(),
    {
      token,
      language: 'en-US',
      theme: 'theme-dark',
      api: `${range()}/api/mg/api`,
      base: '/two',
      path: '/cr/tool_magazine',
    },
  ] as const)
  const inside = page.locator('#strict .mg-app').first()
  await expect(inside.locator('h1').first()).toBeVisible()
  const look = await inside.evaluate((el) => {
    const style = getComputedStyle(el)
    const icon = el.querySelector('svg')?.getBoundingClientRect()
    return { shadow: el.getRootNode() instanceof ShadowRoot, colour: style.backgroundColor, icon: icon?.width ?? 0 }
  })
  expect(look.shadow).toBe(true)
  expect(look.colour).not.toBe('rgba(0, 0, 0, 0)')
  expect(look.icon).toBeGreaterThan(8)
  expect(look.icon).toBeLessThan(40)
  await expect(inside.locator('h1').first()).toHaveText('Tool library')

  // a menu inside of the shadow: keys walk it, a click outside closes it, a click on an entry chooses it
  const language = inside.getByRole('button', { name: 'Language' })
  const menu = inside.getByRole('menu', { name: 'Language' })
  await language.click()
  await expect(menu.getByRole('menuitemradio', { name: 'English' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitemradio', { name: '简体中文' })).toBeFocused()
  await inside.locator('h1').first().click()
  await expect(menu).toBeHidden()
  await language.click()
  await below(language, menu)
  await menu.getByRole('menuitemradio', { name: '简体中文' }).click()
  await expect(inside.locator('h1').first()).toHaveText('工具库')
  await inside.getByRole('button', { name: '语言' }).click()
  await inside.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(inside.locator('h1').first()).toHaveText('Tool library')

  // a calendar and a dialogue, which stand outside of it, in the looks of the app
  await inside.getByRole('button', { name: 'Filters' }).click()
  const date = inside.getByLabel(/Changed/).first()
  await date.click()
  const calendar = page.locator('.mg-popups .arco-picker-container')
  await expect(calendar).toBeVisible()
  await below(date, calendar)
  expect(await calendar.evaluate((el) => getComputedStyle(el).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  await page.keyboard.press('Escape')

  // keys of the list, which are heard on the document
  await inside.locator('h1').first().click()
  await page.keyboard.press('/')
  await expect(inside.getByRole('searchbox').first()).toBeFocused()
  await page.keyboard.type('j')
  await expect(inside.getByRole('searchbox').first()).toHaveValue('j')
  await page.evaluate(() => window.hostPage.unmount('strict'))
  await expect(page.locator('.mg-popups')).toHaveCount(0)
})

/** The pop-up stands at what opens it: its edge within a finger's width below or above. */
async function below(trigger: Locator, popup: Locator): Promise<void> {
  const [a, b] = [await trigger.boundingBox(), await popup.boundingBox()]
  if (!a || !b) throw new Error('not on the page')
  const gap = Math.max(b.y - (a.y + a.height), a.y - (b.y + b.height))
  expect(gap).toBeGreaterThan(-8)
  expect(gap).toBeLessThan(40)
  expect(b.x).toBeLessThan(a.x + a.width + 8)
  expect(b.x + b.width).toBeGreaterThan(a.x - 8)
}

/** What a page has of its own and of the app: where any of it grows with each mount, a host that stays open fills up. */
interface Kept {
  globals: string[]
  elements: string[]
  page: string[]
  inBody: string[]
  listeners: string[]
  intervals: number
  sockets: number
  stored: string[]
}
/** Counts from the page's first script on; what is returned looks. */
async function watchKept(page: Page): Promise<() => Promise<Kept>> {
  await page.addInitScript(() => {
    const held = new Set<string>()
    const open = { sockets: 0 }
    const on = [window, document] as EventTarget[]
    const ids = new WeakMap<object, number>()
    let last = 0
    const idOf = (o: object): number => ids.get(o) ?? (ids.set(o, ++last), last)
    const keyOf = (at: EventTarget, type: string, f: object, o: unknown) =>
      [
        at === window ? 'window' : 'document',
        type,
        idOf(f),
        typeof o === 'object' ? !!(o as { capture?: boolean } | null)?.capture : !!o,
      ].join(' ')
    const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (this: EventTarget, type, f, o) {
      const at = this ?? window
      const once = typeof o === 'object' && (o.once === true || o.signal !== undefined)
      if (f && !once && on.includes(at)) held.add(keyOf(at, type, f, o))
      return add.call(at, type, f, o)
    }
    EventTarget.prototype.removeEventListener = function (this: EventTarget, type, f, o) {
      const at = this ?? window
      if (f && on.includes(at)) held.delete(keyOf(at, type, f, o))
      return remove.call(at, type, f, o)
    }
    const intervals = new Set<number>()
    const { setInterval: begin, clearInterval: end } = window
    Object.assign(window, {
      setInterval: (act: () => void, ms?: number) => {
        const id = begin(act, ms) as unknown as number
        intervals.add(id)
        return id
      },
      clearInterval: (id: number) => {
        intervals.delete(id)
        end(id)
      },
    })
    for (const name of ['WebSocket', 'EventSource'] as const) {
      const Old = window[name] as unknown as new (...a: unknown[]) => WebSocket
      const closed = Old.prototype.close as () => void
      const live = new WeakSet<object>()
      Old.prototype.close = function (this: object) {
        if (live.delete(this)) open.sockets--
        return Reflect.apply(closed, this, [])
      }
      Object.assign(window, {
        [name]: new Proxy(Old, {
          construct(target, args) {
            const made = Reflect.construct(target, args) as object
            live.add(made)
            open.sockets++
            return made
          },
        }),
      })
    }
    const attributes = (el: Element) => [...el.attributes].map((a) => `${a.name}=${a.value}`).sort()
    Object.assign(window, {
      kept: () => ({
        globals: Object.getOwnPropertyNames(window)
          .filter((n) => n !== 'kept')
          .sort(),
        elements: [...document.querySelectorAll('style, link, script')].map((e) => e.outerHTML.slice(0, 200)).sort(),
        page: [...attributes(document.documentElement), ...attributes(document.body)],
        inBody: [...document.body.children].map((e) => `${e.tagName} ${e.className}`),
        listeners: [...held].map((k) => k.split(' ').slice(0, 2).join(' ')).sort(),
        intervals: intervals.size,
        sockets: open.sockets,
        stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort(),
      }),
    })
  })
  return () => page.evaluate(() => (window as unknown as { kept(): Kept }).kept())
}

test(
  'H2: mounted three times and gone, the page keeps no more than after the second, and nothing that can be taken away',
  long,
  async ({ page }) => {
    const kept = await watchKept(page)
    const { token } = await signInApi('student')
    await openHost(page)
    const looks: Kept[] = [await kept()]
    for (let n = 0; n < 3; n++) {
      await page.evaluate(([e, props]) => window.hostPage.mount('again', e, props), [
        entry(),
        {
          token,
          language: 'en-US',
          theme: 'theme-dark',
          api: `${range()}/api/mg/api`,
          base: '/two',
          path: '/cr/tool_magazine',
        },
      ] as const)
      await expect(page.locator('#again h1').first()).toBeVisible()
      await page.evaluate(() => window.hostPage.unmount('again'))
      await page.waitForTimeout(300)
      looks.push(await kept())
    }
    const [first, , second, third] = looks as [Kept, Kept, Kept, Kept]
    expect(third).toEqual(second)
    const more = (now: string[], then: string[]) => now.filter((x) => !then.includes(x))
    expect({
      ...third,
      globals: more(third.globals, first.globals),
      elements: more(third.elements, first.elements),
      listeners: more(third.listeners, first.listeners),
    }).toEqual({
      ...first,
      // of qiankun and its plugin, and the router's
      globals: ['__app_instance_name_map__', '__reactRouterVersion', 'moudleQiankunAppLifeCycles', 'proxy'],
      elements: [],
      // one each for good, however often the app comes
      listeners: ['document selectionchange'],
      // whether the viewer keeps the menu open: a taste, nothing of the session
      stored: [expect.stringMatching(/:menu-open-\w+$/)],
    })
  },
)

test(
  'H2: nor more after charts, a form, a drawing and the editor of its text: what those leave is left once',
  long,
  async ({ page }) => {
    const kept = await watchKept(page)
    const { token } = await signInApi('super')
    const { id } = await call<{ id: string }>('POST', '/topologies', token, {
      name: `Kept ${Date.now()}`,
      description: '',
    })
    await openHost(page)
    const first = await kept()
    const looks: Kept[] = []
    for (let n = 0; n < 3; n++) {
      await page.evaluate(([e, props]) => window.hostPage.mount('again', e, props), [
        entry(),
        { token, language: 'en-US', api: `${range()}/api/mg/api`, history: 'memory', path: '/admin/dashboard' },
      ] as const)
      const pane = page.locator('#again .mg-app').first()
      await expect(
        pane
          .getByRole('figure', { name: /sign-ins/ })
          .locator('canvas')
          .first(),
      ).toBeVisible()
      await page.evaluate(() => window.hostPage.update('again', { path: '/admin/resource/tool/add' }))
      await expect(pane.getByRole('textbox').first()).toBeVisible()
      await page.evaluate((path) => window.hostPage.update('again', { path }), `/admin/topology/edit/${id}`)
      await expect(pane.locator('[data-canvas]')).toBeVisible()
      // it is remembered as open
      if (n === 0) await pane.getByRole('button', { name: 'Text beside the drawing' }).click()
      await expect(pane.locator('.monaco-editor').first()).toBeVisible({ timeout: 60_000 })
      await page.evaluate(() => window.hostPage.unmount('again'))
      await page.waitForTimeout(500)
      looks.push(await kept())
    }
    expect(looks[2]).toEqual(looks[1])
    const last = looks[2] as Kept
    const more = (now: string[], then: string[]) => now.filter((x) => !then.includes(x))
    expect({
      ...last,
      globals: more(last.globals, first.globals),
      listeners: more(last.listeners, first.listeners),
      stored: last.stored.map((name) => name.split(':').at(-1)),
    }).toEqual({
      ...first,
      globals: [
        '__app_instance_name_map__',
        '__reactRouterVersion',
        '__zod_globalConfig',
        '__zod_globalRegistry',
        'moudleQiankunAppLifeCycles',
        'proxy',
        'vscodeWindowId',
      ],
      // React's, and three of the code editor
      listeners: ['document copy', 'document selectionchange', 'window focusin', 'window message'],
      stored: ['menu-open-admin', 'tab', 'topology-text'],
    })
  },
)

test('two apps of different roles keep their addresses to themselves: each goes where it is led, the other stays, and so does the window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await openHost(page)
  const start = page.url()
  const paths = { student: '/cr/tool_magazine', admin: '/admin/system/user' } as const
  for (const name of Object.keys(sides) as Name[]) {
    const { language, theme, api } = sides[name]
    const { token } = await signInApi(name)
    await page.evaluate(([n, e, props]) => window.hostPage.mount(n, e, props), [
      name,
      entry(),
      {
        token,
        language: name === 'student' ? 'en-US' : language,
        theme,
        api: `${range()}${api}`,
        history: 'memory',
        path: paths[name],
      },
    ] as const)
  }
  const pane = (name: Name) => page.locator(`#${name} .mg-app`).first()
  const heading = (name: Name) => pane(name).locator('h1').first()
  const tools = 'Tool library'
  await expect(heading('student')).toHaveText(tools, { timeout: 20_000 })
  await expect(heading('admin')).toHaveText('Users')
  const entries = await page.evaluate(() => window.history.length)

  // a link, a search that the address keeps, and the way back: of one only
  await pane('student').getByRole('searchbox').first().fill('nmap')
  await expect.poll(() => page.evaluate(() => window.hostPage.went['student']?.at(-1))).toMatch(/[?&]q=nmap/)
  const card = pane('student').locator('.mg-main a', { hasText: /nmap/i }).first()
  await card.click()
  await expect(heading('student')).not.toHaveText(tools)
  await expect(heading('admin')).toHaveText('Users')
  await pane('student').getByRole('button', { name: 'Back', exact: true }).click()
  await expect(heading('student')).toHaveText(tools)
  await expect(pane('student').getByRole('searchbox').first()).toHaveValue('nmap')
  await pane('student').getByRole('button', { name: 'Forward', exact: true }).click()
  await expect(heading('student')).not.toHaveText(tools)
  await page.evaluate(() => window.hostPage.update('admin', { path: '/admin/system/role' }))
  await expect(heading('admin')).toHaveText('Roles')
  await expect(heading('student')).not.toHaveText(tools)
  // the host hears of each, of the ways back too
  const went = await page.evaluate(() => window.hostPage.went)
  expect(went['admin']?.at(-1)).toBe('/admin/system/role')
  expect(went['student']?.filter((p) => p.startsWith('/cr/tool_magazine?'))).not.toHaveLength(1)

  expect(page.url()).toBe(start)
  expect(await page.title()).toBe('Two')
  expect(await page.evaluate(() => window.history.length)).toBe(entries)

  // another tab shows the page at the app's own address, as none of the host's has it
  const href = await pane('student')
    .locator('nav a')
    .first()
    .evaluate((a: HTMLAnchorElement) => a.href)
  expect(href.startsWith(entry())).toBe(true)
})

test(
  'an app without an address lets the one beside it go, and asks before its host leaves with words in it',
  long,
  async ({ page }) => {
    await openHost(page)
    const { token } = await signInApi('admin')
    const api = `${range()}/api/mg/api`
    const common = { token, language: 'en-US', theme: 'theme-light', api } as const
    await page.evaluate(
      ([e, a, b]) => window.hostPage.mount('own', e, a).then(() => window.hostPage.mount('window', e, b)),
      [
        entry(),
        { ...common, history: 'memory', path: '/admin/resource/tool/add' },
        { ...common, base: '/two', path: '/vuln/ghdb_library' },
      ] as const,
    )
    const own = page.locator('#own .mg-app').first()
    const name = own.getByRole('textbox', { name: /Name/ }).first()
    await name.fill('typed here')
    await expect(page.locator('#window h1').first()).toBeVisible()
    await page.evaluate(() => window.hostPage.update('window', { path: '/cr/tool_magazine' }))
    await expect(page.locator('#window h1').first()).toHaveText('Tool library')
    await expect(page).toHaveURL(/\/two\/cr\/tool_magazine$/)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const before = page.url()
    await page.evaluate(() => window.history.pushState(null, '', '/elsewhere'))
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page).toHaveURL(before)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Stay|Cancel/ })
      .click()
    await expect(name).toHaveValue('typed here')
  },
)

test('an update between loading and mounting takes nothing of what the app was loaded with, and counts', async ({
  page,
}) => {
  const { token } = await signInApi('student')
  await openHost(page)
  await page.evaluate(([e, props, early]) => window.hostPage.mount('student', e, props, false, early), [
    entry(),
    { token, language: 'en-US', base: '/two', path: '/oj/practice' },
    { language: 'zh-CN', path: '/vuln/ghdb_library' },
  ] as const)
  const app = page.locator('#student .mg-app').first()
  await expect(app).toHaveAttribute('lang', 'zh-CN')
  await expect(app.locator('h1').first()).toHaveText(/GHDB/)
  await expect(page).toHaveURL(/\/two\/vuln\/ghdb_library$/)
  // it has its token and its callbacks
  await page.evaluate(() => window.hostPage.update('student', { path: '/cr/tool_magazine' }))
  await expect.poll(() => page.evaluate(() => window.hostPage.went['student']?.at(-1))).toBe('/cr/tool_magazine')
  expect(await page.evaluate(() => window.hostPage.asked)).toEqual([])
})
