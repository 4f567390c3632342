import { createContext, useContext } from 'react'

/** Where pop-ups attach: an element of the app's own, outside any clipping and inside its theme. */
export const PopupContext = createContext<HTMLElement | null>(null)
export const usePopups = (): HTMLElement => useContext(PopupContext) ?? document.body
