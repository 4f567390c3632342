/** The name of this page as a writer of a sheet; undefined until the tabs of this browser have agreed. */
import { useEffect, useState } from 'react'
import { type WriterClaim, writerOf } from './writer.ts'

/** @param key of the sheet and the person; undefined while nothing is written */
export function useWriter(key: string | undefined): Pick<WriterClaim, 'name' | 'keep'> | undefined {
  const [held, setHeld] = useState<WriterClaim & { key: string }>()
  useEffect(() => {
    if (key === undefined) return undefined
    let claim: WriterClaim | undefined
    let gone = false
    const take = async () => {
      const made = await writerOf(key)
      if (gone) return made.release()
      claim = made
      setHeld({ ...made, key })
      return undefined
    }
    void take()
    return () => {
      gone = true
      claim?.release()
    }
  }, [key])
  return held?.key === key ? held : undefined
}
