/**
 * A statement of xAPI 1.0.3, as strictly as its text says it (https://github.com/adlnet/xAPI-Spec/blob/1.0.3/xAPI-Data.md): no property that is
 * not named there, one way to tell who somebody is, UUIDs of RFC 4122, absolute addresses, languages by RFC 5646.
 */
import { z } from 'zod'

const Iri = z.string().regex(/^[a-z][a-z\d+.-]*:\S+$/i)
const Uuid = z.string().regex(/^[\da-f]{8}-[\da-f]{4}-[1-5][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
const Language = z.string().regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/)
const Words = z.record(Language, z.string().min(1))
const Extensions = z.record(Iri, z.unknown())
const At = z.iso.datetime({ offset: true })
const Duration = z.string().regex(/^P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/)

const identified = {
  mbox: z
    .string()
    .regex(/^mailto:\S+@\S+$/)
    .optional(),
  mbox_sha1sum: z
    .string()
    .regex(/^[\da-f]{40}$/)
    .optional(),
  openid: Iri.optional(),
  account: z.strictObject({ homePage: Iri, name: z.string().min(1) }).optional(),
}
const ways = ({ mbox, mbox_sha1sum, openid, account }: Partial<Record<keyof typeof identified, unknown>>) =>
  [mbox, mbox_sha1sum, openid, account].filter((v) => v !== undefined).length
const Agent = z
  .strictObject({ objectType: z.literal('Agent').optional(), name: z.string().optional(), ...identified })
  .refine((a) => ways(a) === 1, 'one identifier, and no second')
const Group = z
  .strictObject({
    objectType: z.literal('Group'),
    name: z.string().optional(),
    member: z.array(Agent).optional(),
    ...identified,
  })
  .refine((g) => ways(g) === 1 || (ways(g) === 0 && g.member !== undefined), 'an identifier, or members')
const Actor = z.union([Agent, Group])

const Activity = z.strictObject({
  objectType: z.literal('Activity').optional(),
  id: Iri,
  definition: z
    .strictObject({
      name: Words.optional(),
      description: Words.optional(),
      type: Iri.optional(),
      moreInfo: Iri.optional(),
      extensions: Extensions.optional(),
    })
    .optional(),
})
const Reference = z.strictObject({ objectType: z.literal('StatementRef'), id: Uuid })
const Result = z.strictObject({
  score: z
    .strictObject({
      scaled: z.number().min(-1).max(1).optional(),
      raw: z.number().optional(),
      min: z.number().optional(),
      max: z.number().optional(),
    })
    .optional(),
  success: z.boolean().optional(),
  completion: z.boolean().optional(),
  response: z.string().optional(),
  duration: Duration.optional(),
  extensions: Extensions.optional(),
})
const Activities = z.union([Activity, z.array(Activity).min(1)]).optional()
const Context = z.strictObject({
  registration: Uuid.optional(),
  instructor: Actor.optional(),
  team: Group.optional(),
  contextActivities: z
    .strictObject({ parent: Activities, grouping: Activities, category: Activities, other: Activities })
    .optional(),
  revision: z.string().optional(),
  platform: z.string().optional(),
  language: Language.optional(),
  statement: Reference.optional(),
  extensions: Extensions.optional(),
})

export const XapiStatement = z
  .strictObject({
    id: Uuid,
    actor: Actor,
    verb: z.strictObject({ id: Iri, display: Words.optional() }),
    object: z.union([Activity, Actor, Reference]),
    result: Result.optional(),
    context: Context.optional(),
    timestamp: At.optional(),
    stored: At.optional(),
    authority: Actor.optional(),
    version: z
      .string()
      .regex(/^1\.0(\.\d+)?$/)
      .optional(),
  })
  .refine(
    ({ object, context }) =>
      !('objectType' in object) ||
      object.objectType === 'Activity' ||
      (context?.revision === undefined && context?.platform === undefined),
    'revision and platform belong to an activity',
  )
