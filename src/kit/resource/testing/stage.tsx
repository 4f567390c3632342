/** For tests: a real store with a fake client and a router, around a view at an address. Notes the calls and lets a test hold them. */
import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import type { Api } from '../../../contract/api.ts'
import type { CallOptions, Client } from '../../../contract/lib/client.ts'
import type { RowBase } from '../../../contract/lib/resource.ts'
import { loadMessages, setLocale } from '../../../i18n/index.ts'
import { type AppProblem, ProblemError } from '../../../lib/problem.ts'
import { dataApi } from '../../data/api.ts'
import { type Blocker, HistoryContext } from '../../navigation/useBlocker.ts'
import { sessionActions, sessionSlice } from '../../session/session.slice.ts'
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
  await loadMessages('kit')
  await loadMessages('library')
}

export function stage(view: ReactElement, answers: Answers, o: { at?: string; path?: string } = {}) {
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
    middleware: (defaults) => defaults({ thunk: { extraArgument: { client } } }).concat(dataApi.middleware),
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
      permissions: { grants: 'all', modules: ['library'], stamp: '' },
      locked: false,
    }),
  )
  let address = ''
  let blocker: Blocker | undefined
  function Address() {
    const { pathname, search } = useLocation()
    address = pathname + search
    return null
  }
  const history = {
    block: (b: Blocker) => {
      blocker = b
      return () => {
        blocker = undefined
      }
    },
  }
  const shown = render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[o.at ?? '/']}>
        <HistoryContext.Provider value={history}>
          <Address />
          <Routes>
            <Route path={o.path ?? '*'} element={view} />
            <Route path="*" element={null} />
          </Routes>
        </HistoryContext.Provider>
      </MemoryRouter>
    </Provider>,
  )
  return {
    ...shown,
    asked,
    of: (route: string) => asked.filter((a) => a.route === route),
    address: () => address,
    /** Tries to go elsewhere; true when the page holds it back. */
    leave(proceed: () => void = () => {}): boolean {
      const at = (pathname: string) => ({ pathname, search: '', hash: '', state: null, key: pathname })
      return (
        blocker?.({ action: 'PUSH' as never, to: at('/elsewhere') as never, proceed }, at(address) as never) ?? false
      )
    },
  }
}
