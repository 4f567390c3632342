import { useEffect, useState } from 'react'

/**
 * An element over the whole screen, for as long as the viewer lets it be.
 * @param place the element; asked for when it is needed
 */
export function useFullScreen(place: () => Element | null): { full: boolean; turn: () => Promise<void> } {
  const [full, setFull] = useState(document.fullscreenElement !== null)
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
  return {
    full,
    // a browser may refuse: then it stays as it is
    turn: async () => {
      await (full ? document.exitFullscreen() : place()?.requestFullscreen())?.catch(() => undefined)
    },
  }
}
