/** The server as the editor's saga needs it, over the contract's client. */
import type { TopologyDocument } from '../../../contract/topology/document.ts'
import type { Extra } from '../../../kit/data/call.ts'
import { newKey } from '../../../lib/id.ts'
import { scoped } from '../../../lib/storage.ts'
import type { TopologyServer } from './session/outside.ts'

/** Names this tab, and goes on naming it after a reload: a lock is a person's in one of his tabs. */
export function tabName(): string {
  const kept = scoped('session')
  const name = kept.get('tab') ?? newKey()
  kept.set('tab', name)
  return name
}

type Thunk<T> = (d: unknown, s: unknown, extra: Extra) => Promise<T>
type Dispatch = <T>(thunk: Thunk<T>) => Promise<T>

export function serverOf(
  dispatch: Dispatch,
  id: string,
  tab: string,
): TopologyServer & { copy: (name: string, document: TopologyDocument) => Promise<string> } {
  const params = { id }
  const call = <T>(ask: (client: Extra['client']) => Promise<T>): Promise<T> =>
    dispatch((_d, _s, { client }) => ask(client))
  const key = () => ({ idempotencyKey: newKey() })
  return {
    read: () => call((c) => c('GET /topologies/:id/document', { params })),
    holder: () => call((c) => c('GET /topologies/:id/document', { params })).then((r) => r.lock),
    save: (version, document, text) =>
      call((c) =>
        c('PUT /topologies/:id/document', {
          params,
          body: { version, tab, document, ...(text === undefined ? {} : { text }) },
        }),
      ),
    lock: (take_over) => call((c) => c('POST /topologies/:id/lock', { params, body: { tab, take_over } }, key())),
    keep: () => call((c) => c('POST /topologies/:id/lock/keep', { params, body: { tab } }, key())),
    release: () => call((c) => c('POST /topologies/:id/lock/release', { params, body: { tab } }, key())),
    copy: (name, document) =>
      call((c) => c('POST /topologies/import', { body: { name, document } }, key())).then((row) => row.id),
  }
}
