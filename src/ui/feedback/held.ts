import { createContext, useContext } from 'react'

/** The app waits for its host: its modals give the window free and come back with what was in them. */
export const HeldContext = createContext(false)
export const useHeld = (): boolean => useContext(HeldContext)
