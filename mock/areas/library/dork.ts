import { crud } from '#mock/crud/crud.ts'

/** Dorks come by import only and belong to nobody: whoever may open the library reads all of them. */
export const dork = crud('dork')
