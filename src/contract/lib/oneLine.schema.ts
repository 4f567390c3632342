/** One-line texts of calls beside the resources, whose own are looked at when they are written. */
import { z } from 'zod'
import { hides, withoutHidden } from './oneLine.ts'

export const visible = (of: z.ZodString): z.ZodString =>
  of.refine((v) => !hides(v), { params: { rule: 'hidden_characters' } })

/** A file is taken under the name that people see: they cannot take out of it what they do not. */
export const FileName = z.string().overwrite(withoutHidden).min(1).max(255)
