/** Entries over all contests, and teams that learners found themselves. */
import { z } from 'zod'
import { Choice, ChoiceQuery, Id, many, page, Paging, Timestamp } from '../lib/crud.ts'
import { FreeText, OneLine } from '../lib/oneLine.schema.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { contestKinds, contestLimits, contestModes, contestTeamScreens, flagContestPlaying } from './flagContest.ts'
import { Entry } from './play.schema.ts'
import { contestStatuses, entryStatuses } from './status.ts'
import { longestTeamList } from './teamList.ts'

const nothing = z.strictObject({})
const Reason = sized(FreeText, 1, contestLimits.reason)

const entryEvents = [
  'register',
  'import',
  'accept',
  'reject',
  'withdraw',
  'ban',
  'unban',
  'join',
  'leave',
  'captain',
  'roster',
  'division',
] as const
export type EntryHistoryEvent = (typeof entryEvents)[number]

const Division = z.object({ id: Id, name: z.string() })
export const ContestTeam = Entry.extend({
  contest_id: Id,
  kind: z.enum(contestKinds),
  contest: z.string(),
  contest_status: z.enum(contestStatuses),
  mode: z.enum(contestModes),
  division: Division.nullable(),
  /** The caller decides on it. */
  judges: z.boolean(),
})
export type ContestTeam = z.output<typeof ContestTeam>

export const ContestTeamDetail = ContestTeam.extend({
  divisions: z.array(Division),
  team_least: z.number().int(),
  team_most: z.number().int(),
  /** People join the team by it; null: it has none, or the caller may not read it. */
  code: z.string().nullable(),
  people: z.array(z.object({ id: Id, name: z.string(), username: z.string(), org: z.string(), captain: z.boolean() })),
  /** What became of it, the newest first. */
  history: z.array(
    z.object({
      at: Timestamp,
      what: z.enum(entryEvents),
      by: z.string(),
      reason: z.string(),
      /** Whom it was about, or what it became. */
      about: z.string(),
    }),
  ),
})
export type ContestTeamDetail = z.output<typeof ContestTeamDetail>

const JudgedContest = z.object({
  id: Id,
  kind: z.enum(contestKinds),
  name: z.string(),
  mode: z.enum(contestModes),
  divisions: z.array(Division),
  /** The caller decides on its entries. */
  judges: z.boolean(),
})
const filters = {
  contest: Id.optional(),
  status: many(z.enum(entryStatuses)),
  division: Id.optional(),
}

/** A team of a list, as it would come in: `problem` says why it does not. */
export const TeamListRow = z.object({
  line: z.number().int(),
  name: z.string(),
  people: z.array(z.string()),
  problem: z
    .enum([
      'name_length',
      'on_board',
      'twice',
      'like_another',
      'unknown_people',
      'in_another',
      'staff',
      'too_many',
      'needs_person',
    ])
    .nullable(),
  /** What the problem is about: names that are unknown, and so on. */
  about: z.string(),
})
export type TeamListRow = z.output<typeof TeamListRow>
const TeamList = z.strictObject({
  contest_id: Id,
  /** A team on each line, `name, captain, member, …`, or a list of DOMjudge's. */
  text: z.string().min(1).max(longestTeamList),
})

/** A team of the caller's that people join by a code. */
export const OwnTeam = z.object({
  id: Id,
  name: z.string(),
  code: z.string(),
  leads: z.boolean(),
  members: z.array(z.object({ id: Id, name: z.string(), captain: z.boolean(), me: z.boolean() })),
  /** Contests it is entered in that are not over. Once one has started its roster there is fixed. */
  contests: z.array(z.object({ id: Id, name: z.string(), status: z.enum(contestStatuses) })),
})
export type OwnTeam = z.output<typeof OwnTeam>
const OwnTeams = z.object({ items: z.array(OwnTeam) })

