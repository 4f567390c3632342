/** What is kept on the machine while something is written, so that a closed browser and a lost server cost nothing. */
import type { Store } from '../../lib/storage.ts'
import type { EntriesByItem } from '../answer-sheet/entry.ts'
import type { WritingServices } from './writing.saga.ts'

export const writingJournal = (store: Store): WritingServices['journal'] => {
  const key = (user: string, place: string) => `practice:${user}:${place}`
  const parsed = <T extends object>(name: string, none: T): T => {
    try {
      const kept: T = JSON.parse(store.get(name) ?? 'null')
      return kept ?? none
    } catch {
      return none
    }
  }
  /** Of a homework all pages share one, which says whose it is: what one wrote and did not send, the next one finds. */
  interface Shared {
    at: string
    entries: EntriesByItem
    left: EntriesByItem
  }
  const nothing: Shared = { at: '', entries: {}, left: {} }
  const sharedKey = (user: string, place: string) => key(user, place.split(' ').slice(0, 3).join(' '))
  const isShared = (place: string) => place.startsWith('homework ')
  return {
    read(user, place) {
      if (!isShared(place)) return parsed<EntriesByItem>(key(user, place), {})
      const { at, entries } = parsed(sharedKey(user, place), nothing)
      return at === place ? entries : {}
    },
    left(user, place) {
      if (!isShared(place)) return {}
      const { at, entries, left } = parsed(sharedKey(user, place), nothing)
      return at === place ? left : { ...left, ...entries }
    },
    write(user, place, entries, left) {
      const name = isShared(place) ? sharedKey(user, place) : key(user, place)
      const some = Object.keys(entries).length + (isShared(place) ? Object.keys(left).length : 0) > 0
      if (!some) store.remove(name)
      else store.set(name, JSON.stringify(isShared(place) ? { at: place, entries, left } : entries))
    },
  }
}
