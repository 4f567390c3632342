/** The server's clock between two answers of it, by a clock of the browser that only runs forward. */
import { useEffect, useState } from 'react'
import { useNow } from './useNow.ts'

/** @param said the server's time in its last answer. @returns milliseconds since 1970 */
export function useServerNow(said: string): number {
  const tick = useNow(1000)
  const [heard, setHeard] = useState(() => ({ said, at: performance.now() }))
  const [at, setAt] = useState(heard.at)
  useEffect(() => setHeard({ said, at: performance.now() }), [said])
  useEffect(() => setAt(performance.now()), [tick])
  return Date.parse(heard.said) + Math.max(0, at - heard.at)
}
