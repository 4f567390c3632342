/** Who is who in a scene, and what he may do there. The machine says what can be done now; this says by whom. */
import { overseeing } from '#src/contract/scene/scene.ts'
import { type AskedEvent, askedEvents, exerciseTypes, nextStatus } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Who } from '#mock/http/handler.ts'
import { findScene, type NodeRow, type SceneRow } from './row.ts'

/** The strongest part somebody has. */
export type Part = 'overseer' | 'leader' | 'owner' | 'member'

export const oversees = (who: Pick<Who, 'granted'>): boolean => overseeing.some((s) => who.granted.has(s))

type Person = Pick<Who, 'id' | 'granted'>

/** Parts of the caller in some scenes; a scene he has no part in is not in the answer. */
export async function partsOf(q: Queryable, who: Person, scenes: readonly SceneRow[]): Promise<Map<string, Part>> {
  if (oversees(who)) return new Map(scenes.map((s) => [s.id, 'overseer']))
  const { rows } = await q.query<{ scene_id: string; part: Part }>(
    'select scene_id, part from scene_person where user_id = $1 and scene_id = any($2::text[])',
    [who.id, scenes.map((s) => s.id)],
  )
  const order: readonly Part[] = ['leader', 'owner', 'member']
  const out = new Map<string, Part>()
  for (const { scene_id, part } of rows) {
    const had = out.get(scene_id)
    if (had === undefined || order.indexOf(part) < order.indexOf(had)) out.set(scene_id, part)
  }
  return out
}

/** The scene and the caller's part in it; for anybody else it is not there. */
export async function sceneFor(
  q: Queryable,
  who: Person,
  id: string,
  lock = false,
): Promise<{ row: SceneRow; part: Part }> {
  const row = await findScene(q, id, lock)
  const part = row && (await partsOf(q, who, [row])).get(row.id)
  if (!row || !part) throw new Fail('not_found')
  return { row, part }
}

export const leads = (part: Part): boolean => part === 'leader' || part === 'overseer'

/** A member of a group shares the switches; of a shared scene he only uses what runs. */
const controls = (part: Part, row: Pick<SceneRow, 'kind'>): boolean => part !== 'member' || row.kind === 'group'

export function mayAsk(event: AskedEvent, part: Part, row: Pick<SceneRow, 'kind' | 'type'>): boolean {
  switch (event) {
    case 'initiate':
      return leads(part) && exerciseTypes.has(row.type)
    case 'modify':
      return leads(part)
    case 'close':
    case 'delete':
      return part !== 'member'
    default:
      return controls(part, row)
  }
}

export const mayUse = (part: Part, n: Pick<NodeRow, 'visibility'>): boolean =>
  part === 'overseer' || n.visibility === 'everybody' || (n.visibility === 'leaders' && leads(part))

/** Words of `can` of a scene. */
export function actionsOf(row: SceneRow, part: Part, most: number, open: boolean): string[] {
  const out: string[] = askedEvents
    .filter((e) => nextStatus(row.status, e) !== undefined && mayAsk(e, part, row))
    // what was made of no topology has none to take over
    .filter((e) => e !== 'modify' || row.topology_id !== null)
  if (mayExtend(row, most) && controls(part, row)) out.push('extend')
  if (leads(part)) out.push('update', 'shadow')
  else if (part === 'owner') out.push('update')
  if (open) out.push('console', 'screenshot')
  if (open && controls(part, row)) out.push('inject')
  return out
}

/** Whether there is an end that could be put off. */
export const mayExtend = (row: Pick<SceneRow, 'status' | 'ends_at' | 'extensions'>, most: number): boolean =>
  row.ends_at !== null && row.extensions < most && nextStatus(row.status, 'end') !== undefined

export { controls as maySwitch }
