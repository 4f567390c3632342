import { z } from 'zod'
import { FileName } from '../lib/oneLine.schema.ts'
import { Id } from '../lib/crud.ts'
import { depositKinds, depositStates } from './deposit.ts'
import { fetchReasons } from './fetch.ts'

export const Deposit = z.object({
  id: Id,
  kind: z.enum(depositKinds),
  /** Row it is for. */
  target: Id,
  name: z.string(),
  size: z.number().int(),
  /** Bytes that have come. */
  received: z.number().int(),
  /** Bytes of a request: a file goes in so many parts. */
  part: z.number().int(),
  state: z.enum(depositStates),
})
export type Deposit = z.output<typeof Deposit>

export const NewDeposit = z.strictObject({
  kind: z.enum(depositKinds),
  target: Id,
  name: FileName,
  size: z.number().int().min(1),
  /** What tells the file from others of its name and size, in hex: the same file goes on where it stopped. */
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Of an image: kept as soon as it has come. */
  keep: z.boolean().default(false),
})

export const NewFetch = z.strictObject({
  /** Image it is for. */
  target: Id,
  url: z
    .string()
    .trim()
    .max(2048)
    .superRefine((text, ctx) => {
      const url = URL.canParse(text) ? new URL(text) : undefined
      if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
        ctx.addIssue({ code: 'custom', message: 'url', params: { rule: 'url' } })
    }),
  keep: z.boolean().default(false),
})

/** What a row says of a file on its way to it. */
export const Arriving = z
  .object({
    id: Id,
    name: z.string(),
    size: z.number().int(),
    received: z.number().int(),
    /** Bytes looked through since the file came. */
    checked: z.number().int(),
    state: z.enum(depositStates),
    owner: z.string(),
    /** Host it is fetched from; empty of an upload. */
    host: z.string(),
    /** Why a fetch came to nothing. */
    failure: z.enum(fetchReasons).nullable(),
    failure_details: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .nullable()
export type Arriving = z.output<typeof Arriving>
