import { pathBelow } from './lib/below.ts'
import type { PageAdapter } from './mounts.ts'

type Sheet = HTMLLinkElement | HTMLStyleElement

interface Place {
  /** Path the app lives at when a host names no other. */
  base: string
  /** Where the app's files come from, which under a host is not the page's origin. */
  assetBase: string
  /** Folder of the sources on a development server, else empty. */
  devRoot: string
}

/**
 * What the app does to the document around its own element, and undoes. Several mounts share the document: it is left as it was found when
 * the last one leaves.
 */
export function ownPage({ base, assetBase, devRoot }: Place): PageAdapter {
  /** Paths of the mounted apps, one for each; none of one that keeps its address to itself. */
  const bases: (string | undefined)[] = []
  const isApps = (url: string): boolean => {
    const { origin, pathname } = new URL(url, location.href)
    return (
      origin === location.origin &&
      bases.some((base) => base !== undefined && pathBelow(stem(base), pathname) !== undefined)
    )
  }
  const loading = new Map<string, Promise<void>>()
  let found: Found | null = null
  /** A title that is set while the address is outside of every app is the host's: the one to leave behind. */
  const noteTitle = (): void => {
    if (found && !isApps(location.href)) found.title = document.title
  }
  const titles = new MutationObserver(noteTitle)

  const ownSheets = (): Sheet[] =>
    [...document.head.querySelectorAll<Sheet>('link[rel=stylesheet],style[data-vite-dev-id]')].filter((sheet) =>
      sheet instanceof HTMLLinkElement
        ? sheet.href.startsWith(assetBase)
        : devRoot !== '' &&
          [`${devRoot}/src/`, `${devRoot}/node_modules/`].some((d) => sheet.dataset.viteDevId?.startsWith(d)),
    )
  /** Sheets that were taken out with the last app. They are put back as they are: Vite's loader would not fetch that of a lazy chunk a second time. */
  const parked: Sheet[] = []
  const putAway = (): void => {
    for (const sheet of ownSheets()) {
      sheet.remove()
      parked.push(sheet)
    }
    // what they asked for has been loaded, or comes without them
    for (const hint of document.head.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]'))
      if (hint.href.startsWith(assetBase)) hint.remove()
  }
  /** A chunk that was still on its way when the app left brings its style sheet into a page that is no longer ours. */
  const latecomers = new MutationObserver(putAway)
  const arrival = (link: HTMLLinkElement): Promise<void> =>
    new Promise((done) => {
      const come = () => {
        link.removeEventListener('load', come)
        link.removeEventListener('error', come)
        done()
      }
      link.addEventListener('load', come)
      link.addEventListener('error', come)
    })
  async function bringBack(): Promise<void> {
    const sheets = parked.splice(0)
    const coming = sheets.flatMap((sheet) => (sheet instanceof HTMLLinkElement ? [arrival(sheet)] : []))
    if (sheets.length) document.head.append(...sheets)
    await Promise.all(coming)
  }

  /** Shadow roots that hold an app, each with its own copies: what stands in the head does not reach inside. */
  const shadows = new Map<ShadowRoot, Map<Sheet, { copy: Sheet; coming: Promise<void> }>>()
  async function copyInto(shadow: ShadowRoot): Promise<void> {
    const copies = shadows.get(shadow)
    if (!copies) return
    for (const sheet of ownSheets()) {
      if (copies.has(sheet)) continue
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a copy is what it is a copy of
      const copy = sheet.cloneNode(true) as Sheet
      copies.set(sheet, { copy, coming: copy instanceof HTMLLinkElement ? arrival(copy) : Promise.resolve() })
      shadow.append(copy)
    }
    await Promise.all([...copies.values()].map((c) => c.coming))
  }
  /** Vite draws a late chunk when its style sheet is loaded: that is when every copy of it is. */
  const complete = new WeakSet<HTMLLinkElement>()
  const awaitCopies = (e: Event): void => {
    const sheet = e.target
    if (!(sheet instanceof HTMLLinkElement) || complete.has(sheet) || !ownSheets().includes(sheet)) return
    e.stopImmediatePropagation()
    complete.add(sheet)
    void Promise.all([...shadows.keys()].map(copyInto)).then(() => sheet.dispatchEvent(new Event('load')))
  }
  const newcomers = new MutationObserver(() => {
    for (const shadow of shadows.keys()) void copyInto(shadow)
  })
  async function dressShadow(shadow: ShadowRoot): Promise<void> {
    if (!shadows.has(shadow)) shadows.set(shadow, new Map())
    newcomers.observe(document.head, { childList: true })
    document.head.addEventListener('load', awaitCopies, true)
    await copyInto(shadow)
  }
  function undressShadow(shadow: ShadowRoot): void {
    for (const { copy } of shadows.get(shadow)?.values() ?? []) {
      copy.remove()
      // nobody waits for what does not come any more
      copy.dispatchEvent(new Event('error'))
    }
    shadows.delete(shadow)
    if (shadows.size > 0) return
    newcomers.disconnect()
    document.head.removeEventListener('load', awaitCopies, true)
  }

  /** Resolves without the style sheet when it cannot be loaded; the next mount asks for it again. */
  const load = (href: string): Promise<void> => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = ''
    link.href = href
    const done = new Promise<void>((resolve) => {
      link.onload = () => resolve()
      link.onerror = () => {
        link.remove()
        loading.delete(href)
        resolve()
      }
    })
    loading.set(href, done)
    document.head.append(link)
    return done
  }

  return {
    async dress(css, container) {
      latecomers.disconnect()
      const back = bringBack()
      await Promise.all([back, ...css.map((href) => loading.get(href) ?? load(href))])
      const shadow = shadowOf(container)
      if (shadow) await dressShadow(shadow)
    },

    enter(container, host) {
      if (!found) {
        found = look()
        titles.observe(document.head, { subtree: true, childList: true, characterData: true })
      }
      // a host shows its own icon
      if (container !== document) for (const icon of container.querySelectorAll('link[rel~=icon]')) icon.remove()
      const popups = document.createElement('div')
      popups.className = 'mg-app mg-popups'
      document.body.append(popups)
      const here = host?.history === 'memory' ? undefined : (host?.base ?? base)
      bases.push(here)
      if (host && here !== undefined && host.path === undefined) warnOutside(here, host.base === undefined)
      return {
        element: rootIn(container),
        popups,
        isApps,
        away() {
          if (titles.takeRecords().length > 0) noteTitle()
          if (found && !isApps(location.href)) document.title = found.title
        },
        leave() {
          if (titles.takeRecords().length > 0) noteTitle()
          bases.splice(bases.indexOf(here), 1)
          popups.remove()
          const shadow = shadowOf(container)
          if (shadow) undressShadow(shadow)
          if (bases.length > 0 || !found) return
          titles.disconnect()
          putBack(found)
          found = null
        },
      }
    },

    undress() {
      putAway()
      latecomers.observe(document.head, { childList: true })
    },
  }
}

