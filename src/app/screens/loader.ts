/**
 * Loads a screen's code and its words once, remembers what it has, and says so when it cannot: a chunk that fails or takes longer than
 * 120 s (specification section 7) gives a state with a way to try again instead of an endless wait.
 */
import type { ComponentType } from 'react'
import { timeouts } from '../../contract/limits.ts'
import type { BuiltName } from '../../contract/screens/index.ts'
import { type Locale, loadMessages, type MessageArea, preloadWords } from '../../i18n/index.ts'
import type { ViewEntry } from '../../kit/views.tsx'
import { chunk, inTime, reloadIfKept } from '../../lib/chunk.ts'

type LoadState = { at: 'loading' } | { at: 'ready'; View: ComponentType } | { at: 'failed' }

export interface Loader {
  get(name: BuiltName): LoadState
  retry(name: BuiltName): void
  /** Fetches code and words of a screen that will probably open; a failure shows only when it does. */
  warm(name: BuiltName, language: Locale): void
  subscribe: (watch: () => void) => () => void
}

const areasOf = ({ messages }: ViewEntry): readonly MessageArea[] =>
  typeof messages === 'string' ? [messages] : messages
/** Code, not state: what a page has loaded shows at once when the app is mounted again. Words stay with the page in the same way. */
const arrived = new Map<BuiltName, LoadState>()

const loading: LoadState = { at: 'loading' }
const failed: LoadState = { at: 'failed' }

/** Its entry, or a promise of it where the table is not there yet. */
export type EntryOf = (name: BuiltName) => ViewEntry | Promise<ViewEntry>

/** @param limit milliseconds before a chunk counts as failed */
export function createLoader(entryOf: EntryOf, limit: number = timeouts.chunk): Loader {
  const states = new Map<BuiltName, LoadState>()
  const watchers = new Set<() => void>()
  const put = (name: BuiltName, state: LoadState) => {
    states.set(name, state)
    for (const w of watchers) w()
  }
  const start = (name: BuiltName, again = false) => {
    states.set(name, loading)
    const bring = async () => {
      const entry = await entryOf(name)
      return Promise.all([chunk(entry.load), ...areasOf(entry).map(loadMessages)])
    }
    inTime(bring(), limit)
      .then(([module]) => {
        const ready: LoadState = { at: 'ready', View: module.default }
        arrived.set(name, ready)
        put(name, ready)
      })
      .catch(async (e: unknown) => {
        if (!(again && (await reloadIfKept(e)))) put(name, failed)
      })
  }
  return {
    get(name) {
      const state = states.get(name) ?? arrived.get(name)
      if (state) return state
      start(name)
      return loading
    },
    retry(name) {
      if (states.get(name)?.at === 'loading') return
      start(name, true)
      for (const w of watchers) w()
    },
    warm(name, language) {
      const begin = (entry: ViewEntry) => {
        preloadWords(language, areasOf(entry))
        return chunk(entry.load)
      }
      Promise.resolve(entryOf(name))
        .then(begin)
        .catch(() => {})
    },
    subscribe(watch) {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
  }
}
