/** What the activation page decides before it draws. */
import { decode, spelled } from '../../contract/license/base32.ts'
import { modules } from '../../contract/license/licence.ts'
import type { LicenceStatus, turns } from '../../contract/license/standing.ts'
import { type FolderName, folders, type ModuleName, screens } from '../../contract/screens/index.ts'
import type { Tone } from '../../ui/data/tone.ts'
import { keysOf } from '../../contract/lib/typed.ts'

export type Turns = ReturnType<typeof turns>

export const tones: Record<LicenceStatus, Tone> = {
  demonstration: 'info',
  none: 'idle',
  valid: 'ok',
  expiring: 'warn',
  grace: 'warn',
  expired: 'bad',
  clock: 'bad',
  tampered: 'bad',
}

/** Folders that a module opens, in menu order. */
export const foldersOf = (module: ModuleName): FolderName[] =>
  keysOf(folders).filter((f) => {
    const folder = folders[f]
    return 'module' in folder && folder.module === module
  })

/** Modules with a page in this version: what nobody can open is neither open nor closed. */
export const offeredModules: readonly ModuleName[] = modules.filter((m) =>
  screens.some((s) => s.module === m && s.built),
)

export interface TimelinePart {
  phase: 'valid' | 'expiring' | 'grace' | 'expired'
  /** Shares of the whole width. */
  from: number
  to: number
}
export interface TimelineMark {
  at: string
  name: 'starts' | 'warns' | 'stops' | 'closes'
  /** Share of the whole width. */
  place: number
}

/**
 * The life of a licence on a line. A term of a year and two weeks of grace are not drawn to one scale: each phase has at least a share that
 * can be read, and places inside a phase are true.
 * @param now ISO instant
 */
export function timeline(t: Turns, now: string): { parts: TimelinePart[]; marks: TimelineMark[]; now: number } {
  const [starts, warns, stops, closes] = [
    Date.parse(t.starts),
    Date.parse(t.warns),
    Date.parse(t.stops),
    Date.parse(t.closes),
  ] as const
  const spans = [
    { phase: 'valid' as const, from: starts, to: warns, least: 0.4 },
    { phase: 'expiring' as const, from: warns, to: stops, least: 0.18 },
    { phase: 'grace' as const, from: stops, to: closes, least: 0.18 },
    { phase: 'expired' as const, from: closes, to: closes + Math.max(closes - stops, 86_400_000), least: 0.12 },
  ].filter((s) => s.to > s.from)
  const sum = spans.reduce((n, s) => n + s.least, 0)
  let at = 0
  const placed = spans.map((s) => {
    const from = at
    at += s.least / sum
    return { ...s, place: from, end: at }
  })
  const placeOf = (v: number): number => {
    const inside = placed.find((p) => v >= p.from && v < p.to)
    if (inside) return inside.place + ((v - inside.from) / (inside.to - inside.from)) * (inside.end - inside.place)
    return v < starts ? 0 : 1
  }
  const marks = (['starts', 'warns', 'stops', 'closes'] as const)
    .filter((name) => !(name === 'warns' && warns <= starts) && !(name === 'closes' && closes <= stops))
    .map((name) => ({ at: t[name], name, place: placeOf(Date.parse(t[name])) }))
  return {
    parts: placed.map(({ phase, place, end }) => ({ phase, from: place, to: end })),
    marks,
    now: placeOf(Date.parse(now)),
  }
}

/** What was typed of a code so far: a group that is complete and wrong is named at once; the last one may be on its way. */
export function typedCode(typed: string): { groups: number; wrong?: number; strange?: true } {
  const text = spelled(typed)
  if (text === undefined) return { groups: 0, strange: true }
  const whole = Math.floor(text.length / 6)
  const found = whole ? decode(text.slice(0, whole * 6)) : undefined
  const wrong = found && 'code' in found && found.code === 'license_mistyped' ? found.group : undefined
  return { groups: whole, ...(wrong ? { wrong } : {}) }
}
