/** Gives the sitting of an exam to the app's store; loaded with its page. */
import { type PartServices, providePart } from '../../../kit/data/later.ts'
import { scopeOf } from '../../../lib/storage.ts'
import { journalIn } from './journal.ts'
import type { PageEvent, SittingServices } from './services.ts'
import { sittingSaga } from './sitting.saga.ts'
import { sittingSlice } from './sitting.slice.ts'
import { writerOf } from '../../../parts/answer-sheet/writer.ts'

type Outside = Pick<PartServices, 'client' | 'stale'>
const servicesOf = ({ client, stale }: Outside): SittingServices => {
  const at = (id: string) => ({ params: { id } })
  return {
    // a hall begins in one moment and shares its statements, which calls with a key do not
    begin: (exam, { returned, ...body }) =>
      client(
        'POST /my-exams/:id/begin',
        { ...at(exam), body: { ...body, returned: returned !== undefined } },
        returned === undefined ? {} : { idempotencyKey: returned },
      ),
    sheet: (id, writer, language) => client('GET /exam-attempts/:id', { ...at(id), query: { writer, language } }),
    state: (id) => client('GET /exam-attempts/:id/state', at(id), { as: 'poll' }),
    save: (id, body) => {
      // what is long may take long
      const as = JSON.stringify(body).length > 30_000 ? 'write' : 'poll'
      return client('POST /exam-attempts/:id/save', { ...at(id), body }, { as, lasting: true })
    },
    takeOver: (id, writer) => client('POST /exam-attempts/:id/take-over', { ...at(id), body: { writer } }),
    next: (id, body) => client('POST /exam-attempts/:id/next', { ...at(id), body }),
    handIn: (id, body) => client('POST /exam-attempts/:id/hand-in', { ...at(id), body }),
    receipt: (id) => client('GET /exam-attempts/:id/receipt', at(id)),
    changed: () => stale(['my-exams']),
    writer: writerOf,
    journal: journalIn(scopeOf()),
    monotonic: () => performance.now(),
    wall: () => Date.now(),
    random: Math.random,
    page(heard) {
      const on = (at: EventTarget, name: string, say: () => PageEvent) => {
        const listen = () => heard(say())
        at.addEventListener(name, listen)
        return () => at.removeEventListener(name, listen)
      }
      const stops = [
        on(document, 'visibilitychange', () => (document.hidden ? 'hidden' : 'shown')),
        on(window, 'pagehide', () => 'left'),
        on(window, 'pageshow', () => 'shown'),
        on(window, 'offline', () => 'offline'),
        on(window, 'online', () => 'online'),
      ]
      return () => stops.forEach((stop) => stop())
    },
  }
}

providePart({
  name: sittingSlice.name,
  reducer: sittingSlice.reducer,
  saga: (outside) => sittingSaga(servicesOf(outside)),
})
