import { afterEach, describe, expect, test } from 'vitest'
import { createPath } from 'react-router-dom'
import { type AppHistory, createAppHistory } from './history.ts'
import { type MemoryPlace, memoryPlace } from './memory.ts'

/** A memory's place, with what a test asks of it. */
function fakeWindow(start = '/page/mg/') {
  const listeners = new Set<() => void>()
  const place = memoryPlace(start)
  const window: MemoryPlace = {
    ...place,
    // getters are not spread
    get location() {
      return place.location
    },
    addEventListener(type, f) {
      listeners.add(f)
      place.addEventListener(type, f)
    },
    removeEventListener(type, f) {
      listeners.delete(f)
      place.removeEventListener(type, f)
    },
  }
  return {
    window,
    url: () => createPath(place.location),
    listeners,
    host: (url: string) => place.history.pushState({ foreign: true }, '', url),
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
  test('gives a host its address back when the app is taken away before its user decided, with what the host’s router keeps there', () => {
    const w = fakeWindow()
    history = createAppHistory(w.window)
    history.push('/page/mg/form')
    history.block(() => true)
    // as a router that counts its entries by the same word
    const state = { usr: null, key: 'host', idx: 5 }
    w.window.history.pushState(state, '', '/library')
    for (const l of w.listeners) l()
    expect(w.url()).toBe('/page/mg/form')
    history.dispose()
    expect([w.url(), w.window.history.state]).toEqual(['/library', state])
  })
  test('leaves the address alone when its user stayed, or the host has gone elsewhere since', () => {
    const stayed = () => history?.owe(undefined)
    for (const after of [stayed, (w: ReturnType<typeof fakeWindow>) => w.host('/other')]) {
      const w = fakeWindow()
      history = createAppHistory(w.window)
      history.push('/page/mg/form')
      history.block(() => true)
      w.host('/library')
      for (const l of w.listeners) l()
      after(w)
      const url = w.url()
      history.dispose()
      expect(w.url()).toBe(url)
    }
  })
  test('leaves no listener behind', () => {
    const w = fakeWindow()
    history = createAppHistory(w.window)
    history.dispose()
    expect(w.listeners.size).toBe(0)
  })
})

describe('a place in memory', () => {
  test('goes as a window’s history does: later, within its entries, and a push forgets what was ahead', async () => {
    const place = memoryPlace('/page/mg/a?x=1#y')
    let heard = 0
    place.addEventListener('popstate', () => heard++)
    place.history.pushState({ n: 1 }, '', '/page/mg/b')
    place.history.pushState({ n: 2 }, '', '?z=3')
    expect([createPath(place.location), place.history.state]).toEqual(['/page/mg/b?z=3', { n: 2 }])
    place.history.go(-2)
    expect(createPath(place.location)).toBe('/page/mg/b?z=3')
    await settle()
    expect([createPath(place.location), heard]).toEqual(['/page/mg/a?x=1#y', 1])
    expect([place.reaches(-1), place.reaches(2), place.reaches(3)]).toEqual([false, true, false])
    place.history.go(-1)
    place.history.replaceState({ n: 0 }, '')
    await settle()
    expect([createPath(place.location), place.history.state, heard]).toEqual(['/page/mg/a?x=1#y', { n: 0 }, 1])
    place.history.pushState(null, '', '/page/mg/c')
    expect(place.reaches(1)).toBe(false)
  })
  test('of no other: neither another place nor the window goes along', () => {
    const before = [window.location.href, window.history.length]
    const [one, other] = [memoryPlace('/page/mg/'), memoryPlace('/page/mg/')]
    const there = createAppHistory(other)
    history = createAppHistory(one, { addressOf: (path) => `https://range.example${path}` })
    history.push('/page/mg/a')
    expect([createPath(history.location), createPath(there.location)]).toEqual(['/page/mg/a', '/page/mg/'])
    expect([window.location.href, window.history.length]).toEqual(before)
    expect(history.createHref({ pathname: '/page/mg/b' })).toBe('https://range.example/page/mg/b')
    there.dispose()
  })
})
