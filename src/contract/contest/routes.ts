/** Taking part in contests, and running them. */
import { z } from 'zod'
import { longestFlag } from '../practice/flag.ts'
import { textLanguages } from '../bank/question.ts'
import { Choice, ChoiceQuery, Id, many, page, Paging, Timestamp } from '../lib/crud.ts'
import { FreeText, OneLine } from '../lib/oneLine.schema.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { arenaKeeping } from './arena.ts'
import {
  contestLimits,
  contestTeamScreens,
  flagContestKeeping,
  flagContestPlaying,
  flagContestRunning,
} from './flagContest.ts'
import { FlagContest } from './flagContest.schema.ts'
import {
  ContestBoard,
  ContestCard,
  ContestCheck,
  ContestVerdict,
  Entry,
  JudgedSubmission,
  LedTeam,
  LockedItem,
  OpenDivision,
  PlayChallenge,
  PlayItem,
  ScoreExplained,
} from './play.schema.ts'
import { contestStatuses, entryStatuses, submissionVerdicts } from './status.ts'

const nothing = z.strictObject({})
const playing = ['flag-contest-play'] as const
/** Challenges of arenas are opened and answered like those of contests. */
const answering = [...playing, 'arena-detail'] as const
const Reason = sized(FreeText, 1, contestLimits.reason)

const event = (summary: string, word: string) =>
  ({
    summary,
    screens: flagContestRunning,
    body: nothing,
    reply: FlagContest,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: `flag-contest.${word}`,
  }) as const
const decision = (summary: string, word: string) =>
  ({
    summary,
    screens: [...flagContestRunning, ...contestTeamScreens],
    body: z.strictObject({ reason: Reason }),
    reply: Entry,
    problems: ['not_allowed_in_state', 'contest_final'],
    finishes: true,
    audit: `contest-entry.${word}`,
  }) as const

