import { useLayoutEffect, useRef } from 'react'

/** A box that always holds what the last drawing passed in: for listeners and timers that outlive it. */
export function useLatest<T>(value: T): { readonly current: T } {
  const box = useRef(value)
  useLayoutEffect(() => {
    box.current = value
  })
  return box
}
