/** Gives the life of scenes to the app's store; loaded with the first screen that shows one. */
import type { Api } from '../../../contract/api.ts'
import type { Client } from '../../../contract/lib/client.ts'
import { providePart } from '../../../kit/data/later.ts'
import { type SceneServices, scenesSaga } from './scenes.saga.ts'
import { type SceneRequest, scenesSlice } from './scenes.slice.ts'

const asking = (client: Client<Api>, { id, command, body, key }: SceneRequest, signal: AbortSignal) => {
  const o = { signal, idempotencyKey: key }
  const params = { id }
  switch (command) {
    case 'snapshot':
      return client('POST /scenes/:id/snapshot', { params, body: { name: body?.name ?? '' } }, o)
    case 'restore':
      return client('POST /scenes/:id/restore', { params, body: { snapshot_id: body?.snapshot_id ?? '' } }, o)
    default:
      return client(`POST /scenes/:id/${command}`, { params, body: {} }, o)
  }
}

const servicesOf = (client: Client<Api>, stale: (subjects: readonly string[]) => void): SceneServices => ({
  watch: (items, signal) => client('POST /scenes/watch', { body: { items } }, { signal, as: 'poll' }),
  command: (ask, signal) => asking(client, ask, signal),
  changed: () => stale(['scenes', 'instances', 'consoles']),
  now: () => Date.now(),
  random: Math.random,
  visibility: {
    hidden: () => document.hidden,
    watch(changed) {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
  },
})

providePart({
  name: scenesSlice.name,
  reducer: scenesSlice.reducer,
  saga: ({ client, stale }) => scenesSaga(servicesOf(client, stale)),
})
