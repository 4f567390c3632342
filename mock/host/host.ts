import type { HostProps } from '#src/contract/host.ts'
import type { HostConfig } from './config.ts'
import { el } from './dom.ts'
import { type HeaderLink, header } from './header.ts'
import { homePage } from './pages/home.ts'
import { notices } from './pages/notices.ts'
import { signInDialog } from './pages/signIn.ts'
import { makeEmbeddedApp } from './range.ts'
import { type HostSession, keepSession, keptSession, signIn, signOut } from './session.ts'
import { keepSettings, readSettings, type HostSettings } from './settings.ts'
import { hostTexts } from './texts.ts'

const base = import.meta.env.BASE_URL
const appBase = `${base}app`
const noticesPath = `${base}notices`
const deskPath = `${base}desk`
const atDesk = (): boolean => location.pathname === deskPath
const inApp = (): boolean => `${location.pathname}/`.startsWith(`${appBase}/`)

const deskSides = [
  { name: 'left', start: '/oj/practice' },
  { name: 'right', start: '/cr/tool_magazine' },
] as const

const entry = (href: string, label: string, current: boolean): HeaderLink => ({ href, label, current })

/**
 * The whole platform: two pages of its own, the range below `app/`, and a desk with two apps of it side by side. The address decides what is
 * shown.
 */
