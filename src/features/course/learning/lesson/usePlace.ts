/** Tells the server where its reader is in a section: shortly after they stopped moving, and at once when they leave. */
import { useCallback, useEffect, useRef } from 'react'
import { useCall } from '../../../../kit/data/call.ts'
import type { SectionViewProps } from './section.ts'

/** Milliseconds after the last move. */
const pause = 800

/** Nothing is kept of a preview. */
export function usePlace({
  of,
  section: { id: section },
  start,
}: Pick<SectionViewProps, 'of' | 'section' | 'start'>): (to: number) => void {
  const { id: course } = of.course
  const off = of.preview
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
