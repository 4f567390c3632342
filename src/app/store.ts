import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { setupListeners } from '@reduxjs/toolkit/query'
import createSagaMiddleware, { type Saga } from 'redux-saga'
import { dataApi, type Extra } from '../kit/data/api.ts'
import { uploadActions, uploadSlice } from '../kit/import/upload.slice.ts'
import { sessionSlice } from '../kit/session/session.slice.ts'
import { settingsSlice } from '../kit/session/settings.slice.ts'

const reducer = combineReducers({
  [sessionSlice.name]: sessionSlice.reducer,
  [settingsSlice.name]: settingsSlice.reducer,
  [uploadSlice.name]: uploadSlice.reducer,
  [dataApi.reducerPath]: dataApi.reducer,
})

/** One store per mounted app. `run` starts a saga; `stop` ends all of them and every listener the store made. */
export function createAppStore(extra: Extra, report: (e: unknown) => void) {
  const sagas = createSagaMiddleware({ onError: report })
  const store = configureStore({
    reducer,
    devTools: import.meta.env.DEV,
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: extra },
        // a dropped file travels to its saga in the action and never into the state
        serializableCheck: { ignoredActions: [uploadActions.added.type] },
      }).concat(dataApi.middleware, sagas),
  })
  const stopListening = setupListeners(store.dispatch)
  const tasks: { cancel(): void }[] = []
  return {
    store,
    run(saga: Saga<[]>): void {
      tasks.push(sagas.run(saga))
    },
    stop(): void {
      for (const task of tasks) task.cancel()
      stopListening()
      store.dispatch(dataApi.util.resetApiState())
    },
  }
}
export type AppStore = ReturnType<typeof createAppStore>['store']
