/** Flag contests in plain words: how one is set up. Who may take part is its audience, once they have registered. */
import { field, resource, rowFields } from '../lib/resource.ts'
import type { FlagContest, FlagContestBody } from './flagContest.schema.ts'
import { contestStatuses } from './status.ts'

export const contestKinds = ['flag', 'arena', 'attack-defense', 'operation', 'cfs'] as const
export type ContestKind = (typeof contestKinds)[number]
export const contestModes = ['individual', 'team'] as const
/** `open`: whoever registers is in; `approval`: its staff decide; `code`: who knows it is in. */
export const registrationRules = ['open', 'approval', 'code', 'closed'] as const
/** Under which name a person stands on the board; a team stands there under its own. */
export const boardNames = ['real', 'alias'] as const
/** Who sees the board: whoever sees the contest, those who take part, or nobody but its staff until it is over. */
export const boardRules = ['public', 'participants', 'hidden'] as const
export const contestStarts = ['clock', 'go'] as const
/** Help by AI: as they like; allowed and to be declared; not allowed. */
export const aiRules = ['allowed', 'declared', 'forbidden'] as const
export const staffParts = ['organiser', 'referee', 'observer'] as const
export type StaffPart = (typeof staffParts)[number]
export const curveKinds = ['static', 'linear', 'parabolic', 'exponential', 'classic', 'steep'] as const
/** Hints cost of the solve, never more than it brings; or at once. */
export const hintRules = ['solve', 'once'] as const
export const bloodKinds = ['permille', 'points', 'none'] as const

export const contestLimits = {
  rules: 20_000,
  team: 50,
  code: 40,
  staff: 100,
  items: 200,
  category: 30,
  points: 100_000,
  attempts: 1000,
  /** Minutes of the contest's own clock. */
  minutes: 60 * 24 * 60,
  alias: 40,
  /** Teams one person may have founded. */
  founded: 10,
  reason: 500,
  divisions: 20,
  division: 40,
  /** Machines of challenges: at once for one entry, and minutes they run. */
  instances: 20,
  instance_minutes: 24 * 60,
} as const

/** Whoever holds one of these sets contests up. */
export const flagContestKeeping = ['flag-manage', 'flag-add', 'flag-edit'] as const
/** Where its staff run one. */
export const flagContestRunning = ['flag-manage', 'flag-detail'] as const
/** Where its staff look at entries over all contests. */
export const contestTeamScreens = ['contest-team', 'contest-team-member'] as const
/** Where learners take part. */
export const flagContestPlaying = ['flag-contest', 'flag-contest-play'] as const

/** What stays as it is once it has started: what is on the board was reckoned by it. */
const begunFields = [
  'mode',
  'team_least',
  'team_most',
  'start_mode',
  'starts_at',
  'blood',
  'blood_first',
  'blood_second',
  'blood_third',
  'hints',
  'divisions',
  'items',
] as const
export const fixedContestFields = (c: { begun: boolean }): ReadonlySet<string> => new Set(c.begun ? begunFields : [])

export const flagContest = resource<FlagContest, FlagContestBody>()('flag-contest', {
  area: 'contest',
  path: '/flag-contests',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    description: field.longText,
    rules: field.longText,
    status: field.one(contestStatuses),
    mode: field.one(contestModes),
    team_least: field.number,
    team_most: field.number,
    start_mode: field.one(contestStarts),
    starts_at: field.time,
    freeze_at: field.time,
    ends_at: field.time,
    thaw_at: field.time,
    write_up_until: field.time,
    registration: field.one(registrationRules),
    code: field.text,
    register_until: field.time,
    names: field.one(boardNames),
    board: field.one(boardRules),
    ai: field.one(aiRules),
    founding: field.flag,
    feed: field.flag,
    organisers: field.refs('user'),
    referees: field.refs('user'),
    observers: field.refs('user'),
    blood: field.one(bloodKinds),
    blood_first: field.number,
    blood_second: field.number,
    blood_third: field.number,
    hints: field.one(hintRules),
    divisions: field.list,
    instances_most: field.number,
    instance_minutes: field.number,
    instances_close: field.flag,
    items: field.list,
    challenges: field.number,
    entries: field.number,
    waiting: field.number,
    created_by: field.ref('user'),
    updated_by: field.ref('user'),
  },
  find: ['name', 'description'],
  filter: ['status', 'mode', 'starts_at', 'ends_at', 'created_by', 'updated_at'],
  sort: ['name', 'starts_at', 'ends_at', 'updated_at', 'created_at'],
  order: '-starts_at',
  unique: [['name']],
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options', 'audience'],
  audience: true,
  owned: true,
  restorable: true,
  actions: {
    /** Looking on: everything as it is, submissions and a frozen board too. For its staff, and whoever may change it. */
    look: { on: 'own', named: true, personal: true, screens: [...flagContestRunning, ...contestTeamScreens] },
    /** Who is let in, and points of order: for organisers and referees, and whoever may change it. */
    judge: { on: 'own', named: true, screens: [...flagContestRunning, ...contestTeamScreens] },
    start: { on: 'own', named: true, screens: flagContestRunning },
    pause: { on: 'own', named: true, screens: flagContestRunning },
    recover: { on: 'own', named: true, screens: flagContestRunning },
    finish: { on: 'own', named: true, screens: flagContestRunning },
    thaw: { on: 'own', named: true, screens: flagContestRunning },
    extend: { on: 'own', named: true, screens: flagContestRunning },
    freeze: { on: 'own', named: true, screens: flagContestRunning },
    finalise: { on: 'own', named: true, screens: flagContestRunning },
    reopen: { on: 'own', named: true, screens: flagContestRunning },
    /** Other rules once it has begun, and flags as the bank has them now: for organisers, and whoever may change it. */
    rules: { on: 'own', named: true, screens: flagContestRunning },
  },
  read: [...flagContestKeeping, 'flag-detail'],
  write: flagContestKeeping,
  page: 'flag-manage',
  touches: ['contests', 'contest-items'],
})
