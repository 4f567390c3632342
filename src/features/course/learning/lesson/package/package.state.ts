/** A package while it is played: its launch, which part of it is open, and what its page last said. */
import type { PackageLaunch } from '../../../../../contract/course/package.schema.ts'
import type { PackageMessage } from '../../../../../contract/course/package.ts'
import type { AppProblem } from '../../../../../lib/problem.ts'

export type PackagePhase =
  | { at: 'idle' }
  | { at: 'opening'; item: string }
  /** `n` counts pages: another one is loaded anew. `heard`: its page has said that it is there. */
  | { at: 'open'; launch: PackageLaunch; item: string; n: number; heard: boolean }
  | { at: 'taken'; item: string }
  | { at: 'unreachable'; item: string; origin: string }
  | { at: 'failed'; item: string; problem: AppProblem }

export interface PlayState {
  phase: PackagePhase
  /** The last of each part. */
  said: Readonly<Record<string, PackageMessage>>
  done: boolean
  completed: boolean
}
export type PackageAction =
  | { type: 'ask/open'; item: string }
  | { type: 'ask/close' }
  | { type: 'opening'; item: string }
  | { type: 'opened'; launch: PackageLaunch; item: string }
  | { type: 'renewed' }
  | { type: 'heard'; message: PackageMessage }
  | { type: 'taken'; item: string }
  | { type: 'silent'; item: string; origin: string }
  | { type: 'refused'; item: string; problem: AppProblem }
  | { type: 'closed' }

export const closedPackage: PlayState = { phase: { at: 'idle' }, said: {}, done: false, completed: false }

export function reducePackage(s: PlayState = closedPackage, a: PackageAction): PlayState {
  const { phase } = s
  switch (a.type) {
    case 'opening':
      return { ...s, phase: { at: 'opening', item: a.item } }
    case 'opened': {
      const n = phase.at === 'open' ? phase.n + 1 : 1
      return { ...s, phase: { at: 'open', launch: a.launch, item: a.item, n, heard: false } }
    }
    case 'heard': {
      if (phase.at !== 'open') return s
      const { message } = a
      return {
        phase: message.item === phase.item ? { ...phase, heard: true } : phase,
        said: { ...s.said, [message.item]: message },
        done: s.done || message.done,
        completed: s.completed || message.completed,
      }
    }
    case 'taken':
      return { ...s, phase: { at: 'taken', item: a.item } }
    case 'silent':
      return { ...s, phase: { at: 'unreachable', item: a.item, origin: a.origin } }
    case 'refused':
      return { ...s, phase: { at: 'failed', item: a.item, problem: a.problem } }
    case 'closed':
      return { ...s, phase: { at: 'idle' } }
    default:
      return s
  }
}
