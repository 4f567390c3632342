/**
 * One mounted app: store, sagas, router, client and theme, made here and undone by `dispose`. Nothing lives at module level that a host
 * could not throw away.
 */
import { createRoot } from 'react-dom/client'
import { Provider } from 'react-redux'
import { createPath } from 'react-router-dom'
import type { Api } from '../contract/api.ts'
import { browserLanguage, type HostProps, type Locale } from '../contract/host.ts'
import { createClient } from '../contract/lib/client.ts'
import { timeouts } from '../contract/limits.ts'
import { entranceAt, entranceHref } from '../contract/screens/entrance.ts'
import { viewToken } from '../contract/session/view.ts'
import { isBuilt } from '../contract/screens/built.ts'
import type { BuiltName, Screen } from '../contract/screens/index.ts'
import { sessionViews } from '../features/session/views.ts'
import { actAs, createTongue, enterAs, preloadWords, TongueContext, t } from '../i18n/index.ts'
import { stirred } from '../kit/data/later.ts'
import { noPermissions, sessionActions } from '../kit/session/session.slice.ts'
import { settingsActions } from '../kit/session/settings.slice.ts'
import { pathBelow } from '../lib/below.ts'
import { chunk, inTime, reloadIfKept } from '../lib/chunk.ts'
import { readConfiguration } from '../lib/configuration.ts'
import { inMemory, movable, scoped } from '../lib/storage.ts'
import { telling } from '../lib/telling.ts'
import { createTransport } from '../lib/transport.ts'
import { readCut } from '../ui/text/readCut.ts'
import { toast } from '../ui/feedback/toast.ts'
import { AppRouter } from './AppRouter.tsx'
import { takeEarly } from './early.ts'
import { listenForErrors } from './errors.ts'
import { type AppHistory, createAppHistory } from './history.ts'
import { inside, LaterInside } from './LaterInside.tsx'
import { LaterShell } from './layouts/shell/LaterShell.tsx'
import { Wordless } from './layouts/state/Wordless.tsx'
import { startLive } from './live/start.ts'
import { memoryPlace } from './memory.ts'
import { DrawnContext } from './drawn.ts'
import { Root } from './Root.tsx'
import { createLoader, type EntryOf } from './screens/loader.ts'
import { type Services, sessionSaga, systemAgain } from './session/session.saga.ts'
import { createSiblings, noSiblings } from './session/siblings.ts'
import { createVault } from './session/vault.ts'
import { createAppStore } from './store.ts'

export interface AppOptions {
  element: HTMLElement
  /** Where pop-ups attach, outside any host's clipping and inside the app's own theme. */
  popups: HTMLElement
  /** Whether an address of the window is one of an app of this page. */
  isApps: (url: string) => boolean
  /** The address has left the app. */
  away: () => void
  /** Null when the app stands alone. */
  host: HostProps | null
  /** Path the app is mounted at. */
  base: string
  /** Absolute address of the app's own files, ending in a slash. */
  assetBase: string
}
export interface App {
  /** Settles when the session is known and the first screen may show. */
  ready: Promise<void>
  /** New props from the host: token, language, theme, path. */
  update(host: HostProps): void
  dispose(): void
}

const inSubFrame = (): boolean => {
  try {
    return window.self !== window.top
  } catch {
    return true
  }
}

/** A page of an app that keeps its address to itself is seen elsewhere where its host says, or else at the app's own address. */
function historyOf({ host, assetBase, isApps }: AppOptions, base: string): AppHistory {
  if (host?.history !== 'memory') return createAppHistory(window)
  const place = memoryPlace(base + (host.path ?? '/'))
  return createAppHistory(place, {
    own: { reaches: place.reaches, stays: isApps },
    addressOf: (path) => (host.base ? path : new URL(`.${path.slice(base.length) || '/'}`, assetBase).href),
  })
}

