import { afterEach, describe, expect, test } from 'vitest'
import { type AppHistory, createAppHistory } from './history.ts'

/** A window with a history that answers later, as a browser's does. */
function fakeWindow(start = '/page/mg/') {
  const entries: { url: string; state: unknown }[] = [{ url: start, state: null }]
  let at = 0
  const listeners = new Set<() => void>()
  const put = (i: number, url: string, state: unknown) => {
    entries[i] = { url: new URL(url, `http://x${entries[at]?.url ?? ''}`).href.slice('http://x'.length), state }
    at = i
  }
  const w = {
    get location() {
      const u = new URL(entries[at]?.url ?? '/', 'http://x')
      return { pathname: u.pathname, search: u.search, hash: u.hash }
    },
    history: {
      get state() {
        return entries[at]?.state ?? null
      },
      pushState(state: unknown, _t: string, url: string) {
        entries.length = at + 1
        put(at + 1, url, state)
      },
      replaceState(state: unknown, _t: string, url?: string) {
        put(at, url || (entries[at]?.url ?? ''), state)
      },
      go(n: number) {
        queueMicrotask(() => {
          at = Math.max(0, Math.min(entries.length - 1, at + n))
          for (const l of listeners) l()
        })
      },
    },
    addEventListener: (_: string, f: () => void) => listeners.add(f),
    removeEventListener: (_: string, f: () => void) => listeners.delete(f),
  }
  return {
    window: w as unknown as Window,
    url: () => entries[at]?.url,
    count: () => entries.length,
    listeners,
    host: (url: string) => w.history.pushState({ foreign: true }, '', url),
  }
}
const settle = () => new Promise((r) => setTimeout(r, 0))
let history: AppHistory | undefined
afterEach(() => history?.dispose())

describe('the app’s history', () => {
  test('pushes, replaces and goes back', async () => {
    const w = fakeWindow()
    history = createAppHistory(w.window)
    history.push('/page/mg/a?x=1')
    history.push({ pathname: '/page/mg/b', search: '', hash: '' })
    history.replace('/page/mg/c')
    expect([w.url(), history.location.pathname, history.action]).toEqual(['/page/mg/c', '/page/mg/c', 'REPLACE'])
    history.go(-1)
    await settle()
    expect([history.location.pathname, history.location.search, history.action]).toEqual(['/page/mg/a', '?x=1', 'POP'])
  })
  test('holds a link back and does it when the user decided', () => {
    const w = fakeWindow()
    history = createAppHistory(w.window)
    let go: (() => void) | undefined
    history.block((h) => {
      go = h.proceed
      return true
    })
    history.push('/page/mg/a')
    expect(w.url()).toBe('/page/mg/')
    go?.()
    expect(w.url()).toBe('/page/mg/a')
    history.push('/page/mg/b')
    expect(w.url()).toBe('/page/mg/a')
  })
  test('holds “back” back, keeps the address, and goes when the user decided', async () => {
    const w = fakeWindow()
    history = createAppHistory(w.window)
    history.push('/page/mg/a')
    history.push('/page/mg/b')
    let go: (() => void) | undefined
    history.block((h) => {
      go = h.proceed
      return true
    })
    history.go(-1)
    await settle()
    await settle()
    expect([w.url(), history.location.pathname]).toEqual(['/page/mg/b', '/page/mg/b'])
    go?.()
    await settle()
    expect([w.url(), history.location.pathname]).toEqual(['/page/mg/a', '/page/mg/a'])
    history.go(-1)
    await settle()
    await settle()
    expect(history.location.pathname).toBe('/page/mg/a')
  })
  test('follows a host that went elsewhere, and hears nothing twice', async () => {
    const w = fakeWindow()
    history = createAppHistory(w.window)
    let told = 0
    history.listen(() => told++)
    w.host('/page/mg/from-host')
    for (const l of w.listeners) l()
    for (const l of w.listeners) l()
    expect([history.location.pathname, told]).toEqual(['/page/mg/from-host', 1])
  })
  test('leaves no listener behind', () => {
    const w = fakeWindow()
    history = createAppHistory(w.window)
    history.dispose()
    expect(w.listeners.size).toBe(0)
  })
})
