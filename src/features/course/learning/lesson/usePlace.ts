/** Tells the server where its reader is in a section: shortly after they stopped moving, and at once when they leave. */
import { useCallback, useEffect, useRef } from 'react'
import { useCall } from '../../../../kit/data/call.ts'

/** Milliseconds after the last move. */
const pause = 800

interface Where {
  course: string
  section: string
  /** Where they begin. */
  start: number
  /** Nothing is kept of a preview. */
  off: boolean
}
export function usePlace({ course, section, start, off }: Where): (to: number) => void {
  const [send] = useCall('POST /learning/courses/:id/sections/:section/place')
  const at = useRef({ place: start, told: false, timer: undefined as ReturnType<typeof setTimeout> | undefined })
  const tell = useCallback(() => {
    clearTimeout(at.current.timer)
    if (off || at.current.told) return
    at.current.told = true
    // where one is may be lost: the next move tells it again
    send({ params: { id: course, section }, body: { place: at.current.place } }).catch(() => {
      at.current.told = false
    })
  }, [send, course, section, off])
  const moved = useCallback(
    (to: number) => {
      if (to !== at.current.place) Object.assign(at.current, { place: to, told: false })
      clearTimeout(at.current.timer)
      at.current.timer = setTimeout(tell, pause)
    },
    [tell],
  )
  useEffect(() => {
    const hidden = () => document.hidden && tell()
    document.addEventListener('visibilitychange', hidden)
    addEventListener('pagehide', tell)
    // that they came here is told too
    moved(at.current.place)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      removeEventListener('pagehide', tell)
      tell()
    }
  }, [tell, moved])
  return moved
}
