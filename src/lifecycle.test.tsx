import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { HostProps } from './contract/host.ts'
import { ownPage } from './lifecycle.tsx'

const assetBase = 'https://range.example/page/mg/'
const place = { base: '/page/mg', assetBase, devRoot: '' }
const turn = () => new Promise((done) => setTimeout(done, 0))

function sheet(href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  document.head.append(link)
  return link
}
function container(): HTMLElement {
  const made = document.createElement('div')
  made.innerHTML = '<link rel="icon" href="x.svg"><div id="mg-root"></div>'
  document.body.append(made)
  return made
}

beforeEach(() => {
  // most of these stand where no host gave them a base
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  document.head.innerHTML = '<title>Campus</title>'
  document.body.innerHTML = ''
  history.replaceState(null, '', '/campus/app/personal')
})

const inHead = (el: Element) => document.head.contains(el)

describe('the app’s style sheets', () => {
  it('stand in the head while an app is mounted and not afterwards, and a host’s are left alone', async () => {
    const page = ownPage(place)
    const own = sheet(`${assetBase}assets/index.css`)
    const hosts = sheet('https://campus.example/campus.css')
    page.undress()
    expect([inHead(own), inHead(hosts)]).toEqual([false, true])
    await page.dress([], document)
    expect([inHead(own), inHead(hosts)]).toEqual([true, true])
  })

  it('are the same elements at each mount, in their order', async () => {
    const page = ownPage(place)
    const href = `${assetBase}assets/index.css`
    const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link')]
    await Promise.all([page.dress([href], document), page.dress([href], document)])
    expect(links()).toHaveLength(1)
    sheet(`${assetBase}assets/lazy.css`)
    const before = links()
    page.undress()
    expect(links()).toEqual([])
    await page.dress([href], document)
    expect(links()).toEqual(before)
  })

  it('are copied into the shadow root that holds an app, those of later chunks too, and go with it', async () => {
    const page = ownPage(place)
    sheet(`${assetBase}assets/index.css`)
    sheet('https://campus.example/campus.css')
    const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' })
    const hrefs = () => [...shadow.querySelectorAll('link')].map((l) => l.href)
    await page.dress([], shadow)
    expect(hrefs()).toEqual([`${assetBase}assets/index.css`])
    const stay = page.enter(shadow, {})
    sheet(`${assetBase}assets/lazy.css`)
    await turn()
    expect(hrefs()).toEqual([`${assetBase}assets/index.css`, `${assetBase}assets/lazy.css`])
    stay.leave()
    expect(hrefs()).toEqual([])
  })

  it('are asked for again at the next mount when they could not be loaded', async () => {
    const page = ownPage(place)
    const href = `${assetBase}assets/index.css`
    const links = () => document.head.querySelectorAll('link')
    vi.spyOn(document.head, 'append').mockImplementationOnce((link) => {
      document.body.append(link)
      ;(link as HTMLLinkElement).dispatchEvent(new Event('error'))
    })
    await page.dress([href], document)
    expect(document.body.childElementCount).toBe(0)
    expect(links()).toHaveLength(0)
    await page.dress([href], document)
    expect(links()).toHaveLength(1)
  })

  it('do not apply when they arrive after the last app has left', async () => {
    const page = ownPage(place)
    await page.dress([], document)
    page.undress()
    const late = sheet(`${assetBase}assets/lazy.css`)
    const hosts = sheet('https://campus.example/late.css')
    await turn()
    expect([inHead(late), inHead(hosts)]).toEqual([false, true])
    await page.dress([], document)
    expect(inHead(late)).toBe(true)
    page.undress()
  })

  it('on a development server are told from a host’s by their place', async () => {
    const page = ownPage({ ...place, devRoot: '/project' })
    const tags = ['/project/src/theme/dark.css', '/project/mock/host/host.css'].map((id) => {
      const tag = document.createElement('style')
      tag.dataset.viteDevId = id
      document.head.append(tag)
      return tag
    })
    page.undress()
    expect(tags.map(inHead)).toEqual([false, true])
    await page.dress([], document)
  })
})

