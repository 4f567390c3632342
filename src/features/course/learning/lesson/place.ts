/** Where its learner is in the section that is open: notes are taken there, and lead back. */
import { createContext, type MutableRefObject, useContext } from 'react'
import { useSearchParams } from 'react-router-dom'

export interface SectionPlace {
  /** Second of a video, or page of a document from 0. */
  now: () => number
  goTo: (place: number) => void
}
export const SectionPlaceContext = createContext<MutableRefObject<SectionPlace | undefined> | null>(null)
export const useSectionPlace = (): MutableRefObject<SectionPlace | undefined> | null => useContext(SectionPlaceContext)

/** The place that the address names: a note of another section led here. */
export function useNamedPlace(): number | undefined {
  const at = useSearchParams()[0].get('at')
  const place = at === null ? Number.NaN : Number(at)
  return Number.isFinite(place) && place >= 0 ? place : undefined
}