const early: { readonly [N in BuiltName]?: ReturnType<EntryOf> } = sessionViews
const entryOf: EntryOf = (name) => early[name] ?? chunk(inside).then(({ views }) => views[name])

export function createApp(o: AppOptions): App {
  let host: HostProps = o.host ?? {}
  const tongue = createTongue()
  const leaveWords = enterAs(tongue, [o.element, o.popups])
  actAs(tongue)
  // What a host hands over is this mount's alone: another app of the page has another user, and after the last nothing of it is left.
  const signedIn = movable(scoped('session'))
  const local = movable(scoped('local'))
  let ofHost = false
  const holdAlone = (): void => {
    ofHost = true
    signedIn.move(inMemory())
    local.move(inMemory())
  }
  if (host.token) holdAlone()
  const vault = createVault(signedIn)
  const siblings = o.host === null ? createSiblings(vault) : noSiblings
  const session = scoped('session')
  // The client needs the store's settings and the store needs the client: the call looks the store up when it is made.
  const client = createClient<Api>((call, options) => send(call, options))
  const tell = telling(async (told) =>
    client('POST /browser-errors', { body: { ...told, screen: screenHere()?.name ?? '' } }),
  )
  /** Shown errors are reported once; a host's own monitoring sees them as uncaught. */
  const report = (e: unknown): void => {
    tell(e)
    if (typeof reportError === 'function') reportError(e)
  }
  const app = createAppStore({ client }, report, {
    api: () => apiBase(),
    token: () => vault.read()?.token,
    send: (call, options) => send(call, options),
    acts: () => actAs(tongue),
  })
  const { store } = app
  const settings = () => store.getState().settings

  const apiBase = () => new URL(settings().api, o.assetBase).href
  /** A token that the host handed over and that is still looked at. */
  let coming: string | undefined
  const unauthenticated = () => {
    const { phase } = store.getState().session
    // where the next one is on its way nobody is asked for it
    if (phase.at !== 'in' || phase.locked || coming !== undefined) return
    store.dispatch(sessionActions.locked())
    host.onAuthRequired?.()
  }
  const transport = () =>
    createTransport({
      base: apiBase(),
      locale: () => settings().language,
      token: () => vault.read()?.token,
      onUnauthenticated: unauthenticated,
      onRestoring: () => {
        if (store.getState().session.phase.at === 'in')
          store.dispatch(sessionActions.phaseChanged({ at: 'unreachable', code: 'restoring' }))
      },
      onForbidden: () => store.dispatch(sessionActions.lookAgain()),
      ...(import.meta.env.VITE_FAULTS ? { fault: () => session.get('fault') ?? undefined } : {}),
    })
  const early = takeEarly(o.host === null ? undefined : null)
  let at = ''
  let sending = transport()
  const sendNow: typeof sending = (call, options) => {
    if (settings().api !== at) {
      at = settings().api
      sending = transport()
    }
    return sending(call, options)
  }
  const send: typeof sending = async (call, options) => {
    // what is behind the sign-in comes while the password is looked at
    if (call.method === 'POST' && call.path === '/session') for (const part of [LaterInside, LaterShell]) part.warm()
    return (await early.first(call)) ?? sendNow(call, options)
  }

  /** The first words must come, so they are asked for again when the viewer says so; later the old language stays. */
  const words = async (locale: Locale, again = false): Promise<Locale> => {
    try {
      return await inTime(tongue.setLocale(locale), timeouts.chunk)
    } catch (e) {
      if (settings().ready) throw e
      if (again && (await reloadIfKept(e))) return locale
      await new Promise<void>((retry) => root.render(<Wordless retry={retry} />))
      draw()
      return words(locale, true)
    }
  }
  /** Answers of one person must never be seen by the next. */
  const forget = () => app.cached((api, dispatch) => dispatch(api.util.resetApiState()))
  const services: Services = {
    api: {
      session: async () => (await early('session')) ?? client('GET /session'),
      async ownerOf(token) {
        const plain = createTransport({ base: apiBase(), locale: () => settings().language, token: () => token })
        return (await createClient<Api>(plain)('GET /session')).user.resource_id
      },
      permissions: async () => (await early('permissions')) ?? client('GET /session/permissions'),
      system: () => client('GET /auth/register/'),
      signOut: () => client('DELETE /session'),
    },
    vault,
    take(tokens) {
      if (!ofHost) holdAlone()
      coming = undefined
      vault.write(tokens)
    },
    siblings,
    local,
    readConfig: () => readConfiguration(new URL('public/config.json', o.assetBase).href, () => early('config')),
    setLocale: words,
    again: () => app.cached((api, dispatch) => dispatch(api.util.invalidateTags(['subject']))),
    tellRights: () => toast.info(t('shell.rights_changed')),
    forget,
    host: {
      language: host.language,
      theme: host.theme,
      api: host.api,
      askForToken: () => host.onAuthRequired?.(),
      signedOut: () => host.onSignedOut?.(),
    },
  }
  if (host.token) vault.write({ token: host.token, jwt_token: host.jwt_token ?? '' })
  const kept = local.get('theme')
  store.dispatch(
    settingsActions.changed({
      root: o.assetBase,
      embedded: o.host !== null || inSubFrame(),
      asksHost: host.onAuthRequired !== undefined,
      // the configuration comes later and would flash the other theme
      theme: host.theme ?? (kept === 'theme-light' ? 'theme-light' : 'theme-dark'),
      // its first calls, too, are made in it
      ...(host.language ? { language: host.language } : {}),
    }),
  )

  const loader = createLoader(entryOf)
  const base = o.base === '/' ? '' : o.base
  // What the first page will need comes while the configuration is still on its way.
  const chosen = local.get('language')
  const language = host.language ?? (chosen === 'zh-CN' || chosen === 'en-US' ? chosen : browserLanguage())
  preloadWords(language)
  const history = historyOf(o, base)
  // before anything looks where it is: who is to begin at a place is not shown another page first
  if (host.path && base + host.path !== createPath(history.location)) history.replace(base + host.path)
  const here = pathBelow(base, history.location.pathname) ?? ''
  let screenAt = entranceAt
  const prepare = (first: Screen | undefined) => {
    if (!first || !isBuilt(first)) return
    const { name } = first
    loader.warm(name, language)
    // with the words there the screen and its frame are made ready while the session is still on its way
    const ready = () => {
      loader.get(name)
      if (first.layout === 'learner' || first.layout === 'admin') LaterShell.warm()
    }
    if (settings().ready) return ready()
    const stopPreparing = store.subscribe(() => {
      if (!settings().ready) return
      stopPreparing()
      ready()
    })
  }
  const bring = async () => {
    const parts = await chunk(inside)
    screenAt = parts.screenAt
    return parts.likelyAt(here)
  }
  const open = entranceAt(here)
  if (vault.read()) bring().then(prepare, () => undefined)
  else prepare(open?.public ? open : entranceAt(entranceHref('login')))
  const screenHere = () => {
    const { pathname } = history.location
    return screenAt(pathBelow(base, pathname) ?? '')
  }
  const stopFollowing = history.listen(() => {
    const { pathname, search } = history.location
    // the window tells the host of its own moves
    if (history.action === 'POP' && !history.own) return
    const at = pathBelow(base, pathname)
    host.onNavigate?.((at === undefined ? pathname : at || '/') + search)
  })

  let worn = ''
  const wear = () => {
    const { theme, language } = settings()
    // writing what stands there already would have the browser work out every style anew
    if (worn === theme + language) return
    worn = theme + language
    for (const el of [o.element, o.popups]) {
      el.classList.add('mg-app')
      el.classList.toggle('mg-hosted', o.host !== null)
      el.classList.toggle('theme-dark', theme === 'theme-dark')
      el.classList.toggle('theme-light', theme === 'theme-light')
      el.lang = language
      // set back with everything else inside a host: it chooses the shapes of Chinese characters
      if (o.host !== null) el.style.setProperty('-webkit-locale', JSON.stringify(language))
    }
    if (o.host === null) document.documentElement.lang = language
  }
  const stopWearing = store.subscribe(wear)
  wear()
  const stopReading = [o.element, o.popups].map(readCut)
  const stopNaming = store.subscribe(() => {
    const { phase } = store.getState().session
    if (phase.at === 'in' && screenAt === entranceAt) bring().catch(() => undefined)
    tongue.setNames(phase.at === 'in' ? phase.permissions.menu.titles : noPermissions.menu.titles)
  })

  const ready = new Promise<void>((done) => {
    const look = () => {
      if (store.getState().session.phase.at === 'starting' || !settings().ready) return
      stop()
      done()
    }
    const stop = store.subscribe(look)
  })

  app.run(() => sessionSaga(services, report))
  app.run(() =>
    startLive(
      {
        api: apiBase,
        token: () => vault.read()?.token,
        language: () => settings().language,
        stale(subjects) {
          app.stale(subjects)
          store.dispatch(stirred(subjects))
        },
        rights: () => void store.dispatch(sessionActions.lookAgain()),
        system: () => void store.dispatch(systemAgain()),
        refused: unauthenticated,
      },
      () => {
        if (screenAt === entranceAt) return true
        const screen = screenHere()
        // asking for a screen begins it, and nothing comes before the first words
        return (
          screen !== undefined && isBuilt(screen) && (!settings().ready || loader.get(screen.name).at === 'loading')
        )
      },
    ),
  )
  const stopListening = listenForErrors(tell, o.host ? o.assetBase : undefined)
  let told = false
  const drawn = () => {
    if (told) return
    told = true
    host.onReady?.()
  }
  const root = createRoot(o.element)
  const draw = () =>
    root.render(
      <TongueContext.Provider value={tongue}>
        <Provider store={store}>
          <AppRouter history={history} base={base} away={o.away}>
            <DrawnContext.Provider value={drawn}>
              <Root loader={loader} popups={o.popups} report={report} />
            </DrawnContext.Provider>
          </AppRouter>
        </Provider>
      </TongueContext.Provider>,
    )
  // a page of its own shows already what would stand here until there are words
  let stopWaiting = (): void => undefined
  if (o.host === null && o.element.hasChildNodes() && !settings().ready)
    stopWaiting = store.subscribe(() => {
      if (!settings().ready) return
      stopWaiting()
      draw()
    })
  else draw()

  return {
    ready,
    update(next) {
      const before = host
      host = { ...host, ...next }
      actAs(tongue)
      if (next.token && next.token !== (coming ?? viewToken(vault.read()?.token ?? '', null))) {
        coming = next.token
        store.dispatch(sessionActions.handed({ token: next.token, jwt_token: next.jwt_token ?? '' }))
      }
      // the last wish counts, also where words of one before it are still on their way
      const { language } = settings()
      if (next.language && [language, before.language ?? language].some((l) => l !== next.language))
        store.dispatch(settingsActions.chooseLanguage(next.language))
      if (next.theme && next.theme !== settings().theme) store.dispatch(settingsActions.chooseTheme(next.theme))
      // a host that hands back what it was told leads nowhere
      if (next.path && next.path !== before.path && base + next.path !== createPath(history.location))
        history.push(base + next.path)
    },
    dispose() {
      stopWaiting()
      stopWearing()
      for (const stop of stopReading) stop()
      stopNaming()
      stopFollowing()
      stopListening()
      // first: what a form holds back from the host is forgotten with it
      history.dispose()
      root.unmount()
      siblings.dispose()
      app.stop()
      leaveWords()
      o.element.classList.remove('mg-app', 'mg-hosted', 'theme-dark', 'theme-light')
      o.element.removeAttribute('lang')
      o.element.style.removeProperty('-webkit-locale')
    },
  }
}
