/**
 * Who may still be at a console: a right can end while it is open, by a change of the scene's people, of the drawing, of a role or of an
 * account. Asked for all consoles of a process at once.
 */
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { watchingInHours } from '../../classroom/looking.ts'
import { peopleNow } from '../../session/peopleNow.ts'
import { isSceneLeader, mayOpenNode, sceneRolesOf, runsAll } from '../rights.ts'
import { type NodeRow, nodesOf, type SceneRow } from '../row.ts'

/** Somebody at the console of a node; who looks over another's shoulder leads the scene, or a class hour that goes on. */
export interface Claim {
  user_id: string
  scene_id: string
  node_id: string
  shadow: boolean
  /** The class hour in which they look on, and at whose console; null: they lead the scene. */
  hour: { id: string; learner: string } | null
}
export const claimKeyOf = ({ user_id, scene_id, node_id, shadow, hour }: Claim): string =>
  `${scene_id} ${node_id} ${user_id} ${hour ? `in class ${hour.id} ${hour.learner}` : shadow ? 'looks on' : 'works'}`

/** Keys of the claims that stand. */
export async function validClaimKeys(
  q: Queryable,
  platform: Pick<Platform, 'licence' | 'now'>,
  claims: readonly Claim[],
): Promise<Set<string>> {
  const out = new Set<string>()
  if (!claims.length) return out
  const ids = [...new Set(claims.map((c) => c.scene_id))]
  const { rows: scenes } = await q.query<Pick<SceneRow, 'id' | 'type'>>(
    'select id, type from scene where id = any($1::text[])',
    [ids],
  )
  const types = new Map(scenes.map((s) => [s.id, s]))
  const nodes = new Map<string, NodeRow>()
  for (const own of (await nodesOf(q, ids)).values()) for (const n of own) nodes.set(`${n.scene_id} ${n.node_id}`, n)
  const byUser = new Map<string, Claim[]>()
  for (const c of claims) byUser.set(c.user_id, [...(byUser.get(c.user_id) ?? []), c])
  const overseer = scenes.map((s) => [s.id, 'overseer'] as const)
  const people = await peopleNow(q, platform, [...byUser.keys()])
  const inHours = await watchingInHours(q, platform, people, claims)
  for (const who of people) {
    const parts = runsAll(who) ? new Map(overseer) : await sceneRolesOf(q, who, scenes)
    for (const c of byUser.get(who.id) ?? []) {
      if (c.hour) {
        if (inHours(c)) out.add(claimKeyOf(c))
        continue
      }
      const [part, scene] = [parts.get(c.scene_id), types.get(c.scene_id)]
      const node = nodes.get(`${c.scene_id} ${c.node_id}`)
      if (part && scene && node?.boots && mayOpenNode(part, node, scene) && (!c.shadow || isSceneLeader(part)))
        out.add(claimKeyOf(c))
    }
  }
  return out
}
