/**
 * How somebody plays videos on this device: kept as theirs, and inside a host only as long as the app is mounted, whose storage is not theirs.
 * Which captions they read goes with them from device to device.
 */
import { useMemo, useRef } from 'react'
import { useStore } from 'react-redux'
import { textLanguages } from '../../../../../contract/bank/question.ts'
import { useClient } from '../../../../../kit/data/call.ts'
import { useMe, useSettings } from '../../../../../kit/session/use.ts'
import { inMemory, scoped, type Store } from '../../../../../lib/storage.ts'
import { type PlayerPrefs, prefsFrom } from './player.logic.ts'

export interface KeptPrefs {
  read: () => PlayerPrefs
  keep: (some: Partial<PlayerPrefs>) => void
}

const captionChoices = [...textLanguages, ''] as const

/** Captions that were chosen since the lesson was asked for, by mount and person. */
const chosen = new WeakMap<object, Map<string, string>>()
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

/** @param saved the captions that the server keeps for them, as it was asked last */
export function usePlayerPrefs(saved: string | null): KeptPrefs {
  const mount = useStore()
  const { embedded } = useSettings()
  const user = useMe()?.resource_id ?? ''
  const client = useClient()
  const asked = useRef(saved)
  asked.current = saved
  return useMemo(() => {
    const { read, keep } = keptPrefs(embedded ? ofMount(mount) : scoped('local'), user)
    const since = chosen.get(mount) ?? new Map<string, string>()
    chosen.set(mount, since)
    return {
      read: () => {
        const kept = read()
        return { ...kept, captions: since.get(user) ?? asked.current ?? kept.captions }
      },
      keep(some) {
        keep(some)
        if (some.captions === undefined) return
        since.set(user, some.captions)
        const language = captionChoices.find((c) => c === some.captions)
        // one that is not kept there is kept here
        if (language !== undefined) client('PUT /learning/captions', { body: { language } }).catch(() => undefined)
      },
    }
  }, [client, mount, embedded, user])
}
