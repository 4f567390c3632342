/** Gives the sitting of an exam to the app's store; loaded with its page. */
import { providePart } from '../../../kit/data/later.ts'
import type { Api } from '../../../contract/api.ts'
import type { Client } from '../../../contract/lib/client.ts'
import { newKey } from '../../../lib/id.ts'
import { scoped } from '../../../lib/storage.ts'
import type { Journal } from './sitting.logic.ts'
import { sittingSaga, type SittingServices } from './sitting.saga.ts'
import { sittingSlice } from './sitting.slice.ts'

/** Milliseconds a page waits for the one before it to be gone: a reload overlaps. */
const patience = 1500

/**
 * Tabs of one browser agree through a lock who is the page that wrote before: only it keeps its name after a reload. Without locks (a page
 * that came over no secure connection) the name is the tab's.
 */
async function writerOf(exam: string): Promise<{ name: string; release: () => void }> {
  const store = scoped('session')
  const key = `exam-writer:${exam}`
  const named = store.get(key) ?? newKey()
  if (!('locks' in navigator)) {
    store.set(key, named)
    return { name: named, release: () => {} }
  }
  return new Promise((done) => {
    const held = (name: string) =>
      new Promise<void>((release) => {
        store.set(key, name)
        done({ name, release })
      })
    navigator.locks
      .request(`${key}:${named}`, { signal: AbortSignal.timeout(patience) }, () => held(named))
      .catch(() => void held(newKey()))
  })
}

const journalKey = (attempt: string) => `exam-journal:${attempt}`
const journal: SittingServices['journal'] = {
  read(attempt) {
    try {
      return JSON.parse(scoped('local').get(journalKey(attempt)) ?? 'null') as Journal | undefined
    } catch {
      return undefined
    }
  },
  write: (j) => scoped('local').set(journalKey(j.attempt), JSON.stringify(j)),
  clear: (attempt) => scoped('local').remove(journalKey(attempt)),
}

const servicesOf = (client: Client<Api>): SittingServices => {
  const at = (id: string) => ({ params: { id } })
  return {
    begin: (exam, writer) => client('POST /my-exams/:id/begin', { ...at(exam), body: { writer } }),
    sheet: (id, writer, language) => client('GET /exam-attempts/:id', { ...at(id), query: { writer, language } }),
    state: (id) => client('GET /exam-attempts/:id/state', at(id), { as: 'poll' }),
    save: (id, body) => client('POST /exam-attempts/:id/save', { ...at(id), body }),
    takeOver: (id, writer) => client('POST /exam-attempts/:id/take-over', { ...at(id), body: { writer } }),
    next: (id, epoch, from, language) =>
      client('POST /exam-attempts/:id/next', { ...at(id), body: { epoch, from, language } }),
    handIn: (id, epoch) => client('POST /exam-attempts/:id/hand-in', { ...at(id), body: { epoch } }),
    receipt: (id) => client('GET /exam-attempts/:id/receipt', at(id)),
    writer: writerOf,
    journal,
    monotonic: () => performance.now(),
    random: Math.random,
    leaving(changed) {
      const hidden = () => changed(document.hidden)
      const away = () => changed(true)
      document.addEventListener('visibilitychange', hidden)
      addEventListener('pagehide', away)
      return () => {
        document.removeEventListener('visibilitychange', hidden)
        removeEventListener('pagehide', away)
      }
    },
  }
}

providePart({
  name: sittingSlice.name,
  reducer: sittingSlice.reducer,
  saga: ({ client }) => sittingSaga(servicesOf(client)),
})
