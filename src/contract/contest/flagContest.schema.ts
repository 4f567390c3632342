import { z } from 'zod'
import { Id, row, Timestamp } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { type Break, rulesOver } from '../lib/whole.ts'
import { limits } from '../limits.ts'
import {
  aiRules,
  bloodKinds,
  boardNames,
  boardRules,
  contestLimits as most,
  contestModes,
  contestStarts,
  curveKinds,
  hintRules,
  registrationRules,
} from './flagContest.ts'
import { challengeBits, divisionAllows, mostDivisionBits, usualDivisionBits } from './division.ts'
import { contestStatuses } from './status.ts'
import type { Curve } from './value.ts'

const whole = (from: number, to: number) => z.number().int().min(from).max(to)
const minutes = whole(0, most.minutes).nullable().default(null)

export const ContestItemBody = z.strictObject({
  question_id: Id,
  /** As its bank calls it; the server says so. */
  title: z.string().max(255).default(''),
  category: sized(z.string().trim(), 1, most.category),
  curve: z.enum(curveKinds).default('static'),
  /** What it is worth before anybody has solved it. */
  most: whole(1, most.points).default(500),
  /** What it is worth at least; of an exponential one what is left of it, in thousandths. */
  least: whole(0, most.points).default(100),
  /** Linear: points each solve takes; parabolic: solves to the least; exponential: how slowly it falls. */
  decay: whole(1, 10_000).default(20),
  blood: z.boolean().default(true),
  /** Minutes after the start. */
  opens_after: minutes,
  closes_after: minutes,
  /** Wrong answers one entry has; null: as many as they like. */
  attempts: whole(1, most.attempts).nullable().default(null),
  /** Challenges of the contest that have to be solved before, by their questions: all of them, or any. */
  requires: z.array(Id).max(20).default([]),
  requires_any: z.boolean().default(false),
  /** Before it opens its category and value are shown, and what it takes. */
  preview: z.boolean().default(false),
  /** Points an entry has to have before. */
  opens_score: whole(1, most.points).nullable().default(null),
  /** Of several flags of which all are wanted each counts by itself. */
  parts: z.boolean().default(false),
  /** What divisions may do with it, where that is not what they may do otherwise: bits by the key of the division. */
  divisions: z.record(z.string().max(most.division), whole(0, challengeBits)).default({}),
})
export type ContestItemBody = z.output<typeof ContestItemBody>

export function curveOf(i: Pick<ContestItemBody, 'curve' | 'most' | 'least' | 'decay'>): Curve {
  switch (i.curve) {
    case 'static':
      return { kind: 'static', most: i.most }
    case 'linear':
    case 'parabolic':
      return { kind: i.curve, most: i.most, least: i.least, decay: i.decay }
    case 'exponential':
      return { kind: 'exponential', most: i.most, share: i.least, slowness: i.decay }
    case 'classic':
    case 'steep':
      return { kind: i.curve, most: i.most, least: i.least }
  }
}

export const DivisionBody = z.strictObject({
  /** By which challenges name it; it stays as it is. */
  key: z.string().regex(/^d[1-9][0-9]?$/),
  name: sized(z.string().trim(), 1, most.division),
  bits: whole(0, mostDivisionBits).default(usualDivisionBits),
})
export type DivisionBody = z.output<typeof DivisionBody>

const staff = z.array(Id).max(most.staff).default([])
const contest = z.object({
  name: sized(z.string().trim(), limits.name.min, limits.name.max),
  description: sized(z.string(), 0, limits.description.max).default(''),
  /** What whoever takes part has to know: Markdown. */
  rules: z.string().max(most.rules).default(''),
  mode: z.enum(contestModes).default('individual'),
  team_least: whole(1, most.team).default(1),
  team_most: whole(1, most.team).default(4),
  start_mode: z.enum(contestStarts).default('clock'),
  starts_at: Timestamp,
  ends_at: Timestamp,
  /** From then on the others' solves are not told. */
  freeze_at: Timestamp.nullable().default(null),
  /** When they are; null: when its staff say so. */
  thaw_at: Timestamp.nullable().default(null),
  /** Until when write-ups are taken; null: none are asked for. */
  write_up_until: Timestamp.nullable().default(null),
  registration: z.enum(registrationRules).default('open'),
  code: sized(z.string().trim(), 0, most.code).default(''),
  /** Null: until it starts. */
  register_until: Timestamp.nullable().default(null),
  names: z.enum(boardNames).default('real'),
  board: z.enum(boardRules).default('public'),
  ai: z.enum(aiRules).default('allowed'),
  /** Learners may found teams of their own for it. */
  founding: z.boolean().default(true),
  /** Whoever knows the address reads the standings as CTFtime wants them. */
  feed: z.boolean().default(false),
  organisers: staff,
  referees: staff,
  observers: staff,
  /** What the first three who solve a challenge get on top: thousandths of its value, or points. */
  blood: z.enum(bloodKinds).default('permille'),
  blood_first: whole(0, 1000).default(50),
  blood_second: whole(0, 1000).default(30),
  blood_third: whole(0, 1000).default(10),
  hints: z.enum(hintRules).default('solve'),
  divisions: z.array(DivisionBody).max(most.divisions).default([]),
  /** Machines one entry has at once, how long they run, and whether the oldest make place for new ones. */
  instances_most: whole(1, most.instances).default(3),
  instance_minutes: whole(10, most.instance_minutes).default(120),
  instances_close: z.boolean().default(false),
  items: z.array(ContestItemBody).max(most.items).default([]),
})
type Fields = z.output<typeof contest>

