/**
 * The network controller: moves the platform's own addresses, a step at a time. This one is simulated: its steps take real seconds and what
 * stands follows from when it began, so that a restart of the server stops nothing and several servers see the same.
 */
import {
  changedAddresses,
  type DeployState,
  type DeployStep,
  deploySteps,
  type PlatformNetwork,
  type StepState,
} from '#src/contract/system/network.ts'

export interface PlannedDeployStep {
  name: DeployStep
  seconds: number
}
/** What a controller has been told to do. */
interface Work {
  steps: readonly PlannedDeployStep[]
  /** Step at which it gives up. */
  fails_at: string | null
}
interface Standing {
  state: DeployState
  steps: { name: DeployStep; state: StepState; seconds: number }[]
  /** 0 to 1 */
  progress: number
  /** Seconds from its beginning to its end, whatever that is. */
  length: number
}
export interface NetworkController {
  /** Steps that lead from one network to the other. */
  plan(from: PlatformNetwork, to: PlatformNetwork): PlannedDeployStep[]
  /** How far the work is, seconds after it began. */
  look(work: Work, seconds: number): Standing
}

const takes: Record<DeployStep, number> = {
  prepare: 1,
  pool: 2,
  gateway: 2,
  components: 3,
  nodes: 3,
  web: 3,
  verify: 1,
}
const needs: Record<DeployStep, readonly (keyof PlatformNetwork)[] | 'always'> = {
  prepare: 'always',
  pool: ['mask', 'pool_start', 'pool_end'],
  gateway: ['mask', 'gateway'],
  components: ['mask', 'component_ip'],
  nodes: ['mask', 'node_ip'],
  web: ['mask', 'web_ip'],
  verify: 'always',
}

function look({ steps, fails_at }: Work, seconds: number): Standing {
  const broken = steps.findIndex((s) => s.name === fails_at)
  const sum = (some: readonly PlannedDeployStep[]) => some.reduce((n, s) => n + s.seconds, 0)
  const forward = broken < 0 ? sum(steps) : sum(steps.slice(0, broken)) + (steps[broken]?.seconds ?? 0) / 2
  // taking a step back is half its work
  const undone = broken < 0 ? [] : steps.slice(0, broken).toReversed()
  const length = forward + sum(undone) / 2
  let at = 0
  const out = steps.map(({ name, seconds: takes }, i): Standing['steps'][number] => {
    const begins = at
    at += takes
    if (broken >= 0 && i > broken) return { name, state: seconds >= forward ? 'skipped' : 'waiting', seconds: takes }
    if (i === broken) {
      const state = seconds >= forward ? 'failed' : seconds >= begins ? 'running' : 'waiting'
      return { name, state, seconds: takes }
    }
    const back = forward + sum(undone.slice(0, undone.findIndex((s) => s.name === name) + 1)) / 2
    if (broken >= 0 && seconds >= back) return { name, state: 'undone', seconds: takes }
    return { name, state: seconds >= at ? 'done' : seconds >= begins ? 'running' : 'waiting', seconds: takes }
  })
  const state: DeployState =
    broken < 0
      ? seconds >= length
        ? 'done'
        : 'running'
      : seconds >= length
        ? 'failed'
        : seconds >= forward
          ? 'rolling_back'
          : 'running'
  return { state, steps: out, progress: length === 0 ? 1 : Math.min(1, Math.max(0, seconds / length)), length }
}

export const simulatedController: NetworkController = {
  plan(from, to) {
    const changed = new Set(changedAddresses(from, to))
    return deploySteps
      .filter((name) => {
        const of = needs[name]
        return of === 'always' || of.some((f) => changed.has(f))
      })
      .map((name) => ({ name, seconds: takes[name] }))
  },
  look,
}

/** The network a stand-in is delivered with. */
export const delivered: PlatformNetwork = {
  web_ip: '10.20.0.10',
  mask: '255.255.255.0',
  gateway: '10.20.0.1',
  node_ip: '10.20.0.20',
  component_ip: '10.20.0.30',
  pool_start: '10.20.0.100',
  pool_end: '10.20.0.200',
}