export const contestRoutes = routes({
  'GET /contests': {
    summary: 'Contests for the caller, those that go on first, with their own entry',
    screens: flagContestPlaying,
    query: z.strictObject({ ...Paging, status: many(z.enum(contestStatuses)) }),
    reply: page(ContestCard).extend({ now: Timestamp }),
  },
  'GET /contests/:id': {
    summary: 'One contest for the caller, and the teams they could enter',
    screens: flagContestPlaying,
    reply: ContestCard.extend({ now: Timestamp, teams: z.array(LedTeam), divisions: z.array(OpenDivision) }),
  },
  'POST /contests/:id/register': {
    summary: 'Enter a contest, alone or as a team the caller leads',
    screens: flagContestPlaying,
    body: z.strictObject({
      team_id: Id.nullable().default(null),
      /** On the board, where aliases are; empty: the own name. */
      alias: sized(OneLine.trim(), 0, contestLimits.alias).default(''),
      division_id: Id.nullable().default(null),
      code: z.string().max(contestLimits.code).default(''),
    }),
    reply: ContestCard,
    problems: ['contest_entry_closed', 'contest_entered', 'not_allowed_in_state'],
    personal: true,
    audit: 'contest-entry.register',
  },
  'POST /contests/:id/withdraw': {
    summary: 'Take the own entry back, before the contest starts',
    screens: flagContestPlaying,
    body: nothing,
    reply: ContestCard,
    problems: ['not_allowed_in_state'],
    personal: true,
    audit: 'contest-entry.withdraw',
  },
  'GET /contests/:id/items': {
    summary: 'The challenges that are open to the caller’s entry, with values and solves as far as they may be known',
    screens: playing,
    reply: z.object({ items: z.array(PlayItem), locked: z.array(LockedItem), now: Timestamp }),
  },
  'GET /contest-items/:id': {
    summary: 'One challenge: its text, files, own answers, and who solved it',
    screens: answering,
    query: z.strictObject({ language: z.enum(textLanguages).optional() }),
    reply: PlayChallenge,
  },
  'POST /contest-items/:id/submit': {
    summary: 'Hand in a flag. What the verdict is worth is told as far as it may be known',
    screens: answering,
    body: z.strictObject({ text: z.string().min(1).max(longestFlag) }),
    reply: ContestVerdict,
    problems: ['not_allowed_in_state', 'contest_not_in'],
    personal: true,
    audit: 'contest-item.submit',
  },
  'POST /contest-items/:id/hints': {
    summary: 'Take a hint at the cost that was shown; one that was taken before costs nothing more',
    screens: playing,
    body: z.strictObject({
      hint: z.number().int().min(0).max(19),
      cost: z.number().min(0).max(1000),
      language: z.enum(textLanguages).default(''),
    }),
    reply: z.object({ text: z.string(), spent: z.number().int() }),
    problems: ['hint_changed', 'not_allowed_in_state', 'contest_not_in'],
    personal: true,
    audit: 'contest-item.hint',
  },
  'POST /contest-items/:id/scene': {
    summary: 'Start the machines of a challenge for the caller’s entry, or find those it has',
    screens: playing,
    body: z.strictObject({}),
    reply: z.object({ scene_id: Id }),
    problems: [
      'topology_unfit',
      'license_limit',
      'contest_scenes',
      'driver_unavailable',
      'not_allowed_in_state',
      'contest_not_in',
    ],
    personal: true,
    audit: 'contest-item.scene',
  },
  'GET /contests/:id/board': {
    summary: 'The board as the caller may see it',
    screens: flagContestPlaying,
    reply: ContestBoard,
  },
  'GET /contests/:id/board/:entry': {
    summary: 'Why a score is what it is, as far as the caller may know',
    screens: [...flagContestPlaying, 'arena-detail'],
    reply: ScoreExplained,
  },

  'GET /flag-contests/staff/options': {
    summary: 'Pick people who can run contests, by name',
    screens: [...flagContestKeeping, ...arenaKeeping],
    query: ChoiceQuery,
    reply: page(Choice),
  },
  'GET /flag-contests/:id/checklist': {
    summary: 'What is missing before a contest can go well',
    screens: [...flagContestRunning, 'flag-edit'],
    reply: z.object({ items: z.array(ContestCheck) }),
  },
  'POST /flag-contests/:id/start': event('Start a contest that waits for somebody to say so', 'start'),
  'POST /flag-contests/:id/pause': event('Stop its clock: nothing is taken meanwhile', 'pause'),
  'POST /flag-contests/:id/recover': event('Go on; the end moves by the length of the pause', 'recover'),
  'POST /flag-contests/:id/finish': event('End it now', 'finish'),
  'POST /flag-contests/:id/thaw': event('Tell everybody what was won since the freeze', 'thaw'),
  'GET /flag-contests/:id/board': {
    summary: 'The board as it is',
    screens: flagContestRunning,
    reply: ContestBoard,
  },
  'GET /flag-contests/:id/board/:entry': {
    summary: 'Why a score is what it is',
    screens: flagContestRunning,
    reply: ScoreExplained,
  },
  'GET /flag-contests/:id/entries': {
    summary: 'Entries with their people, the newest first',
    screens: flagContestRunning,
    query: z.strictObject({ ...Paging, status: many(z.enum(entryStatuses)) }),
    reply: page(Entry),
  },
  'POST /contest-entries/:id/accept': {
    summary: 'Let an entry in',
    screens: [...flagContestRunning, ...contestTeamScreens],
    body: nothing,
    reply: Entry,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'contest-entry.accept',
  },
  'POST /contest-entries/:id/reject': decision('Turn an entry down, with a reason', 'reject'),
  'POST /contest-entries/:id/ban': decision(
    'Take an entry off the board, with a reason; nothing of theirs is lost',
    'ban',
  ),
  'POST /contest-entries/:id/unban': decision('Put an entry back on the board, with a reason', 'unban'),
  'GET /flag-contests/:id/submissions': {
    summary: 'Answers as they came, the newest first',
    screens: flagContestRunning,
    query: z.strictObject({
      ...Paging,
      verdict: many(z.enum(submissionVerdicts)),
      entry: Id.optional(),
      item: Id.optional(),
    }),
    reply: page(JudgedSubmission),
  },
})
