/** A text outside of forms that is not sent yet, kept for this browser tab: a reload, a lost session or a closed dialogue costs nothing. */
import { useState } from 'react'
import { scoped } from '../../lib/storage.ts'
import { useMe } from '../session/use.ts'

/**
 * @param place what it is for: kind and id, unlike any other. By user, so that nobody finds another's words.
 * @returns the text and how to change it; an empty one is forgotten
 */
export function useTyped(place: string): [text: string, type: (text: string) => void] {
  const key = `typed:${useMe()?.resource_id ?? ''}:${place}`
  const [store] = useState(() => scoped('session'))
  const read = () => ({ key, text: store.get(key) ?? '' })
  const [now, set] = useState(read)
  const at = now.key === key ? now : read()
  if (at !== now) set(at)
  return [
    at.text,
    (text) => {
      if (text) store.set(key, text)
      else store.remove(key)
      set({ key, text })
    },
  ]
}
