/** What was drawn and is not on the server yet, in this browser's store: by user and topology. */
import { TopologyDocument } from '../../../contract/topology/document.schema.ts'
import { scoped, type Store } from '../../../lib/storage.ts'
import type { TopologyDraftStore } from './session/outside.ts'
import { isRecord } from '../../../contract/lib/typed.ts'

export function topologyDraftStore(user: string, topology: string, store: Store = scoped('local')): TopologyDraftStore {
  const key = `topology-draft:${user}:${topology}`
  return {
    read() {
      try {
        const raw: Record<string, unknown> | null = JSON.parse(store.get(key) ?? 'null')
        if (raw === null || typeof raw['version'] !== 'number') return undefined
        const read = TopologyDocument.safeParse(raw['document'])
        const text = typeof raw['text'] === 'string' ? raw['text'] : undefined
        const typed = isRecord(raw['typed']) ? raw['typed'] : {}
        const pending =
          typeof typed['text'] === 'string' ? { typed: { text: typed['text'], apart: typed['apart'] === true } } : {}
        return read.success ? { version: raw['version'], document: read.data, text, ...pending } : undefined
      } catch {
        return undefined
      }
    },
    keep: (draft) => store.set(key, JSON.stringify(draft)),
    drop: () => store.remove(key),
  }
}
