/** What a bank does beside listing and editing: the same routes for each of the three. */
import { z } from 'zod'
import { visibleText } from '../lib/oneLine.schema.ts'
import { Audience, BulkReply, Id, Ids, Timestamp } from '../lib/crud.ts'
import { type Route, routes, routesAs } from '../lib/route.ts'
import type { ScreenName } from '../screens/index.ts'
import { exercise, flagChallenge, theoryQuestion } from './banks.ts'
import { FlagRule, QuestionVersion } from './question.schema.ts'

const Words = z.array(z.string().trim().min(1).max(120)).max(30)
const NewWords = z.array(visibleText(z.string().trim()).min(1).max(120)).max(30)
/** Lists of short texts that several questions get or lose at once. */
const tagged = ['keywords', 'knowledge', 'skills'] as const

const Alike = z.object({ id: Id, title: z.string(), set_name: z.string(), updated_at: Timestamp })
const Counted = { answers: z.number().int(), correct: z.number().int(), share: z.number() }

const Versions = z.object({ items: z.array(QuestionVersion) })
const Used = z.object({
  papers: z.array(z.object({ id: Id, name: z.string(), version: z.number().int() })),
  /** Papers that the caller may not see. */
  hidden: z.number().int(),
  /** Exams over those papers, the newest first; each asks the version that its paper keeps. */
  exams: z.array(z.object({ id: Id, name: z.string(), version: z.number().int(), running: z.boolean() })),
  /** Exams that the caller may not see, and how many of them run. */
  exams_hidden: z.number().int(),
  running_hidden: z.number().int(),
})
/** Facility: the mean share of the points that answers earned, 0 to 1. */
const Statistics = z.object({
  ...Counted,
  days: z.array(z.object({ day: z.iso.date(), ...Counted })),
  versions: z.array(z.object({ version: z.number().int(), ...Counted })),
})
const Groups = z.object({ groups: z.array(z.array(Alike)), more: z.boolean() })
const Found = z.object({ items: z.array(Alike) })
const Draft = z.strictObject({
  /** The question itself, which is not its own duplicate. */
  id: Id.nullable().default(null),
  title: z.string().max(255),
  stem: z.string().max(20_000).default(''),
  options: z.array(z.string().max(4000)).max(26).default([]),
})
const Move = Ids.extend({ set_id: Id })
const Tag = Ids.extend({ field: z.enum(tagged), add: NewWords.default([]), remove: Words.default([]) })
const Authorise = Ids.extend({ audience: Audience })
const OfSet = z.strictObject({ set_id: Id })
const Authorised = z.object({
  /** Those of the set and below it of which the caller may choose who sees them. */
  n: z.number().int(),
  /** Who sees all of those; null where that differs. */
  audience: Audience.nullable(),
})
/** Another set than its own, where the copy goes. */
export const CopyInto = z.strictObject({ set_id: Id.optional() })
const Made = z.object({ id: Id })
/** `version`: the row's own, as with every edit; `of`: which one is brought back. */
const Restore = z.strictObject({ version: z.number().int(), of: z.number().int().min(1) })

type R0<Reply extends z.ZodType> = Omit<Route, 'reply' | 'body' | 'query'> & { reply: Reply }
type Line = { path: `/${string}`; name: string; read: readonly ScreenName[]; write: readonly ScreenName[] }

/** Routes of one bank, by its path. */
export type BankRoutes<P extends string> = { [K in `GET ${P}/:id/versions`]: R0<typeof Versions> } & {
  [K in `GET ${P}/:id/uses`]: R0<typeof Used>
} & { [K in `GET ${P}/:id/statistics`]: R0<typeof Statistics> } & {
  [K in `GET ${P}/duplicates`]: R0<typeof Groups>
} & {
  [K in `POST ${P}/duplicates`]: R0<typeof Found> & { body: typeof Draft }
} & { [K in `POST ${P}/:id/copy`]: R0<typeof Made> & { body: typeof CopyInto } } & {
  [K in `POST ${P}/:id/restore`]: R0<typeof Made> & { body: typeof Restore }
} & {
  [K in `POST ${P}/move`]: R0<typeof BulkReply> & { body: typeof Move }
} & { [K in `POST ${P}/tag`]: R0<typeof BulkReply> & { body: typeof Tag } } & {
  [K in `POST ${P}/authorise`]: R0<typeof BulkReply> & { body: typeof Authorise }
} & { [K in `GET ${P}/audience`]: R0<typeof Authorised> & { query: typeof OfSet } }

function ofBank<const L extends Line>({ path, name, read, write }: L): BankRoutes<L['path']> {
  const out: Record<string, Route> = {
    [`GET ${path}/:id/versions`]: {
      summary: `Versions of one ${name}, the newest first`,
      screens: read,
      reply: Versions,
    },
    [`GET ${path}/:id/uses`]: { summary: `Papers and exams that have this ${name}`, screens: read, reply: Used },
    [`GET ${path}/:id/statistics`]: { summary: `How this ${name} was answered`, screens: read, reply: Statistics },
    [`GET ${path}/duplicates`]: {
      summary: `Groups of ${name} that read alike; a hundred at most`,
      screens: read,
      reply: Groups,
    },
    [`POST ${path}/duplicates`]: {
      summary: `What there is that reads like a draft of ${name}`,
      screens: read,
      body: Draft,
      reply: Found,
      safe: true,
    },
    [`POST ${path}/:id/copy`]: {
      summary: `Copy one ${name}, as its newest version, into its own set or another`,
      screens: write,
      body: CopyInto,
      reply: Made,
      audit: `${name}.copy`,
    },
    [`POST ${path}/:id/restore`]: {
      summary: `Bring back an older version of one ${name}, as its newest`,
      screens: write,
      body: Restore,
      reply: Made,
      problems: ['stale_version'],
      audit: `${name}.restore`,
    },
    [`POST ${path}/move`]: {
      summary: `Move several ${name} to a set`,
      screens: write,
      body: Move,
      reply: BulkReply,
      audit: `${name}.move`,
    },
    [`POST ${path}/tag`]: {
      summary: `Add words to several ${name} or take them away`,
      screens: write,
      body: Tag,
      reply: BulkReply,
      audit: `${name}.tag`,
    },
    [`GET ${path}/audience`]: {
      summary: `Who sees the ${name} of a set, as far as the caller may choose it`,
      screens: write,
      query: OfSet,
      reply: Authorised,
    },
    [`POST ${path}/authorise`]: {
      summary: `Choose who may see several ${name}`,
      screens: write,
      body: Authorise,
      reply: BulkReply,
      audit: `${name}.audience`,
    },
  }
  return routesAs(out)
}

export const bankRoutes = {
  ...ofBank(theoryQuestion),
  ...ofBank(exercise),
  ...ofBank(flagChallenge),
  ...routes({
    'POST /flag-challenges/try': {
      rate: 'heavy',
      summary: 'Test a text against a flag rule before it is saved; of a generated rule, the caller’s flag',
      screens: flagChallenge.write,
      body: z.strictObject({ id: Id.nullable().default(null), flag: FlagRule, text: z.string().max(512) }),
      reply: z.object({
        right: z.boolean(),
        /** The pattern took too long. */
        slow: z.boolean(),
        example: z.string().nullable(),
      }),
      safe: true,
    },
  }),
}