export function startHost(root: HTMLElement, config: HostConfig): void {
  let settings = readSettings()
  let session = keptSession()
  let asking: HTMLDialogElement | null = null
  /** The own page that is on show, by name. */
  let page: 'home' | 'notices' | null = null
  /** The user wants to sign out and the app has not let go of the page yet. */
  let signingOut = false

  const head = el('div')
  const status = el('p', { class: 'fh-status', role: 'status' })
  const own = el('div')
  const appPlace = el('div')
  const deskPlace = el('div', { class: 'fh-desk' })
  const main = el('main', { id: 'fh-main', class: 'fh-main', tabindex: '-1' }, status, own, appPlace, deskPlace)
  root.replaceChildren(head, main)

  const t = () => hostTexts[settings.language]
  const told = {
    mounted: () => {
      status.replaceChildren()
      if (document.activeElement === document.body) main.focus()
    },
    left: nameDocument,
    failed: () =>
      status.replaceChildren(
        t().loadFailed,
        ' ',
        el('button', { class: 'fh-button', type: 'button', onclick: () => location.reload() }, t().retry),
      ),
  }
  const range = makeEmbeddedApp(config, told)
  const desk = deskSides.map((side) => ({
    ...side,
    place: deskPlace.appendChild(el('section', { class: 'fh-side' })),
    range: makeEmbeddedApp(config, told, `desk-${side.name}`),
  }))
  const apps = [range, ...desk.map((side) => side.range)]
  const isShown = (): boolean => apps.some((app) => app.isShown())

  /** The app on show is asked first: single-spa takes the move back when something is unsaved, and else tells of it as a popstate. */
  function go(path: string, o: { signOut?: boolean } = {}): void {
    signingOut = o.signOut ?? false
    history.pushState(null, '', path)
    if (!isShown()) draw()
  }

  function set(change: Partial<HostSettings>): void {
    settings = { ...settings, ...change }
    keepSettings(settings)
    page = null
    // without the token: the app may have got a newer one for its user meanwhile
    for (const app of apps) app.update(settings)
    draw()
  }

  function setSession(next: HostSession | null): void {
    session = next
    keepSession(next)
    page = null
    if (next) for (const app of apps) app.update(tokenOf(next))
    draw()
  }

  function endSession(): void {
    const last = session
    signingOut = false
    session = null
    keepSession(null)
    if (last) void signOut(config.api, last)
  }

  function ask(text: string): void {
    if (asking) return
    asking = signInDialog(t(), {
      ask: text,
      demonstration: config.demonstration,
      submit: async (username, password) => setSession(await signIn(config.api, username, password, settings.language)),
      closed: () => {
        asking = null
        if (!session && (inApp() || atDesk())) go(base)
      },
    })
  }

  const tokenOf = ({ token }: HostSession): HostProps => ({ token, ...settings })
  const propsOf = (of: HostSession): HostProps => ({
    ...tokenOf(of),
    base: appBase,
    onAuthRequired: () => {
      // an app whose user has just signed out has no session either
      if (!inApp() && !atDesk()) return
      // the app stays mounted behind the form, with whatever was being typed in it
      session = null
      keepSession(null)
      drawHeader()
      ask(t().signInAgain)
    },
    onSignedOut: () => {
      session = null
      keepSession(null)
      go(base)
      asking?.close()
    },
    onNavigate: () => {
      signingOut = false
      drawHeader()
    },
  })

  /** Two apps without addresses of their own: each keeps its place in this tab by what it tells. */
  function drawDesk(): void {
    own.replaceChildren()
    page = null
    range.hide()
    if (!session) return ask(t().signInAsk)
    for (const side of desk) {
      const kept = `fairhaven.desk.${side.name}`
      side.range.show(side.place, {
        ...propsOf(session),
        history: 'memory',
        path: sessionStorage.getItem(kept) ?? side.start,
        onNavigate: (path) => sessionStorage.setItem(kept, path),
      })
    }
  }

  function leaveDesk(): void {
    for (const side of desk) side.range.hide()
  }

  /** While a form asks for a new session, the app that asked for it is left alone. */
  function drawApp(): void {
    own.replaceChildren()
    page = null
    if (session) {
      if (appPlace.childElementCount === 0) status.replaceChildren(t().loading)
      range.show(appPlace, propsOf(session))
    } else {
      ask(t().signInAsk)
    }
  }

  function drawOwn(name: 'home' | 'notices'): void {
    range.hide()
    if (page === name) return
    const moved = own.childElementCount > 0 && page !== null
    page = name
    status.replaceChildren()
    own.replaceChildren(name === 'notices' ? notices(t()) : homePage(t(), session?.user ?? null, appBase))
    if (moved) own.querySelector<HTMLElement>('h1')?.focus()
  }

  function drawHeader(): void {
    const at = location.pathname
    const focused = document.activeElement?.id
    head.replaceChildren(
      header({
        t: t(),
        settings,
        user: session?.user ?? null,
        sections: [
          entry(base, t().home, at === base),
          entry(noticesPath, t().notices, at === noticesPath),
          entry(appBase, t().range, inApp()),
          entry(deskPath, t().desk, atDesk()),
        ],
        inside: inApp()
          ? config.menu.map((e) =>
              entry(appBase + e.path, e.label[settings.language], `${at}/`.startsWith(`${appBase}${e.path}/`)),
            )
          : [],
        set,
        signIn: () => ask(t().signInAsk),
        signOut: () => go(base, { signOut: true }),
      }),
    )
    if (focused?.startsWith('fh-')) document.getElementById(focused)?.focus()
  }

  function nameDocument(): void {
    document.documentElement.lang = settings.language
    const name = atDesk() ? t().desk : page === 'notices' ? t().notices : t().home
    if (!inApp()) document.title = `${name} · ${t().campus}`
  }

  function draw(): void {
    document.documentElement.dataset.fhTheme = settings.theme
    if (signingOut && !inApp() && !atDesk()) endSession()
    if (!atDesk()) leaveDesk()
    drawHeader()
    if (atDesk()) drawDesk()
    else if (inApp()) drawApp()
    else drawOwn(location.pathname === noticesPath ? 'notices' : 'home')
    nameDocument()
  }

  root.addEventListener('click', (event) => {
    // the app has followed its own link already, and taken it from the page with what stood there
    if (event.defaultPrevented) return
    const a = event.target instanceof Element ? event.target.closest('a') : null
    const ours =
      a &&
      !appPlace.contains(a) &&
      !deskPlace.contains(a) &&
      a.origin === location.origin &&
      a.pathname.startsWith(base) &&
      !a.hash
    if (!ours || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(a.pathname)
  })
  // the browser's buttons, and the app's own moves: single-spa makes a popstate event of every push
  addEventListener('popstate', draw)
  draw()
}