describe('a stay in the page', () => {
  it('has its root and a pop-up root of its own, which goes with it', () => {
    const page = ownPage(place)
    const here = container()
    const stay = page.enter(here, { base: '/campus/app' })
    expect(stay.element).toBe(here.querySelector('#mg-root'))
    expect(document.body.lastElementChild).toBe(stay.popups)
    stay.leave()
    expect(document.querySelector('.mg-popups')).toBeNull()
  })

  it('makes a root when the host’s template lost it', () => {
    const page = ownPage(place)
    const bare = document.createElement('div')
    const stay = page.enter(bare, {})
    expect(stay.element.parentElement).toBe(bare)
    stay.leave()
  })

  it('does not replace the host’s icon', () => {
    const page = ownPage(place)
    const here = container()
    const stay = page.enter(here, {})
    expect(here.querySelector('link[rel=icon]')).toBeNull()
    stay.leave()
  })

  it('tells whoever embeds it of an address that is not below its base, once, naming both', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const page = ownPage(place)
    const said = (host: HostProps | null) => {
      warn.mockClear()
      page.enter(container(), host).leave()
      return warn.mock.calls.map(([text]) => String(text))
    }
    for (const host of [{ base: '/campus/range' }, { base: '/campus/ap' }, {}]) {
      const [text, ...more] = said(host)
      expect(more).toEqual([])
      for (const part of ['/campus/app/personal', host.base ?? '/page/mg']) expect(text).toContain(`"${part}"`)
    }
    // nothing is wrong: below it, told where to begin, without an address of its own, or alone
    for (const host of [
      { base: '/campus/app' },
      { base: '/' },
      { base: '/x', path: '/oj' },
      { history: 'memory' },
      null,
    ] as const)
      expect(said(host)).toEqual([])
  })

  it('gives the title back', async () => {
    const page = ownPage(place)
    const stay = page.enter(container(), { base: '/campus/app' })
    document.title = 'My training'
    await turn()
    stay.leave()
    expect(document.title).toBe('Campus')
  })

  it('leaves a title alone that the host has set for the page it went to', async () => {
    const page = ownPage(place)
    const stay = page.enter(container(), { base: '/campus/app' })
    document.title = 'My training'
    await turn()
    history.pushState(null, '', '/campus/notices')
    document.title = 'Notices'
    stay.leave()
    expect(document.title).toBe('Notices')
  })

  it('gives the title back when the address leaves the app, but for one that the host has set since', async () => {
    const page = ownPage(place)
    const stay = page.enter(container(), { base: '/campus/app' })
    document.title = 'My training'
    await turn()
    stay.away()
    expect(document.title).toBe('My training')
    history.pushState(null, '', '/campus/notices')
    stay.away()
    expect(document.title).toBe('Campus')
    history.pushState(null, '', '/campus/app/oj')
    document.title = 'My training'
    await turn()
    history.pushState(null, '', '/campus/notices')
    document.title = 'Notices'
    stay.away()
    expect(document.title).toBe('Notices')
    stay.leave()
    expect(document.title).toBe('Notices')
  })

  it('gives the title back only when the last app leaves', async () => {
    const page = ownPage(place)
    const first = page.enter(container(), { base: '/campus/app' })
    const second = page.enter(container(), { base: '/campus/app' })
    document.title = 'My training'
    await turn()
    first.leave()
    expect(document.title).toBe('My training')
    second.leave()
    expect(document.title).toBe('Campus')
  })

  it('leaves the title to the host beside an app without an address, which knows the addresses of the others', async () => {
    const page = ownPage(place)
    const own = page.enter(container(), { history: 'memory', base: '/campus/app' })
    document.title = 'Desk'
    await turn()
    expect(own.isApps('/campus/app/personal')).toBe(false)
    const other = page.enter(container(), { base: '/campus/app' })
    expect(
      ['/campus/app', '/campus/app/personal?tab=notes', '/campus/apple', 'https://elsewhere.example/campus/app'].map(
        own.isApps,
      ),
    ).toEqual([true, true, false, false])
    other.leave()
    expect(own.isApps('/campus/app')).toBe(false)
    own.leave()
    expect(document.title).toBe('Desk')
  })

  it('takes the class that an editor sets on the body, not one that was there', () => {
    const page = ownPage(place)
    for (const before of ['', 'underline-links']) {
      document.body.className = before
      const stay = page.enter(container(), {})
      document.body.classList.add('underline-links')
      stay.leave()
      expect(document.body.className).toBe(before)
    }
  })

  it('removes what an editor left in the body, and not what the host’s editor had there', () => {
    const page = ownPage(place)
    const aria = () => Object.assign(document.createElement('div'), { className: 'monaco-aria-container' })
    document.body.append(aria())
    const stay = page.enter(container(), {})
    document.body.append(aria())
    stay.leave()
    expect(document.querySelectorAll('.monaco-aria-container')).toHaveLength(1)
  })

  it('sets neither theme nor language of the document', () => {
    const page = ownPage(place)
    document.body.setAttribute('arco-theme', 'dark')
    document.documentElement.lang = 'fr'
    const stay = page.enter(container(), {})
    document.documentElement.lang = 'de'
    stay.leave()
    expect([document.body.getAttribute('arco-theme'), document.documentElement.lang]).toEqual(['dark', 'de'])
    document.body.removeAttribute('arco-theme')
  })
})
