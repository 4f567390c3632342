/** Gives what is written to the app's store; loaded with the pages on which it is. */
import type { Api } from '../../contract/api.ts'
import type { Client } from '../../contract/lib/client.ts'
import { providePart } from '../../kit/data/later.ts'
import { scoped } from '../../lib/storage.ts'
import type { EntriesByItem } from '../answer-sheet/entry.ts'
import { writingSaga, type WritingServices } from './writing.saga.ts'
import { writingSlice } from './writing.slice.ts'

const key = (user: string, place: string) => `practice:${user}:${place}`
const journal: WritingServices['journal'] = {
  read(user, place) {
    try {
      const kept: EntriesByItem = JSON.parse(scoped('local').get(key(user, place)) ?? '{}')
      return kept
    } catch {
      return {}
    }
  },
  write(user, place, entries) {
    if (Object.keys(entries).length) scoped('local').set(key(user, place), JSON.stringify(entries))
    else scoped('local').remove(key(user, place))
  },
}

const servicesOf = (client: Client<Api>): WritingServices => ({
  save(place, answers) {
    const [kind, id = '', section = ''] = place.split(' ')
    const params = { id }
    if (kind === 'quiz')
      return client('POST /learning/courses/:id/sections/:section/draft', {
        params: { id, section },
        body: { answers: answers.map(({ item, answer }) => ({ item, answer })) },
      })
    if (kind === 'run') return client('POST /practice/paper-runs/:id/save', { params, body: { answers } })
    return client('POST /practice/questions/:id/draft', { params, body: { answer: answers[0]?.answer ?? null } })
  },
  journal,
  leaving(changed) {
    const hidden = () => document.hidden && changed()
    document.addEventListener('visibilitychange', hidden)
    addEventListener('pagehide', changed)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('pagehide', changed)
    }
  },
})

providePart({
  name: writingSlice.name,
  reducer: writingSlice.reducer,
  saga: ({ client }) => writingSaga(servicesOf(client)),
})
