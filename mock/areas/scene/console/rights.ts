/**
 * Who may still be at a console: a right can end while it is open, by a change of the scene's people, of the drawing, of a role or of an
 * account. Asked for all consoles of a process at once.
 */
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { peopleNow } from '../../session/peopleNow.ts'
import { isSceneLeader, mayOpenNode, sceneRolesOf, runsAll } from '../rights.ts'
import { type NodeRow, nodesOf, type SceneRow } from '../row.ts'

/** Somebody at the console of a node; who looks over another's shoulder leads the scene. */
export interface Claim {
  user_id: string
  scene_id: string
  node_id: string
  shadow: boolean
}
export const claimKeyOf = ({ user_id, scene_id, node_id, shadow }: Claim): string =>
  `${scene_id} ${node_id} ${user_id} ${shadow ? 'looks on' : 'works'}`

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
  for (const who of await peopleNow(q, platform, [...byUser.keys()])) {
    const parts = runsAll(who) ? new Map(overseer) : await sceneRolesOf(q, who, scenes)
    for (const c of byUser.get(who.id) ?? []) {
      const [part, scene] = [parts.get(c.scene_id), types.get(c.scene_id)]
      const node = nodes.get(`${c.scene_id} ${c.node_id}`)
      if (part && scene && node?.boots && mayOpenNode(part, node, scene) && (!c.shadow || isSceneLeader(part)))
        out.add(claimKeyOf(c))
    }
  }
  return out
}
