import { useState } from 'react'
import { scoped } from '../../../lib/storage.ts'

/** A word of local storage as state; it outlives the visit. */
export function useRemembered(name: string, initial: string): [string, (value: string) => void] {
  const [store] = useState(() => scoped('local'))
  const [value, setValue] = useState(() => store.get(name) ?? initial)
  return [
    value,
    (next) => {
      store.set(name, next)
      setValue(next)
    },
  ]
}