export const entryRoutes = routes({
  'GET /contest-entries': {
    summary: 'Entries of every contest the caller looks after, those that wait first',
    screens: contestTeamScreens,
    query: z.strictObject({ ...Paging, ...filters }),
    reply: page(ContestTeam),
  },
  'GET /contest-entries/contests': {
    summary: 'Contests whose entries the caller sees, the latest first',
    screens: contestTeamScreens,
    reply: z.object({ items: z.array(JudgedContest) }),
  },
  'GET /contest-entries/people/options': {
    summary: 'Pick people for a roster, by name',
    screens: contestTeamScreens,
    query: ChoiceQuery,
    reply: page(Choice),
  },
  'GET /contest-entries/file': {
    summary: 'Entries as a table, a line for each person, with real names',
    screens: contestTeamScreens,
    // names beside what stands under an alias: not for those who only read
    guarded: true,
    query: z.strictObject({
      q: z.string().max(200).optional(),
      ...filters,
      format: z.enum(['csv', 'xlsx']).default('xlsx'),
      language: z.enum(['en-US', 'zh-CN']).default('en-US'),
    }),
    reply: z.unknown(),
    stream: 'download',
    audit: 'contest-entry.export',
  },
  'GET /contest-entries/:id': {
    summary: 'One entry: its people, the code of its team, and what became of it',
    screens: contestTeamScreens,
    reply: ContestTeamDetail,
  },
  'POST /contest-entries/check': {
    summary: 'What would come of a list of teams, line by line; nothing is kept',
    screens: contestTeamScreens,
    body: TeamList,
    reply: z.object({ rows: z.array(TeamListRow) }),
    problems: ['not_allowed_in_state'],
    // it says who stands behind a username
    guarded: true,
    safe: true,
  },
  'POST /contest-entries/import': {
    summary: 'Enter the teams of a list; lines with a problem are left out and told',
    screens: contestTeamScreens,
    body: TeamList,
    reply: z.object({ rows: z.array(TeamListRow), entered: z.number().int() }),
    problems: ['not_allowed_in_state'],
    audit: 'contest-entry.import',
  },
  'POST /contest-entries/:id/roster': {
    summary: 'Change who is in an entry, the captain in front, with a reason; after the start too',
    screens: contestTeamScreens,
    body: z.strictObject({ member_ids: z.array(Id).min(1).max(limits.teamMembers), reason: Reason }),
    reply: ContestTeamDetail,
    problems: ['not_allowed_in_state', 'contest_entered'],
    finishes: true,
    audit: 'contest-entry.roster',
  },
  'POST /contest-entries/:id/division': {
    summary: 'Put an entry into a division, or into none',
    screens: contestTeamScreens,
    body: z.strictObject({ division_id: Id.nullable() }),
    reply: ContestTeamDetail,
    finishes: true,
    audit: 'contest-entry.division',
  },
  'POST /contest-entries/:id/code': {
    summary: 'Give the team of an entry another invite code; the one before is void',
    screens: contestTeamScreens,
    body: nothing,
    reply: ContestTeamDetail,
    problems: ['not_allowed_in_state'],
    audit: 'contest-entry.code',
  },

  'GET /contest-teams': {
    summary: 'Teams of the caller’s that people join by a code',
    screens: flagContestPlaying,
    reply: OwnTeams,
  },
  'POST /contests/:id/team': {
    summary: 'Found a team for a contest that lets learners do so; the caller leads it',
    screens: flagContestPlaying,
    body: z.strictObject({ name: sized(OneLine.trim(), limits.name.min, limits.name.max) }),
    reply: OwnTeam,
    problems: ['contest_entry_closed', 'not_allowed_in_state'],
    personal: true,
    audit: 'contest-team.found',
  },
  'POST /contest-teams/join': {
    summary: 'Join a team by its code, and what it is entered in and has not started',
    screens: flagContestPlaying,
    body: z.strictObject({ code: sized(OneLine.trim(), 1, contestLimits.code) }),
    reply: OwnTeam,
    problems: ['contest_entered', 'too_many'],
    personal: true,
    audit: 'contest-team.join',
  },
  'POST /contest-teams/:id/leave': {
    summary: 'Leave a team; who leads it hands it on first, the last one to go dissolves it',
    screens: flagContestPlaying,
    body: nothing,
    reply: OwnTeams,
    problems: ['not_allowed_in_state'],
    personal: true,
    audit: 'contest-team.leave',
  },
  'POST /contest-teams/:id/captain': {
    summary: 'Let another member lead the team',
    screens: flagContestPlaying,
    body: z.strictObject({ user_id: Id }),
    reply: OwnTeam,
    problems: ['not_allowed_in_state'],
    personal: true,
    audit: 'contest-team.captain',
  },
  'POST /contest-teams/:id/remove': {
    summary: 'Take a member out of the team',
    screens: flagContestPlaying,
    body: z.strictObject({ user_id: Id }),
    reply: OwnTeam,
    problems: ['not_allowed_in_state'],
    personal: true,
    audit: 'contest-team.remove',
  },
  'POST /contest-teams/:id/code': {
    summary: 'Give the team another code; the one before is void',
    screens: flagContestPlaying,
    body: nothing,
    reply: OwnTeam,
    personal: true,
    audit: 'contest-team.code',
  },
})
