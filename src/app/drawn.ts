import { createContext, useContext, useEffect } from 'react'

/** Told when a page of the app has been drawn, be it a screen or what stands in its place. */
export const DrawnContext = createContext<() => void>(() => undefined)
export function useDrawn(drawn = true): void {
  const tell = useContext(DrawnContext)
  useEffect(() => {
    if (drawn) tell()
  }, [drawn, tell])
}
