import { z } from 'zod'
import { Id, row, Timestamp } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { type Break, rulesOver } from '../lib/whole.ts'
import { limits } from '../limits.ts'
import { arenaEventKinds, arenaLimits } from './arena.ts'
import { bloodKinds, contestLimits, curveKinds } from './flagContest.ts'

const whole = (from: number, to: number) => z.number().int().min(from).max(to)

export const ArenaSeasonBody = z.strictObject({
  name: sized(z.string().trim(), 1, arenaLimits.seasonName),
  starts_at: Timestamp,
  ends_at: Timestamp,
  /** Thousandths of everybody's points of the season before. */
  carry: whole(0, arenaLimits.carry).default(0),
})
export type ArenaSeasonBody = z.output<typeof ArenaSeasonBody>

export const ArenaItemBody = z.strictObject({
  question_id: Id,
  /** As its bank calls it; the server says so. */
  title: z.string().max(255).default(''),
  category: sized(z.string().trim(), 1, contestLimits.category),
  curve: z.enum(curveKinds).default('static'),
  most: whole(1, contestLimits.points).default(500),
  least: whole(0, contestLimits.points).default(100),
  decay: whole(1, 10_000).default(20),
  blood: z.boolean().default(true),
  /** Null: with the first season. */
  opens_at: Timestamp.nullable().default(null),
  /** From then on it is for practice; null: it stays. */
  retires_at: Timestamp.nullable().default(null),
  attempts: whole(1, contestLimits.attempts).nullable().default(null),
})
export type ArenaItemBody = z.output<typeof ArenaItemBody>

export const ArenaEventBody = z.strictObject({
  kind: z.enum(arenaEventKinds),
  ref: Id,
  /** The server says it. */
  name: z.string().max(255).default(''),
  /** Points of its first place. */
  weight: whole(1, arenaLimits.weight).default(200),
})
export type ArenaEventBody = z.output<typeof ArenaEventBody>

const arena = z.object({
  name: sized(z.string().trim(), limits.name.min, limits.name.max),
  description: sized(z.string(), 0, limits.description.max).default(''),
  /** Markdown. */
  rules: z.string().max(contestLimits.rules).default(''),
  organisers: z.array(Id).max(contestLimits.staff).default([]),
  blood: z.enum(bloodKinds).default('permille'),
  blood_first: whole(0, 1000).default(50),
  blood_second: whole(0, 1000).default(30),
  blood_third: whole(0, 1000).default(10),
  /** One after the other; without one nothing is open yet. */
  seasons: z.array(ArenaSeasonBody).max(arenaLimits.seasons).default([]),
  items: z.array(ArenaItemBody).max(contestLimits.items).default([]),
  events: z.array(ArenaEventBody).max(arenaLimits.events).default([]),
})
type Fields = z.output<typeof arena>
const over = rulesOver<Fields>()
const broken = (is: boolean, path: string, rule: string): Break[] => (is ? [{ path, rule }] : [])

export const ArenaBody = arena
  .superRefine(
    ...over(['seasons'], ({ seasons }) =>
      seasons.flatMap((s, n) => {
        const before = seasons[n - 1]
        return [
          ...broken(Date.parse(s.ends_at) <= Date.parse(s.starts_at), `seasons.${n}`, 'season_ends_after_start'),
          ...broken(
            before !== undefined && Date.parse(s.starts_at) < Date.parse(before.ends_at),
            `seasons.${n}`,
            'season_after_season',
          ),
        ]
      }),
    ),
  )
  .superRefine(
    ...over(['items'], ({ items }) =>
      items.flatMap((i, n) => [
        ...broken(items.findIndex((o) => o.question_id === i.question_id) < n, `items.${n}`, 'challenge_once'),
        ...broken(
          i.curve !== 'static' && (i.curve === 'exponential' ? i.least > 1000 : i.least > i.most),
          `items.${n}`,
          'least_within_most',
        ),
        ...broken(
          i.opens_at !== null && i.retires_at !== null && Date.parse(i.retires_at) <= Date.parse(i.opens_at),
          `items.${n}`,
          'retires_after_opening',
        ),
      ]),
    ),
  )
  .superRefine(
    ...over(['events'], ({ events }) =>
      events.flatMap((e, n) =>
        broken(events.findIndex((o) => o.kind === e.kind && o.ref === e.ref) < n, `events.${n}`, 'event_once'),
      ),
    ),
  )

export const Arena = row(arena, {
  /** The present season, or the last one. */
  season: z.string(),
  season_ends: Timestamp.nullable(),
  /** How many seasons have begun: what stands of them stays. */
  begun: z.number().int(),
  /** Events that are counted, by their id. */
  counted: z.array(Id),
  challenges: z.number().int(),
  entries: z.number().int(),
  organiser_names: z.array(z.string()),
  updated_by_name: z.string(),
})
export type Arena = z.output<typeof Arena>
export type ArenaBody = z.input<typeof ArenaBody>
