/** Arenas in plain words: ladders that are always open, in seasons. An arena is a contest of its own kind on the same ledger. */
import { field, resource, rowFields } from '../lib/resource.ts'
import type { Arena, ArenaBody } from './arena.schema.ts'
import { bloodKinds } from './flagContest.ts'

export const arenaLimits = {
  seasons: 40,
  events: 100,
  /** Thousandths of the points of the season before. */
  carry: 1000,
  weight: 100_000,
  seasonName: 40,
  /** Points of a rank history. */
  history: 60,
} as const
export const arenaEventKinds = ['flag-contest', 'exam'] as const

/** Whoever holds one of these sets arenas up. */
export const arenaKeeping = ['arena-manage', 'arena-add', 'arena-edit'] as const
/** Where learners climb one. */
export const arenaPlaying = ['arena', 'arena-detail'] as const

export const arena = resource<Arena, ArenaBody>()('arena', {
  area: 'contest',
  path: '/arenas',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    description: field.longText,
    rules: field.longText,
    season: field.text,
    season_ends: field.time,
    organisers: field.refs('user'),
    blood: field.one(bloodKinds),
    blood_first: field.number,
    blood_second: field.number,
    blood_third: field.number,
    seasons: field.list,
    items: field.list,
    events: field.list,
    challenges: field.number,
    entries: field.number,
    created_by: field.ref('user'),
    updated_by: field.ref('user'),
  },
  find: ['name', 'description'],
  filter: ['created_by', 'updated_at'],
  sort: ['name', 'updated_at', 'created_at'],
  order: '-updated_at',
  unique: [['name']],
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options', 'audience'],
  audience: true,
  owned: true,
  restorable: true,
  actions: {
    /** Looking at its entries; for whoever is named, and whoever may change it. */
    look: { on: 'own', named: true, personal: true, screens: [...arenaKeeping, 'contest-team', 'contest-team-member'] },
    judge: { on: 'own', named: true, screens: [...arenaKeeping, 'contest-team', 'contest-team-member'] },
  },
  read: arenaKeeping,
  write: arenaKeeping,
  page: 'arena-manage',
  words: 'arena',
  touches: ['my-arenas'],
})