const over = rulesOver<Fields>()
const at = (text: string | null) => (text === null ? null : Date.parse(text))
const broken = (is: boolean, path: string, rule: string): Break[] => (is ? [{ path, rule }] : [])

function itemBreaks(items: Fields['items']): Break[] {
  const ids = items.map((i) => i.question_id)
  return items.flatMap((i, n) => [
    ...broken(ids.indexOf(i.question_id) < n, `items.${n}`, 'challenge_once'),
    ...broken(
      i.curve !== 'static' && (i.curve === 'exponential' ? i.least > 1000 : i.least > i.most),
      `items.${n}`,
      'least_within_most',
    ),
    ...broken(i.closes_after !== null && i.closes_after <= (i.opens_after ?? 0), `items.${n}`, 'closes_after_opening'),
    ...broken(
      i.requires.some((r) => r === i.question_id || !ids.includes(r)),
      `items.${n}`,
      'requires_others',
    ),
  ])
}

export const FlagContestBody = contest
  .superRefine(
    ...over(['starts_at', 'ends_at'], (c) =>
      broken(Date.parse(c.ends_at) <= Date.parse(c.starts_at), 'ends_at', 'after_start'),
    ),
  )
  .superRefine(
    ...over(['starts_at', 'ends_at', 'freeze_at'], (c) => {
      const freeze = at(c.freeze_at)
      return broken(
        freeze !== null && (freeze <= Date.parse(c.starts_at) || freeze >= Date.parse(c.ends_at)),
        'freeze_at',
        'within_contest',
      )
    }),
  )
  .superRefine(
    ...over(['ends_at', 'thaw_at'], (c) => {
      const thaw = at(c.thaw_at)
      return broken(thaw !== null && thaw < Date.parse(c.ends_at), 'thaw_at', 'after_contest')
    }),
  )
  .superRefine(
    ...over(['starts_at', 'write_up_until'], (c) => {
      const until = at(c.write_up_until)
      return broken(until !== null && until <= Date.parse(c.starts_at), 'write_up_until', 'after_start')
    }),
  )
  .superRefine(
    ...over(['ends_at', 'register_until'], (c) => {
      const until = at(c.register_until)
      return broken(until !== null && until > Date.parse(c.ends_at), 'register_until', 'before_end')
    }),
  )
  .superRefine(
    ...over(['team_least', 'team_most'], (c) => broken(c.team_most < c.team_least, 'team_most', 'team_size_order')),
  )
  .superRefine(
    ...over(['registration', 'code'], (c) => broken(c.registration === 'code' && c.code === '', 'code', 'required')),
  )
  .superRefine(
    ...over(['organisers', 'referees', 'observers'], (c) => {
      const all = [...c.organisers, ...c.referees]
      return [
        ...broken(
          c.referees.some((id) => c.organisers.includes(id)),
          'referees',
          'one_part',
        ),
        ...broken(
          c.observers.some((id) => all.includes(id)),
          'observers',
          'one_part',
        ),
      ]
    }),
  )
  .superRefine(...over(['items'], (c) => itemBreaks(c.items)))
  .superRefine(
    ...over(['items', 'board'], (c) =>
      c.items.flatMap((i, n) => broken(c.board === 'hidden' && i.opens_score !== null, `items.${n}`, 'score_hidden')),
    ),
  )
  .superRefine(
    ...over(['divisions'], (c) => {
      const names = c.divisions.map((d) => d.name.toLowerCase())
      const keys = c.divisions.map((d) => d.key)
      return c.divisions.flatMap((d, n) =>
        broken(names.indexOf(d.name.toLowerCase()) < n || keys.indexOf(d.key) < n, `divisions.${n}`, 'division_once'),
      )
    }),
  )
  .superRefine(
    ...over(['divisions', 'registration'], (c) =>
      broken(
        c.divisions.length > 0 &&
          c.registration !== 'closed' &&
          !c.divisions.some((d) => divisionAllows(d.bits, 'join')),
        'divisions',
        'division_to_join',
      ),
    ),
  )

export const FlagContest = row(contest, {
  status: z.enum(contestStatuses),
  /** As things stand: with pauses, and where somebody started or ended it. Null before somebody starts it. */
  start_at: Timestamp.nullable(),
  end_at: Timestamp,
  /** Others are not told now what was won. */
  frozen: z.boolean(),
  /** Its result is final. */
  final: z.boolean(),
  /** It has started once. */
  begun: z.boolean(),
  challenges: z.number().int(),
  /** Those that are in, and those that wait to be let in. */
  entries: z.number().int(),
  waiting: z.number().int(),
  organiser_names: z.array(z.string()),
  referee_names: z.array(z.string()),
  observer_names: z.array(z.string()),
  updated_by_name: z.string(),
})
export type FlagContest = z.output<typeof FlagContest>
export type FlagContestBody = z.input<typeof FlagContestBody>
