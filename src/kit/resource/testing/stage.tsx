/* oxlint-disable typescript/no-unsafe-type-assertion -- a stage has of each thing what its tests look at */
/** For tests: a real store with a fake client and a router, around a view at an address. Notes the calls and lets a test hold them. */
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { fireEvent, render, screen } from '@testing-library/react'
import { type ReactElement, useSyncExternalStore } from 'react'
import { Provider } from 'react-redux'
import { createPath, type Location, NavigationType, parsePath, Route, Router, Routes, type To } from 'react-router-dom'
import type { Api } from '../../../contract/api.ts'
import type { CallOptions, Client } from '../../../contract/lib/client.ts'
import type { RowBase } from '../../../contract/lib/resource.ts'
import { loadMessages, setLocale, wordsInside } from '../../../i18n/index.ts'
import { type AppProblem, ProblemError } from '../../../lib/problem.ts'
import { dataApi } from '../../data/api.ts'
import { type Blocker, HistoryContext } from '../../navigation/useBlocker.ts'
import { noPermissions, sessionActions, sessionSlice } from '../../session/session.slice.ts'
import { settingsSlice } from '../../session/settings.slice.ts'

export interface Asked {
  route: string
  args: { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
  key: string | undefined
}
/** Answers by route key: a value, a problem to throw, or what makes one of them of the call. */
export type Answers = Record<string, unknown>

export const problem = (code: AppProblem['code'], more: Partial<AppProblem> = {}): ProblemError =>
  new ProblemError({ code, status: 409, request_id: 'r-1', ...more })

export const rowOf = (id: string, more: object = {}): RowBase & { name: string } => ({
  id,
  version: 1,
  created_at: '2024-01-01T00:00:00Z',
  updated_at: '2024-01-02T00:00:00Z',
  created_by: 'u1',
  updated_by: 'u1',
  can: ['update', 'remove', 'audience'],
  name: id,
  ...more,
})
export const pageOf = (items: readonly unknown[], total = items.length) => ({ items, total, page: 1, page_size: 20 })

export const words = async (): Promise<void> => {
  await setLocale('en-US')
  await Promise.all(wordsInside.map(loadMessages))
  await loadMessages('kit')
  await loadMessages('library')
}

export function stage(
  view: ReactElement,
  answers: Answers,
  o: { at?: string; path?: string; grants?: 'all' | string[] } = {},
) {
  const asked: Asked[] = []
  const client = (async (route: string, args: Asked['args'], options?: CallOptions) => {
    const call = { route, args, key: options?.idempotencyKey }
    asked.push(call)
    const made: unknown = answers[route]
    const answer: unknown = typeof made === 'function' ? await (made as (c: Asked) => unknown)(call) : made
    if (answer === undefined) throw problem('not_found', { status: 404 })
    if (answer instanceof Error) throw answer
    return answer
  }) as unknown as Client<Api>
  const store = configureStore({
    reducer: combineReducers({
      session: sessionSlice.reducer,
      settings: settingsSlice.reducer,
      [dataApi.reducerPath]: dataApi.reducer,
    }),
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: { client } }, serializableCheck: false, immutableCheck: false }).concat(
        dataApi.middleware,
      ),
  })
  store.dispatch(
    sessionActions.phaseChanged({
      at: 'in',
      user: {
        resource_id: 'u1',
        username: 'grace',
        rep_name: 'Grace',
        logo: '',
        is_admin: true,
        role: { id: 'r1', key: 'admin', name: 'Administrator' },
        org: null,
      },
      must_change: null,
      permissions: { ...noPermissions, grants: o.grants ?? 'all', modules: ['library', 'bank', 'practice', 'contest'] },
      locked: false,
    }),
  )
  const history = memoryHistory(o.at ?? '/')
  function App() {
    const location = useSyncExternalStore(history.listen, history.location)
    return (
      <Router location={location} navigator={history.navigator}>
        <HistoryContext.Provider value={history}>
          <Routes>
            <Route path={o.path ?? '*'} element={view} />
            <Route path="*" element={null} />
          </Routes>
        </HistoryContext.Provider>
      </Router>
    )
  }
  const shown = render(
    <Provider store={store}>
      <App />
    </Provider>,
  )
  return {
    ...shown,
    asked,
    store,
    of: (route: string) => asked.filter((a) => a.route === route),
    address: () => history.location().pathname + history.location().search,
    /** Goes to another page, unless the present one holds it back. */
    leave: () => history.navigator.push('/elsewhere'),
  }
}

/** A history that asks before it moves, as the app's own does, and lives in memory. */
function memoryHistory(start: string) {
  let at: Location = locationOf(start)
  let blocker: Blocker | undefined
  const watchers = new Set<() => void>()
  const go = (to: To): void => {
    const next = locationOf(typeof to === 'string' ? to : createPath(to))
    const arrive = () => {
      at = next
      for (const w of watchers) w()
    }
    if (!blocker?.({ action: NavigationType.Push, to: next, proceed: arrive }, at)) arrive()
  }
  return {
    location: () => at,
    listen: (watch: () => void) => {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
    navigator: {
      createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
      push: go,
      replace: go,
      go: () => {},
    },
    owe() {},
    block: (b: Blocker) => {
      blocker = b
      return () => {
        blocker = undefined
      }
    },
  }
}

const locationOf = (path: string): Location => ({
  pathname: '/',
  search: '',
  hash: '',
  ...parsePath(path),
  state: null,
  key: path,
})

/** Takes an option of a `Select`. */
export async function choose(box: HTMLElement, name: string | RegExp): Promise<void> {
  if (box.getAttribute('aria-expanded') !== 'true') fireEvent.click(box)
  fireEvent.click(await screen.findByRole('option', { name }))
}
