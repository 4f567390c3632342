/** What the app's history needs of a window. */
export interface HistoryWindow {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash'>
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>
  addEventListener(type: 'popstate', heard: () => void): void
  removeEventListener(type: 'popstate', heard: () => void): void
}

interface Entry {
  url: URL
  state: unknown
}

/** A place whose address nobody else has: entries and `go` as in a window, which also answers later. */
export interface MemoryPlace extends HistoryWindow {
  reaches: (delta: number) => boolean
}

export function memoryPlace(start: string): MemoryPlace {
  // of an address only what comes after the origin is read
  const read = (path: string, from = 'http://memory'): URL => new URL(path, from)
  const first: Entry = { url: read(start), state: null }
  let entries: readonly Entry[] = [first]
  let at = 0
  const here = () => entries[at] ?? first
  const heard = new Set<() => void>()
  const entry = (state: unknown, url: string | URL | null | undefined): Entry => ({
    url: url ? read(String(url), here().url.href) : here().url,
    state: structuredClone(state),
  })
  const reaches = (delta: number) => entries[at + delta] !== undefined
  return {
    get location() {
      const { pathname, search, hash } = here().url
      return { pathname, search, hash }
    },
    history: {
      get state() {
        return here().state
      },
      pushState(state, _, url) {
        entries = [...entries.slice(0, at + 1), entry(state, url)]
        at++
      },
      replaceState(state, _, url) {
        const next = entry(state, url)
        entries = entries.map((e, i) => (i === at ? next : e))
      },
      go(delta = 0) {
        if (delta === 0 || !reaches(delta)) return
        queueMicrotask(() => {
          // as a window does it: where it stands by then is where it goes from
          if (!reaches(delta)) return
          at += delta
          for (const tell of heard) tell()
        })
      },
    },
    addEventListener: (_, f) => void heard.add(f),
    removeEventListener: (_, f) => void heard.delete(f),
    reaches,
  }
}
