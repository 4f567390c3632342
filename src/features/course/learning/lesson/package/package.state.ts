/** A package while it is played: its launch, which part of it is open, and what its page last said. */
import type { PackageLaunch } from '../../../../../contract/course/package.schema.ts'
import type { PackageMessage } from '../../../../../contract/course/package.ts'
import type { AppProblem } from '../../../../../lib/problem.ts'

export type PackagePhase =
  | { at: 'idle' }
  | { at: 'opening'; item: string }
  /** `n` counts pages: another one is loaded anew. `heard`: its page has said that it is there. `own`: in a window of its own. */
  | { at: 'open'; launch: PackageLaunch; item: string; n: number; heard: boolean; own: boolean }
  | { at: 'taken'; item: string }
  | { at: 'unreachable'; item: string; origin: string }
  | { at: 'failed'; item: string; problem: AppProblem }

export interface PlayState {
  phase: PackagePhase
  /** The next page opens in a window of its own. */
  own: boolean
  /** The last of each part. */
  said: Readonly<Record<string, PackageMessage>>
  done: boolean
  completed: boolean
}
export type PackageAction =
  /** `own`: where it has been until now when left out. */
  | { type: 'ask/open'; item: string; own?: boolean }
  | { type: 'ask/close' }
  /** Its window was closed: it goes on in the lesson. */
  | { type: 'ask/return' }
  | { type: 'opening'; item: string }
  | { type: 'opened'; launch: PackageLaunch; item: string }
  | { type: 'renewed' }
  | { type: 'heard'; message: PackageMessage }
  | { type: 'taken'; item: string }
  | { type: 'silent'; item: string; origin: string }
  | { type: 'refused'; item: string; problem: AppProblem }
  | { type: 'closed' }

export const closedPackage: PlayState = { phase: { at: 'idle' }, own: false, said: {}, done: false, completed: false }

export function reducePackage(s: PlayState = closedPackage, a: PackageAction): PlayState {
  const { phase } = s
  switch (a.type) {
    case 'ask/open':
      return { ...s, own: a.own ?? s.own }
    case 'ask/return':
      return phase.at === 'open'
        ? { ...s, own: false, phase: { at: 'opening', item: phase.item } }
        : { ...s, own: false }
    case 'opening':
      return { ...s, phase: { at: 'opening', item: a.item } }
    case 'opened': {
      const n = phase.at === 'open' ? phase.n + 1 : 1
      return { ...s, phase: { at: 'open', launch: a.launch, item: a.item, n, heard: false, own: s.own } }
    }
    case 'heard': {
      if (phase.at !== 'open') return s
      const { message } = a
      return {
        phase: message.item === phase.item ? { ...phase, heard: true } : phase,
        own: s.own,
        said: { ...s.said, [message.item]: message },
        done: s.done || message.done,
        completed: s.completed || message.completed,
      }
    }
    case 'taken':
      return { ...s, own: false, phase: { at: 'taken', item: a.item } }
    case 'silent':
      return { ...s, own: false, phase: { at: 'unreachable', item: a.item, origin: a.origin } }
    case 'refused':
      return { ...s, own: false, phase: { at: 'failed', item: a.item, problem: a.problem } }
    case 'closed':
      return { ...s, own: false, phase: { at: 'idle' } }
    default:
      return s
  }
}
