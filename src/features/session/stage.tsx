/* oxlint-disable typescript/no-unsafe-type-assertion -- a stage has of each thing what its tests look at */
/** For tests: a real store with a fake client, around a view at an address. Notes what was called and which actions were sent. */
import { combineReducers, configureStore, type Middleware } from '@reduxjs/toolkit'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { Provider } from 'react-redux'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import type { Client } from '../../contract/lib/client.ts'
import type { Api } from '../../contract/api.ts'
import { noPermissions, type SessionPhase, sessionActions, sessionSlice } from '../../kit/session/session.slice.ts'
import { type Settings, settingsActions, settingsSlice } from '../../kit/session/settings.slice.ts'
import { type AppProblem, ProblemError } from '../../lib/problem.ts'

export interface StageOptions {
  at?: string
  /** Pattern of the screen, for its parameters. */
  path?: string
  phase?: SessionPhase
  settings?: Partial<Settings>
  /** Replies by route key: a value, a problem that is thrown, or what makes one of them. */
  answers?: Record<string, unknown>
  /** Phases that follow an action at once, as the app's saga would see to it. */
  follows?: Record<string, SessionPhase>
}

export const problem = (code: AppProblem['code'], more: Partial<AppProblem> = {}): ProblemError =>
  new ProblemError({ code, status: 400, request_id: 'r-1', ...more })

export const signedInPhase = (grants: 'all' | string[] = 'all'): SessionPhase => ({
  at: 'in',
  user: {
    resource_id: 'u1',
    username: 'lin_wei',
    rep_name: 'Lin Wei',
    logo: '',
    is_admin: true,
    role: { id: 'r1', key: 'teacher', name: 'x' },
    org: null,
  },
  must_change: null,
  permissions: { ...noPermissions, grants, modules: ['library'] },
  locked: false,
})

export const sampleSession = {
  token: 't',
  jwt_token: 'j',
  expires_at: '2025-01-01T00:00:00Z',
  user: (signedInPhase() as Extract<SessionPhase, { at: 'in' }>).user,
  must_change: null,
}

export function stage(view: ReactElement, o: StageOptions = {}) {
  const calls: { route: string; args: unknown }[] = []
  const sent: { type: string; payload?: unknown }[] = []
  const client = (async (route: string, args: unknown) => {
    calls.push({ route, args })
    const given = o.answers?.[route]
    const answer: unknown = typeof given === 'function' ? (given as () => unknown)() : given
    if (answer === undefined) throw problem('not_found')
    if (answer instanceof Error) throw answer
    return answer
  }) as unknown as Client<Api>
  const note: Middleware = () => (next) => (action) => {
    const a = action as { type: string; payload?: unknown }
    if (/^(session|settings)\//.test(a.type)) sent.push({ type: a.type, payload: a.payload })
    const done = next(action)
    const phase = o.follows?.[a.type]
    if (phase) store.dispatch(sessionActions.phaseChanged(phase))
    return done
  }
  const store = configureStore({
    reducer: combineReducers({
      session: sessionSlice.reducer,
      settings: settingsSlice.reducer,
    }),
    middleware: (defaults) => defaults({ thunk: { extraArgument: { client } } }).concat(note),
  })
  if (o.phase) store.dispatch(sessionActions.phaseChanged(o.phase))
  if (o.settings) store.dispatch(settingsActions.changed(o.settings))
  sent.length = 0
  let address = ''
  function Address() {
    const { pathname, search } = useLocation()
    address = pathname + search
    return null
  }
  const shown = render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[o.at ?? '/']}>
        <Address />
        <Routes>
          <Route path={o.path ?? '*'} element={view} />
          <Route path="*" element={null} />
        </Routes>
      </MemoryRouter>
    </Provider>,
  )
  return { ...shown, store, calls, sent, address: () => address }
}
