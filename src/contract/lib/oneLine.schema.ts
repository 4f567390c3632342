/** Texts of calls beside the resources, whose own are looked at when they are written, and one-line texts within what a row holds. */
import { z } from 'zod'
import { hides, looksEmpty, reorders, withoutHidden } from './oneLine.ts'

export const visibleText = (of: z.ZodString): z.ZodString =>
  of.refine((v) => !hides(v), { params: { rule: 'hidden_characters' } })

/** A file is taken under the name that people see: they cannot take out of it what they do not. */
export const FileName = z.string().overwrite(withoutHidden).min(1).max(255)

/** One line within a list of a row, such as the title of a section: the rows that stand already are read by the same schema, and lose what nobody sees. */
export const OneLine = z.string().overwrite(withoutHidden)

/** What somebody writes to somebody: any characters in the order they are shown, and something to be seen among them. */
export const FreeText = z
  .string()
  .trim()
  .refine((v) => !looksEmpty(v), { params: { rule: 'required' } })
  .refine((v) => !reorders(v), { params: { rule: 'reordered_text' } })
