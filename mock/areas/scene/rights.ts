/** Who is who in a scene, and what he may do there. The machine says what can be done now; this says by whom. */
import { overseeing } from '#src/contract/scene/scene.ts'
import { type AskedEvent, askedEvents, exerciseTypes, nextStatus } from '#src/contract/scene/status.ts'
import type { Visibility } from '#src/contract/topology/document.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, readOnly, type Caller } from '#mock/http/request/handler.ts'
import { endsBefore, learnsIn } from './hourEnd.ts'
import { findScene, type NodeRow, nodesOf, type SceneRow } from './row.ts'

/** The strongest part somebody has. An onlooker oversees by a right to read: he sees what an overseer sees, and lays hand on nothing. */
export type SceneRole = 'overseer' | 'leader' | 'owner' | 'member' | 'onlooker'

/** Sees every scene. */
export const oversees = (who: Pick<Caller, 'granted'>): boolean => overseeing.some((s) => who.granted.has(s))
/** Works in every scene too. */
export const runsAll = (who: Pick<Caller, 'changes'>): boolean => overseeing.some((s) => who.changes.has(s))

type Person = Pick<Caller, 'id' | 'granted' | 'changes'>

/** Parts of the caller in some scenes; a scene he has no part in is not in the answer. */
export async function sceneRolesOf(
  q: Queryable,
  who: Person,
  scenes: readonly Pick<SceneRow, 'id'>[],
): Promise<Map<string, SceneRole>> {
  if (runsAll(who)) return new Map(scenes.map((s) => [s.id, 'overseer']))
  const { rows } = await q.query<{ scene_id: string; part: SceneRole }>(
    'select scene_id, part from scene_person where user_id = $1 and scene_id = any($2::text[])',
    [who.id, scenes.map((s) => s.id)],
  )
  const order: readonly SceneRole[] = ['leader', 'owner', 'member']
  const out = new Map<string, SceneRole>()
  for (const { scene_id, part } of rows) {
    const had = out.get(scene_id)
    if (had === undefined || order.indexOf(part) < order.indexOf(had)) out.set(scene_id, part)
  }
  if (oversees(who)) for (const { id } of scenes) if (!out.has(id)) out.set(id, 'onlooker')
  return out
}

/** What an onlooker is told who would do more. */
export const onlyLooks = (who: Pick<Caller, 'granted'>): Fail =>
  readOnly(overseeing.find((s) => who.granted.has(s)) ?? overseeing[0])

/** The scene and the caller's part in it; for anybody else it is not there. Who locks it means to change it. */
export async function sceneFor(
  q: Queryable,
  who: Person,
  id: string,
  lock = false,
): Promise<{ row: SceneRow; part: SceneRole }> {
  const row = await findScene(q, id, lock)
  const part = row && (await sceneRolesOf(q, who, [row])).get(row.id)
  if (!row || !part) throw new Fail('not_found')
  if (lock && part === 'onlooker') throw onlyLooks(who)
  return { row, part }
}

export const isSceneLeader = (part: SceneRole): boolean => part === 'leader' || part === 'overseer'

/** A teacher holds it, and the caller is one of those who work in it. */
const isHeldFrom = (part: SceneRole, { frozen }: Pick<SceneRow, 'frozen'>): boolean =>
  frozen !== null && (part === 'member' || part === 'owner')

/** Switches a node that he opens: a member of a group does, of a shared scene he only uses what runs. */
export const maySwitch = (part: SceneRole, row: Pick<SceneRow, 'kind' | 'frozen'>): boolean =>
  part !== 'onlooker' && (part !== 'member' || row.kind === 'group') && !isHeldFrom(part, row)
type Ruled = Pick<SceneRow, 'kind' | 'type' | 'created_by' | 'frozen'>
/** Run together by those in it: what is for team training, and what the platform made for a team. All else that has members, others lead. */
const isTogether = ({ kind, type, created_by }: Ruled): boolean =>
  kind === 'group' && !exerciseTypes.has(type) && (type === 'team' || created_by === '')
/** Switches the whole scene, and puts off its end: where others lead (an exercise, a lesson), no member does. */
export const mayControl = (part: SceneRole, row: Ruled): boolean =>
  part !== 'onlooker' && (part !== 'member' || isTogether(row)) && !isHeldFrom(part, row)

export function mayAsk(event: AskedEvent, part: SceneRole, row: Ruled): boolean {
  if (part === 'onlooker' || isHeldFrom(part, row)) return false
  switch (event) {
    case 'initiate':
      return isSceneLeader(part) && exerciseTypes.has(row.type)
    case 'modify':
      return isSceneLeader(part)
    // what takes from everybody what they did is no member's
    case 'restore':
    case 'close':
    case 'delete':
      return part !== 'member'
    default:
      return mayControl(part, row)
  }
}

const reaches = (part: SceneRole, who: Visibility): boolean =>
  part === 'overseer' || who === 'everybody' || (who === 'leaders' && isSceneLeader(part))

export const maySee = (part: SceneRole, n: Pick<NodeRow, 'visibility'>): boolean =>
  part === 'onlooker' || reaches(part, n.visibility)

/** Its console and everything that works on it from within: files, devices, pictures, its switch. Who tests a drawing tests all of it. */
export const mayOpenNode = (
  part: SceneRole,
  n: Pick<NodeRow, 'visibility' | 'console'>,
  { type }: Pick<SceneRow, 'type'>,
): boolean =>
  part !== 'onlooker' &&
  maySee(part, n) &&
  (reaches(part, n.console) || (type === 'backend-test' && isSceneLeader(part)))

/** A node of the scene that boots and that the caller opens; for whoever does not, it is not there. */
export async function openNode(
  q: Queryable,
  who: Person,
  part: SceneRole,
  row: SceneRow,
  node: string,
): Promise<NodeRow> {
  if (part === 'onlooker') throw onlyLooks(who)
  const all = (await nodesOf(q, [row.id])).get(row.id) ?? []
  const found = all.find((n) => n.node_id === node && n.boots && mayOpenNode(part, n, row))
  if (!found) throw new Fail('not_found')
  return found
}

/**
 * Words of `can` of a scene.
 * @param latest when machines of a class hour end; null: it is over
 */
export function actionsOf(
  row: SceneRow,
  part: SceneRole,
  most: number,
  { open, latest }: { open: boolean; latest?: string | null | undefined },
): string[] {
  const out: string[] = askedEvents
    .filter((e) => nextStatus(row.status, e) !== undefined && mayAsk(e, part, row))
    // what was made of no topology has none to take over
    .filter((e) => e !== 'modify' || row.topology_id !== null)
  if (mayExtend(row, most) && mayControl(part, row) && (!learnsIn(part, row) || endsBefore(row.ends_at, latest)))
    out.push('extend')
  if (isSceneLeader(part)) out.push('update', 'shadow')
  else if (part === 'owner') out.push('update')
  if (open) out.push('console', 'screenshot')
  if (open && maySwitch(part, row)) out.push('inject')
  return out
}

/** Whether there is an end that could be put off. */
export const mayExtend = (row: Pick<SceneRow, 'status' | 'ends_at' | 'extensions'>, most: number): boolean =>
  row.ends_at !== null && row.extensions < most && nextStatus(row.status, 'end') !== undefined
