import { useState } from 'react'
import { useNow } from '../../ui/data/useNow.ts'
import { type TransferEstimate, paceOf, type TransferSample, withSeen } from './speed.logic.ts'

/** The pace of bytes that somebody else moves, from what one look after the other says of them; it sinks while none come. */
export function usePace(received: number, size: number): TransferEstimate {
  const [seen, setSeen] = useState<readonly TransferSample[]>([])
  const now = { at: useNow(500).getTime(), sent: received }
  if (seen.at(-1)?.sent !== received) setSeen(withSeen(seen, now))
  return paceOf(withSeen(seen, now), size)
}
