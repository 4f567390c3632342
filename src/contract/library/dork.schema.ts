import { z } from 'zod'
import { row } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { dorkCategories } from './dork.ts'
import { Url } from './tool.schema.ts'

export const DorkBody = z.object({
  /** Number in the Google Hacking Database; null for a query that never had one. */
  ghdb_id: z.number().int().positive().nullable(),
  title: sized(z.string(), 1, 512),
  query: sized(z.string(), 1, 2048),
  category: z.enum(dorkCategories),
  author: z.string().max(120).default(''),
  published_on: z.iso.date().nullable().default(null),
  description: z.string().max(8192).default(''),
  reference: Url.default(''),
})
export const Dork = row(DorkBody, { origin: z.string() })
export type Dork = z.output<typeof Dork>
export type DorkBody = z.input<typeof DorkBody>
