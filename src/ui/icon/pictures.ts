/** Where pictures that texts name as `/pictures/<name>` are served from: an absolute address with a slash at its end. */
import { createContext } from 'react'

export const PicturesContext = createContext<string | undefined>(undefined)
