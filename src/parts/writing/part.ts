/** Gives what is written to the app's store; loaded with the pages on which it is. */
import type { Api } from '../../contract/api.ts'
import type { Client } from '../../contract/lib/client.ts'
import { providePart } from '../../kit/data/later.ts'
import { scoped } from '../../lib/storage.ts'
import { writingJournal } from './journal.ts'
import { writingSaga, type WritingServices } from './writing.saga.ts'
import { writingSlice } from './writing.slice.ts'

const servicesOf = (client: Client<Api>): WritingServices => ({
  save(place, answers) {
    const [kind, id = '', section = '', epoch, writer = ''] = place.split(' ')
    const params = { id }
    if (kind === 'quiz')
      return client('POST /learning/courses/:id/sections/:section/draft', {
        params: { id, section },
        body: { answers: answers.map(({ item, answer }) => ({ item, answer })) },
      })
    if (kind === 'homework')
      return client('POST /learning/courses/:id/homework/:section/save', {
        params: { id, section },
        body: { epoch: Number(epoch), writer, answers },
      })
    if (kind === 'run') return client('POST /practice/paper-runs/:id/save', { params, body: { answers } })
    return client('POST /practice/questions/:id/draft', { params, body: { answer: answers[0]?.answer ?? null } })
  },
  journal: writingJournal(scoped('local')),
  leaving(changed) {
    const hidden = () => document.hidden && changed()
    document.addEventListener('visibilitychange', hidden)
    addEventListener('pagehide', changed)
    // there is a network again: nothing waits out its pause
    addEventListener('online', changed)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('pagehide', changed)
      removeEventListener('online', changed)
    }
  },
})

providePart({
  name: writingSlice.name,
  reducer: writingSlice.reducer,
  saga: ({ client }) => writingSaga(servicesOf(client)),
})
