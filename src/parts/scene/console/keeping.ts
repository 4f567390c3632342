/** What a page makes of pictures, recordings and lines of the consoles on it: beside a report they go into it. */
import { createContext, useContext } from 'react'

export interface ConsoleKeeping {
  /** A picture was kept. */
  onPicture: (recording: string) => void
  /** A recording ended and was kept. */
  onRecording: (recording: string) => void
  /** Lines of a terminal: those that are chosen, else those that are seen. */
  onLines: (lines: string, node: string) => void
}
const Keeping = createContext<ConsoleKeeping | undefined>(undefined)
export const ConsoleKeepingProvider = Keeping.Provider
export const useConsoleKeeping = (): ConsoleKeeping | undefined => useContext(Keeping)
