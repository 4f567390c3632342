/** Where its learner is in the section that is open: notes are taken there, and lead back. */
import { createContext, useContext } from 'react'
import { useSearchParams } from 'react-router-dom'

interface SectionPlace {
  /** Second of a video, or page of a document from 0. */
  now: () => number
  goTo: (place: number) => void
}
/** What the open section tells its page; undefined while it is not there to be asked. */
export interface OpenPlace {
  current: () => SectionPlace | undefined
  tell: (place: SectionPlace | undefined) => void
}
export function openPlace(): OpenPlace {
  let place: SectionPlace | undefined
  return {
    current: () => place,
    tell: (now) => {
      place = now
    },
  }
}
export const SectionPlaceContext = createContext<OpenPlace>(openPlace())
export const useSectionPlace = (): OpenPlace => useContext(SectionPlaceContext)

/** The place that the address names: a note of another section led here. */
export function useNamedPlace(): number | undefined {
  const at = useSearchParams()[0].get('at')
  const place = at === null ? Number.NaN : Number(at)
  return Number.isFinite(place) && place >= 0 ? place : undefined
}
