/** What the waiting page says, as one decision: from the last answer and from whether the server can be asked at all. */
import type { Deployment } from '../../../contract/system/network.schema.ts'
import { safeInternalPath } from '../../../contract/rules.ts'
import { href } from '../../../contract/screens/index.ts'

export type DeploymentWait =
  | { at: 'asking' }
  | { at: 'refused'; code: string }
  | { at: 'nothing' }
  | { at: 'working' | 'done' | 'failed'; deployment: Deployment; away: boolean; left: number }

/** Answers that say that nobody is there for the moment. */
const passing = new Set(['network', 'timeout', 'busy', 'cancelled'])

/** @param now of the server as far as it is known */
export function deploymentWaitOf(
  deployment: Deployment | null | undefined,
  problem: { code: string; status: number } | undefined,
  now: Date,
): DeploymentWait {
  const away = problem !== undefined && (passing.has(problem.code) || problem.status >= 500)
  if (problem && !away && problem.code !== 'unauthenticated') return { at: 'refused', code: problem.code }
  if (deployment === undefined) return { at: 'asking' }
  if (deployment === null) return { at: 'nothing' }
  const left = Math.max(0, Math.ceil((Date.parse(deployment.ends_at) - now.getTime()) / 1000))
  const { state } = deployment
  const at = state === 'done' ? 'done' : state === 'failed' ? 'failed' : 'working'
  return { at, deployment, away, left }
}

/** Where the viewer came from; never outside the app, and never here again. */
export function wayBack(asked: string | null): string {
  const path = safeInternalPath(asked)
  const self = href('deploy-await')
  return path && path.split(/[?#]/)[0] !== self ? path : href('system-config', undefined, { section: 'network' })
}
