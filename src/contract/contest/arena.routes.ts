/** Climbing an arena. */
import { z } from 'zod'
import { Id, page, Paging, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { arenaEventKinds, arenaPlaying } from './arena.ts'
import { flagContestPlaying } from './flagContest.ts'
import { PlayItem } from './play.schema.ts'
import { contestStatuses, entryStatuses } from './status.ts'

const Count = z.number().int()
const Amount = z.number().int()

const Season = z.object({
  id: Id,
  n: Count,
  name: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp,
  carry: Count,
  state: z.enum(['coming', 'open', 'closing', 'closed']),
})
const Standing = z.object({ id: Id, rank: Count.nullable(), score: Amount, solved: Count })

export const ArenaCard = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  /** The present one, else the last, else the first. */
  season: Season.nullable(),
  /** Open now. */
  challenges: Count,
  entries: Count,
  /** The caller's own place in it; null: they are not in. */
  mine: Standing.nullable(),
  /** Of their entry; null: there is none. */
  status: z.enum(entryStatuses).nullable(),
  can: z.array(z.enum(['join', 'play'])),
})
export type ArenaCard = z.output<typeof ArenaCard>

export const ArenaSeason = Season.extend({
  /** Of a closed one: over its standing, and whether the standing and the ledger still come to it. */
  digest: z.string().nullable(),
  checked: z.boolean().nullable(),
  /** The first three places of a closed one. */
  winners: z.array(z.object({ rank: Count, name: z.string(), score: Amount, mine: z.boolean() })),
  mine: z.object({ rank: Count, score: Amount }).nullable(),
})
export type ArenaSeason = z.output<typeof ArenaSeason>
export const ArenaEvent = z.object({
  kind: z.enum(arenaEventKinds),
  id: Id,
  name: z.string(),
  weight: Count,
  state: z.enum(['coming', 'running', 'over', 'counted']),
  /** In which season; empty until it is counted. */
  season: z.string(),
  /** What it brought the caller. */
  mine: Amount.nullable(),
  /** The caller may open it. */
  opens: z.boolean(),
})
export type ArenaEvent = z.output<typeof ArenaEvent>

export const ArenaDetail = ArenaCard.extend({
  rules: z.string(),
  seasons: z.array(ArenaSeason),
  events: z.array(ArenaEvent),
  /** What the caller brought along from the season before. */
  carried: Amount,
  now: Timestamp,
})
export type ArenaDetail = z.output<typeof ArenaDetail>

/** A challenge of an arena: one that is retired is for practice. */
export const ArenaItem = PlayItem.extend({ retires_at: Timestamp.nullable(), retired: z.boolean() })
export type ArenaItem = z.output<typeof ArenaItem>

export const LadderRow = z.object({
  id: Id,
  name: z.string(),
  rank: Count,
  score: Amount,
  last_at: Timestamp.nullable(),
  mine: z.boolean(),
})
export type LadderRow = z.output<typeof LadderRow>

/** A contest or an arena of the caller's, with how they stand in it as far as may be known. */
export const OwnContest = z.object({
  kind: z.enum(['flag', 'arena']),
  id: Id,
  name: z.string(),
  entry: z.string(),
  entry_status: z.enum(entryStatuses),
  status: z.enum(contestStatuses),
  starts_at: Timestamp,
  ends_at: Timestamp,
  rank: Count.nullable(),
  of: Count,
  score: Amount,
  solved: Count,
  firsts: Count,
  /** The board is frozen: rank and score are those of the freeze. */
  frozen: z.boolean(),
})
export type OwnContest = z.output<typeof OwnContest>

export const arenaRoutes = routes({
  'GET /my-arenas': {
    summary: 'Arenas for the caller, with their season and own place',
    screens: arenaPlaying,
    query: z.strictObject(Paging),
    reply: page(ArenaCard).extend({ now: Timestamp }),
  },
  'GET /my-arenas/:id': {
    summary: 'One arena: its seasons, events and what they came to',
    screens: arenaPlaying,
    reply: ArenaDetail,
  },
  'POST /my-arenas/:id/join': {
    summary: 'Stand on the ladder of an arena from now on',
    screens: arenaPlaying,
    body: z.strictObject({}),
    reply: ArenaCard,
    problems: ['contest_entered', 'contest_entry_closed'],
    personal: true,
    audit: 'arena.join',
  },
  'GET /my-arenas/:id/items': {
    summary: 'Challenges of an arena that are open to the caller, and those that are retired',
    screens: arenaPlaying,
    reply: z.object({ items: z.array(ArenaItem), now: Timestamp }),
  },
  'GET /my-arenas/:id/ladder': {
    summary: 'The ladder of a season, by rank; without a season that of the present one',
    screens: arenaPlaying,
    query: z.strictObject({ ...Paging, season: Id.optional() }),
    reply: page(LadderRow),
  },
  'GET /my-arenas/:id/history': {
    summary: 'The caller’s rank in the present season, from its start until now',
    screens: arenaPlaying,
    reply: z.object({
      points: z.array(z.object({ at: Timestamp, rank: Count.nullable(), score: Amount })),
    }),
  },
  'GET /my-contests': {
    summary: 'Contests and arenas the caller is in, the latest first, with rank, points and first solves',
    screens: [...flagContestPlaying, ...arenaPlaying],
    query: z.strictObject(Paging),
    reply: page(OwnContest),
  },
})
