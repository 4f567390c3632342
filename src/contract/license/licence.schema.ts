import { z } from 'zod'
import { sized } from '../lib/text.ts'
import { editions, licenceLimits, limitNames, modules, mostLimit, toSecond } from './licence.ts'
import { readSerial } from './serial.ts'
import { recordOf } from '../lib/typed.ts'

const rule = (name: string) => ({ message: name, params: { rule: name } })

/** To the second, in UTC, as the packed form keeps it. */
export const Second = z
  .string()
  .refine((v) => !Number.isNaN(Date.parse(v)) && toSecond(Date.parse(v)) === v && v < '2106', rule('format'))
export const Customer = sized(z.string(), licenceLimits.customer.min, licenceLimits.customer.max).refine(
  (v) => v === v.trim().normalize('NFC') && !/\p{C}/u.test(v),
  rule('text_characters'),
)
export const Modules = z
  .array(z.enum(modules))
  .refine(
    (all) => all.every((m, i) => i === 0 || modules.indexOf(m) > modules.indexOf(all[i - 1] ?? m)),
    rule('format'),
  )
export const LimitFigures = z.strictObject(
  recordOf(limitNames, () => z.number().int().min(0).max(mostLimit).nullable()),
)

/** Nothing but these, each in its one spelling: two texts never mean the same licence. */
export const LicenceBody = z
  .strictObject({
    id: z.string().regex(/^L[0-9A-HJKMNP-TV-Z]{8}$/),
    serial: z.string().refine((v) => readSerial(v) === v, rule('format')),
    customer: Customer,
    edition: z.enum(editions),
    modules: Modules,
    from: Second,
    to: Second,
    limits: LimitFigures,
    issued_at: Second,
    sequence: z.number().int().min(1).max(0xff_ffff),
    request: z
      .string()
      .regex(/^[0-9a-f]{14}$/)
      .nullable(),
  })
  .refine((l) => l.to > l.from, { path: ['to'], ...rule('format') })

export const LicenceFile = z.strictObject({
  format: z.literal(1),
  key: z.string().regex(/^[a-z0-9-]{1,32}$/),
  licence: LicenceBody,
  signature: z.string().regex(/^[\w-]{86}$/),
})
