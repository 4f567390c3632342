/** Decisions of the scenes' life on the page, without time or network of their own. */
import { sceneLimits } from '../../../contract/scene/node.ts'
import type { Scene } from '../../../contract/scene/scene.schema.ts'
import { standsStill } from '../../../contract/scene/status.ts'
import { fullJitter } from '../../../lib/backoff.ts'
import type { AppProblem } from '../../../lib/problem.ts'

/** Milliseconds. `gather`: in which pages that are drawn together ask together; `first`, `longest`: of the waits after failures. */
export const scenePollTimings = { gather: 30, first: 1_000, longest: 30_000, least: 500, most: 60_000 } as const

/** Tries of a command whose answer was lost; each has the same key, so the server does it once. */
export const commandTries = 4

/**
 * When to ask again after a good answer: as the server says, spread by a tenth so that pages opened together drift apart.
 * @param random 0 to 1
 */
export const restAfter = (next_ms: number, random: number): number =>
  Math.min(scenePollTimings.most, Math.max(scenePollTimings.least, next_ms)) * (0.95 + 0.1 * random)

/** When to ask again after a failure: never before the server's own `Retry-After`. */
export const sceneRetryDelay = (failed: number, random: number, problem?: AppProblem): number =>
  Math.max((problem?.retry_after ?? 0) * 1000, fullJitter(failed, random, scenePollTimings))

/** An answer that was lost or came at a bad time: the same call may be made again. What was refused is refused again. */
export const passes = ({ status, code }: AppProblem): boolean =>
  code !== 'cancelled' && (status === 0 || status === 429 || status === 502 || status === 503 || status === 504)

/** What one call may ask for. */
export function batches<T>(items: readonly T[], most: number = sceneLimits.watched): T[][] {
  const out: T[][] = []
  for (let at = 0; at < items.length; at += most) out.push(items.slice(at, at + most))
  return out
}

/** The newer of what is known and what came. A late answer loses. */
export const newer = (known: Scene | undefined, came: Scene): Scene =>
  known && known.revision >= came.revision ? known : came

/**
 * Seconds left now of what the server said a while ago; a scene that stands still loses none.
 * @param heard when it was said, milliseconds
 */
export function remainingAt(
  scene: Pick<Scene, 'status' | 'remaining' | 'ends_at'>,
  heard: number,
  now: number,
): number | null {
  if (scene.remaining === null) return null
  if (scene.ends_at === null || standsStill(scene)) return scene.remaining
  return Math.max(0, Math.round(scene.remaining - (now - heard) / 1000))
}
