/** What a licence says, and the figures around it. The same object travels as a file and, packed, as an activation code. */
import type { ModuleName } from '../screens/index.ts'

/** Licensed modules in the order of their bits in an activation code: new ones are appended, none ever moves. */
export const modules = [
  'course',
  'practice',
  'contest',
  'training',
  'rangetest',
  'softtest',
  'vuln',
  'library',
  'stats',
  'bank',
  'assess',
  'device',
  'topology',
  'traffic',
  'probe',
  'task',
  'career',
  'operation',
  'effect',
] as const satisfies readonly ModuleName[]

/** Their place is their number in a code, too. */
export const editions = ['evaluation', 'standard', 'professional'] as const
export type Edition = (typeof editions)[number]

export const limitNames = ['running_scenes', 'running_instances', 'editable_nodes', 'users'] as const
export type LimitName = (typeof limitNames)[number]
/** Null is no limit. */
export type Limits = Record<LimitName, number | null>
export const mostLimit = 65_534

export interface Licence {
  id: string
  /** Of the one installation it is for. */
  serial: string
  customer: string
  edition: Edition
  modules: ModuleName[]
  /** Instants in UTC to the second, `2026-01-31T00:00:00Z`; `to` is the first instant it no longer covers. */
  from: string
  to: string
  limits: Limits
  issued_at: string
  /** Counts up with every licence the issuer makes: an older one never replaces a newer one. */
  sequence: number
  /** Commitment of the request it answers, in hex; null when nobody asked with a code. */
  request: string | null
}

/** A licence with the name of the key that signed it. */
export interface SignedLicence {
  key: string
  licence: Licence
  /** 64 bytes, Ed25519. */
  signature: Uint8Array
}

export const licenceLimits = {
  customer: { min: 1, max: 60 },
  /** Longest file or code a server reads, characters. */
  text: 8192,
  /** From this many days before its end a licence counts as expiring. */
  expiringDays: 30,
  /** Days after the end in which everything can still be read; the setting `licence.grace_days` decides. */
  graceDays: { default: 14, max: 60 },
  /** How far the clock may stand behind the latest time that was seen, seconds: servers differ a little, and clocks are corrected. */
  clockTolerance: 900,
} as const

/** The instant as licences write it. */
export const toSecond = (at: Date | number): string => `${new Date(at).toISOString().slice(0, 19)}Z`
