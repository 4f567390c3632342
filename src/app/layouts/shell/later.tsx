/** A part of the app that is not on the first page: its code comes when it is shown, and a load that fails can be tried again. */
import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { timeouts } from '../../../contract/limits.ts'
import { chunk, inTime, reloadIfKept } from '../../../lib/chunk.ts'
import { Starting } from '../state/Starting.tsx'
import { ChunkFailed } from '../state/ChunkFailed.tsx'

/** @param limit milliseconds before a load counts as failed */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>, limit: number = timeouts.chunk) {
  // code, not state: a page has one copy of a module however often the app is mounted
  let Loaded: ComponentType<P> | undefined
  let coming: Promise<void> | undefined
  const bring = (): Promise<void> => {
    coming ??= inTime(chunk(load), limit).then(
      (component) => {
        Loaded = component
      },
      (e: unknown) => {
        coming = undefined
        throw e
      },
    )
    return coming
  }

  function Later(props: P) {
    const [tries, setTries] = useState(0)
    const [failed, setFailed] = useState(false)
    const [, setArrived] = useState(Loaded !== undefined)
    useEffect(() => {
      // it may have come since it was drawn without it
      if (Loaded) return setArrived(true)
      let gone = false
      bring().then(
        // drawn in steps: the page stays alive while much appears
        () => !gone && startTransition(() => setArrived(true)),
        async (e: unknown) => {
          if (tries > 0 && (await reloadIfKept(e))) return
          if (!gone) setFailed(true)
        },
      )
      return () => {
        gone = true
      }
    }, [tries])
    if (Loaded) return <Loaded {...props} />
    if (!failed) return <Starting />
    return (
      <ChunkFailed
        retry={() => {
          setFailed(false)
          setTries(tries + 1)
        }}
      />
    )
  }
  /** Begins to load it: the viewer will need it soon. A failure is met when it is shown. */
  Later.warm = (): void => void bring().catch(() => undefined)
  return Later
}
