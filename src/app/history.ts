/**
 * The browser's history as the router wants it, with one thing more: a page may hold back a navigation until its user decided.
 * The library's own data router can do that too and weighs 18 KiB of the first load for it; this is the part we use.
 * Every entry of ours carries its index, so that a held-back "back" can be undone and done again. Its name is our own: a host's router counts, too.
 */
import {
  createPath,
  type Location,
  NavigationType as Action,
  type Navigator,
  parsePath,
  type To,
} from 'react-router-dom'
import type { Blocker, BlockedNavigation, PageHistory } from '../kit/navigation/useBlocker.ts'
import type { HistoryWindow } from './memory.ts'

export interface AppHistory extends Navigator, PageHistory {
  readonly location: Location
  readonly action: Action
  listen(watch: () => void): () => void
  dispose(): void
}

interface State {
  usr: unknown
  key: string
  mg_idx: number
}
const { Pop, Push, Replace } = Action

interface Options extends Pick<PageHistory, 'own'> {
  /** Address of a page for who opens it elsewhere; its path, unless it says otherwise. */
  addressOf?: (path: string) => string
}

export function createAppHistory(window: HistoryWindow, { own, addressOf = (path) => path }: Options = {}): AppHistory {
  const watchers = new Set<() => void>()
  const blockers = new Set<Blocker>()
  /** Events that our own undoing of a "back" will cause, and the one that a decided user lets through. */
  let ignore = 0
  let letThrough = false
  let owed: (() => void) | undefined

  const read = (): { location: Location; idx: number | undefined } => {
    const { pathname, search, hash } = window.location
    const state: Partial<State> | null = window.history.state
    return {
      location: { pathname, search, hash, state: state?.usr ?? null, key: state?.key ?? 'default' } as Location,
      idx: state?.mg_idx,
    }
  }
  let { location, idx } = read()
  let action: Action = Pop
  if (idx === undefined) {
    idx = 0
    const had: object | null = window.history.state
    window.history.replaceState({ ...had, mg_idx: idx }, '')
  }

  const tell = () => {
    for (const w of watchers) w()
  }
  const target = (to: To, state: unknown): Location => {
    const parts = typeof to === 'string' ? parsePath(to) : to
    return {
      pathname: location.pathname,
      search: '',
      hash: '',
      ...parts,
      state: state ?? null,
      key: Math.random().toString(36).slice(2, 10),
    } as Location
  }
  /** Whether nobody holds it back. */
  const free = (held: BlockedNavigation): boolean => ![...blockers].some((b) => b(held, location))

  const move = (next: Action, to: To, state: unknown): void => {
    const there = target(to, state)
    if (!free({ action: next, to: there, proceed: () => pass(() => move(next, to, state)) })) return
    const at = next === Push ? (idx ?? 0) + 1 : (idx ?? 0)
    const kept: State = { usr: there.state, key: there.key, mg_idx: at }
    const url = createPath(there)
    if (next === Push) window.history.pushState(kept, '', url)
    else window.history.replaceState(kept, '', url)
    idx = at
    location = there
    action = next
    owed = undefined
    tell()
  }
  /** Runs a navigation past the blockers. */
  const pass = (run: () => void): void => {
    const kept = [...blockers]
    blockers.clear()
    run()
    for (const b of kept) blockers.add(b)
  }

  const onPop = () => {
    if (ignore > 0) {
      ignore--
      return
    }
    const there = read()
    // a host's own events may say what is known already
    if (createPath(there.location) === createPath(location) && there.location.key === location.key) return
    const delta = there.idx === undefined || idx === undefined ? undefined : there.idx - idx
    const held: BlockedNavigation = {
      action: Pop,
      to: there.location,
      proceed: () => {
        if (delta === undefined) pass(() => move(Push, there.location, there.location.state))
        else {
          letThrough = true
          window.history.go(delta)
        }
      },
    }
    const decided = letThrough
    letThrough = false
    if (!decided && delta !== 0 && !free(held)) {
      if (delta === undefined) {
        const state: unknown = window.history.state
        const [here, url] = [createPath(location), createPath(there.location)]
        window.history.pushState(
          { usr: location.state, key: location.key, mg_idx: (idx ?? 0) + 1 } satisfies State,
          '',
          here,
        )
        owed = () => {
          if (createPath(window.location) === here) window.history.pushState(state, '', url)
        }
      } else {
        ignore++
        window.history.go(-delta)
      }
      return
    }
    idx = there.idx ?? idx
    location = there.location
    action = Pop
    owed = undefined
    tell()
  }
  window.addEventListener('popstate', onPop)

  return {
    get location() {
      return location
    },
    get action() {
      return action
    },
    own,
    createHref: (to) => addressOf(typeof to === 'string' ? to : createPath(to)),
    go: (n) => window.history.go(n),
    push: (to, state) => move(Push, to, state),
    replace: (to, state) => move(Replace, to, state),
    listen(watch) {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
    block(blocker) {
      blockers.add(blocker)
      return () => blockers.delete(blocker)
    },
    owe(redo) {
      owed = redo
    },
    dispose() {
      window.removeEventListener('popstate', onPop)
      watchers.clear()
      blockers.clear()
      owed?.()
      owed = undefined
    },
  }
}
