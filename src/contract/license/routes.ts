import { z } from 'zod'
import { Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { editions, licenceLimits, limitNames, modules } from './licence.ts'
import { Customer, LicenceBody, LimitFigures, Modules, Second } from './licence.schema.ts'
import { licenceStatuses } from './standing.ts'
import { licenceRefusalCodes } from './verify.ts'

/** A licence file as it is, or an activation code as it was typed. */
const Given = z.strictObject({ licence: z.string().min(1).max(licenceLimits.text) })
const Standing = z.object({
  at: z.enum(licenceStatuses),
  open: z.array(z.enum(modules)),
  writable: z.boolean(),
  until: Timestamp.nullable(),
})
const Turns = z.object({ starts: Timestamp, warns: Timestamp, stops: Timestamp, closes: Timestamp })
const Limit = z.enum(limitNames)

export const LicenceOverview = z.object({
  serial: z.string(),
  version: z.string(),
  standing: Standing,
  licence: LicenceBody.nullable(),
  turns: Turns.nullable(),
  limits: LimitFigures,
  /** What exists of what is limited, where it is counted. */
  used: z.partialRecord(Limit, z.number().int()),
  grace_days: z.number().int(),
  /** Proof for the issuer, of an activation that answered a request. */
  confirmation: z.string().nullable(),
  request: z.object({ code: z.string(), edition: z.enum(editions), made_at: Timestamp }).nullable(),
  history: z.array(
    z.object({
      licence: LicenceBody,
      how: z.enum(['file', 'code']),
      confirmation: z.string().nullable(),
      activated_at: Timestamp,
      activated_by: z.string(),
    }),
  ),
  /** The development issuer is here. */
  issuer: z.boolean(),
  server_time: Timestamp,
})
export type LicenceOverview = z.output<typeof LicenceOverview>

export const LicencePreview = z.object({
  licence: LicenceBody,
  standing: Standing,
  turns: Turns,
  changes: z.object({
    opened: z.array(z.enum(modules)),
    closed: z.array(z.enum(modules)),
    limits: z.array(z.object({ name: Limit, before: z.number().int().nullable(), after: z.number().int().nullable() })),
  }),
})
export type LicencePreview = z.output<typeof LicencePreview>

const IssueBody = z.strictObject({
  /** A request code; without one the licence is for this installation and answers nobody. */
  request: z.string().max(200).default(''),
  customer: Customer,
  edition: z.enum(editions),
  modules: Modules,
  /** From now when left out. */
  from: Second.optional(),
  to: Second,
  limits: LimitFigures,
})

export const licenseRoutes = routes({
  'GET /license': {
    summary: 'The licence of this installation: what it opens, until when, what is used of its limits',
    screens: ['product-activation'],
    reply: LicenceOverview,
  },
  'POST /license/preview': {
    summary: 'Preview of a licence file or activation code, without activating it',
    screens: ['product-activation'],
    body: Given,
    reply: LicencePreview,
    problems: licenceRefusalCodes,
    safe: true,
    audit: 'license.preview',
  },
  'POST /license/activate': {
    summary: 'Activate a licence file or an activation code',
    screens: ['product-activation'],
    body: Given,
    reply: LicenceOverview,
    problems: licenceRefusalCodes,
    audit: 'license.activate',
  },
  'POST /license/request': {
    summary: 'A request code for the issuer; it replaces the previous one',
    screens: ['product-activation'],
    body: z.strictObject({ edition: z.enum(editions) }),
    reply: z.object({ code: z.string(), edition: z.enum(editions), made_at: Timestamp }),
    audit: 'license.request',
  },
  'POST /license/issue': {
    summary: 'Issue a test licence; only in development',
    screens: ['product-activation'],
    body: IssueBody,
    reply: z.object({ name: z.string(), file: z.string(), code: z.string() }),
    problems: ['not_found', 'license_unreadable', 'license_mistyped', 'validation'],
    audit: 'license.issue',
  },
})