const shadowOf = (container: ParentNode): ShadowRoot | undefined => {
  const root = container.getRootNode()
  return root instanceof ShadowRoot ? root : undefined
}

/** To whoever embeds the app: it shows that there is no such page, and nobody would guess why. */
function warnOutside(base: string, left: boolean): void {
  const { pathname } = location
  if (pathBelow(stem(base), pathname) !== undefined) return
  const said = left ? `"${base}" (the host's props give no valid one)` : `"${base}"`
  console.warn(
    `Cyber range: mounted at "${pathname}", which is not below base ${said}, so “Page not found” is shown. Give the app the base its address begins with, or history: 'memory'.`,
  )
}

const stem = (base: string): string => base.replace(/\/$/, '')

function rootIn(container: ParentNode): HTMLElement {
  const root = container.querySelector<HTMLElement>('#mg-root')
  if (root) return root
  const made = document.createElement('div')
  made.className = 'mg-app'
  ;(container instanceof Document ? container.body : container).append(made)
  return made
}

/** How the document was when the first app came. Theme and language are not in it: under a host the app shows both on its own elements. */
interface Found {
  title: string
  editorNodes: Set<Element>
  underlined: boolean
}
/** Set on the body by the code editor, and by nobody taken away. */
const underlined = 'underline-links'

const editorNodes = (): Element[] => [
  ...document.querySelectorAll('body > .monaco-aria-container, body > .context-view'),
]

function look(): Found {
  return {
    title: document.title,
    editorNodes: new Set(editorNodes()),
    underlined: document.body.classList.contains(underlined),
  }
}

function putBack(found: Found): void {
  document.title = found.title
  if (!found.underlined) document.body.classList.remove(underlined)
  if (document.body.className === '') document.body.removeAttribute('class')
  for (const node of editorNodes()) if (!found.editorNodes.has(node)) node.remove()
}
