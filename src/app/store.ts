import { combineReducers, configureStore, type Middleware, type Reducer, type UnknownAction } from '@reduxjs/toolkit'
import createSagaMiddleware, { type Saga } from 'redux-saga'
import type { Extra } from '../kit/data/call.ts'
import { onPart, type PartServices } from '../kit/data/later.ts'
import { type Cache, onCache } from '../kit/data/slot.ts'
import { sessionSlice } from '../kit/session/session.slice.ts'
import { settingsSlice } from '../kit/session/settings.slice.ts'

const own = {
  [sessionSlice.name]: sessionSlice.reducer,
  [settingsSlice.name]: settingsSlice.reducer,
}

/**
 * One store per mounted app. `run` starts a saga; `stop` ends all of them and every listener the store made. `cached` does something with
 * the cache of answers, if this page has one by now.
 */
export function createAppStore(
  extra: Extra,
  report: (e: unknown) => void,
  { acts, ...outside }: Pick<PartServices, 'send' | 'api' | 'token'> & { acts: () => void },
) {
  const sagas = createSagaMiddleware({ onError: report })
  let cache: Cache['api'] | undefined
  let caching: Middleware | undefined
  /** The cache's own middleware, once it is there. */
  const slot: Middleware = (api) => (next) => {
    let handler: { of: Middleware; run: (action: unknown) => unknown } | undefined
    return (action) => {
      if (!caching) return next(action)
      if (handler?.of !== caching) handler = { of: caching, run: caching(api)(next) }
      return handler.run(action)
    }
  }
  /** Whatever an action leads to is done for this app. */
  const actor: Middleware = () => (next) => (action) => {
    acts()
    return next(action)
  }
  const later: Record<string, Reducer> = {}
  const reducerOf = () => combineReducers({ ...own, ...later })
  const store = configureStore({
    reducer: reducerOf(),
    devTools: import.meta.env.DEV,
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: extra },
        // a dropped file travels to its saga in the action and never into the state
        serializableCheck: { ignoredActions: ['uploads/added', 'deposits/added'] },
      })
        .prepend(actor)
        .concat(slot, sagas),
  })
  let unfollow = (): void => undefined
  const grow = (name: string, reducer: Reducer): void => {
    later[name] = reducer
    store.replaceReducer(reducerOf())
  }
  const leaveCache = onCache(({ api, follow }) => {
    unfollow()
    grow(api.reducerPath, api.reducer)
    cache = api
    caching = api.middleware
    unfollow = follow(store.dispatch)
  })
  const tasks: { cancel(): void }[] = []
  const cached = (act: (api: Cache['api'], dispatch: (action: UnknownAction) => void) => void): void => {
    if (cache) act(cache, (action) => void store.dispatch(action))
  }
  const stale = (subjects: readonly string[]): void =>
    cached((api, dispatch) =>
      dispatch(api.util.invalidateTags(subjects.map((id) => ({ type: 'subject' as const, id })))),
    )
  const services: PartServices = { client: extra.client, stale, ...outside }
  const leaveParts = onPart(({ name, reducer, saga }) => {
    grow(name, reducer)
    tasks.push(sagas.run(() => saga(services)))
  })
  return {
    store,
    cached,
    stale,
    run(saga: Saga<[]>): void {
      tasks.push(sagas.run(saga))
    },
    stop(): void {
      for (const task of tasks) task.cancel()
      leaveCache()
      leaveParts()
      unfollow()
      if (cache) store.dispatch(cache.util.resetApiState())
    },
  }
}
