/** How somebody plays videos on this device: kept as theirs, and inside a host only as long as the app is mounted, whose storage is not theirs. */
import { useMemo } from 'react'
import { useStore } from 'react-redux'
import { useMe, useSettings } from '../../../../../kit/session/use.ts'
import { inMemory, scoped, type Store } from '../../../../../lib/storage.ts'
import { type PlayerPrefs, prefsFrom } from './player.logic.ts'

export interface KeptPrefs {
  read: () => PlayerPrefs
  keep: (some: Partial<PlayerPrefs>) => void
}

/** By the store of a mounted app, and gone with it. */
const mounts = new WeakMap<object, Store>()
function ofMount(mount: object): Store {
  const store = mounts.get(mount) ?? inMemory()
  mounts.set(mount, store)
  return store
}

function keptPrefs(store: Store, user: string): KeptPrefs {
  const name = `player:${user}`
  const read = () => prefsFrom(store.get(name))
  return { read, keep: (some) => store.set(name, JSON.stringify({ ...read(), ...some })) }
}

export function usePlayerPrefs(): KeptPrefs {
  const mount = useStore()
  const { embedded } = useSettings()
  const user = useMe()?.resource_id ?? ''
  return useMemo(() => keptPrefs(embedded ? ofMount(mount) : scoped('local'), user), [mount, embedded, user])
}
