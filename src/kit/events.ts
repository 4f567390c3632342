/** What happened to rows, by name, for areas that react to it without knowing who did it. Sagas listen; nobody else has to. */
import { createAction } from '@reduxjs/toolkit'

export const rowEvents = {
  /** A row was created or changed. */
  saved: createAction<{ resource: string; id: string }>('kit/saved'),
  removed: createAction<{ resource: string; ids: readonly string[] }>('kit/removed'),
}
