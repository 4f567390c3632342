/** Time left by the server's clock. */
import { useEffect, useState } from 'react'
import { useNow } from '../../ui/data/useNow.ts'

/** Milliseconds left; `offset` is the server's clock minus the page's own running clock. */
export const leftAt = (deadline: string, offset: number, monotonic: number): number =>
  Math.max(0, Date.parse(deadline) - (monotonic + offset))

/** Milliseconds left now; undefined while there is no end. */
export function useLeft(deadline: string | null | undefined, offset: number): number | undefined {
  const tick = useNow(500)
  const [at, setAt] = useState(() => performance.now())
  // only a clock that runs forward: who sets his machine's clock changes nothing. What the server said is shown as of now
  useEffect(() => setAt(performance.now()), [tick, deadline, offset])
  return deadline ? leftAt(deadline, offset, at) : undefined
}
