import { z } from 'zod'
import { Id } from '../lib/crud.ts'

/** Classes by their names, as far as the caller sees them. */
export const ClassNames = z.array(z.object({ id: Id, name: z.string() }))
