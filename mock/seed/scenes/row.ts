/** The row of a scene of the demonstration, and who is in it. */
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { bootsIn } from '../../areas/scene/make.ts'
import { fold } from '../../crud/fold.ts'
import type { Queryable } from '../../db/db.ts'
import { type SceneSeed, minute } from './entries.ts'

export interface SceneParticipant {
  id: string
  name: string
}
export interface SeededTopology extends SceneParticipant {
  document: TopologyDocument
}
interface Laid {
  id: string
  e: SceneSeed
  drawing: SeededTopology
  owner: SceneParticipant
  leaders: readonly SceneParticipant[]
  members: readonly SceneParticipant[]
  given: object
  images: object
  flags: object
  on: boolean
  began: boolean
  /** Seconds its start took. */
  lasted: number
  started: Date
  ends: Date | null
  now: Date
}

export async function layScene(q: Queryable, s: Laid): Promise<void> {
  const { id, e, drawing, owner, leaders, members, given, images, flags, on, began, lasted, started, ends, now } = s
  const { document } = drawing
  const machines = bootsIn(document)
  const at = (ms: number) => new Date(now.getTime() - e.ago * minute + ms)
  const since =
    e.status === 'complete' && ends ? ends : e.status === 'abnormal' ? new Date(now.getTime() - 4 * minute) : started
  await q.query(
    `insert into scene (id, name, find, topology_id, topology_name, document, addresses, images, flags, kind, type, isolation, owner_id,
       member_ids, team_ids, leader_ids, driver, node_count, instances, status, back, reason, task, progress, revision, held, next_at, since,
       minutes, starting_at, start_seconds, started_at, ends_at, ran_seconds, on_since, extensions, created_at, created_by, updated_at, updated_by)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8::jsonb, $9::jsonb, $10, $11, $12, $13, $14::jsonb, '[]', $15::jsonb, 'simulated', $16,
       $17, $18, $19, $20::jsonb, null, 1, 12, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $23, $33)`,
    [
      id,
      e.name,
      fold(`${e.name} ${owner.name}`),
      drawing.id,
      drawing.name,
      JSON.stringify(document),
      JSON.stringify(given),
      JSON.stringify(images),
      JSON.stringify(flags),
      e.kind,
      e.type,
      document.isolation,
      owner.id,
      JSON.stringify(members.map((m) => m.id)),
      JSON.stringify(leaders.map((m) => m.id)),
      document.nodes.length,
      machines.length,
      e.status,
      e.status === 'ongoing' ? 'ongoing' : 'running',
      e.reason
        ? JSON.stringify(e.reason)
        : e.crashed
          ? JSON.stringify({ code: 'node_failed', params: { node: machines[0]?.name ?? '', code: 'kernel_panic' } })
          : null,
      on ? machines.length : null,
      on ? now.toISOString() : null,
      since.toISOString(),
      e.minutes,
      at(900).toISOString(),
      began ? lasted : null,
      began ? started.toISOString() : null,
      ends?.toISOString() ?? null,
      e.status === 'not-running' ? 3 * 3600 + 1240 : e.status === 'complete' ? (e.minutes ?? 0) * 60 : 0,
      on ? started.toISOString() : null,
      e.extensions ?? 0,
      at(0).toISOString(),
      // a scene of a learner was made by whoever leads it
      leaders[0]?.id ?? owner.id,
    ],
  )
  const parts = [
    [owner.id, 'owner'],
    [owner.id, 'leader'],
    ...leaders.map((l) => [l.id, 'leader']),
    ...members.map((m) => [m.id, 'member']),
  ].filter(([user, part]) => !(part === 'leader' && user === owner.id && leaders.length > 0))
  for (const [user, part] of parts)
    await q.query('insert into scene_person (scene_id, user_id, part) values ($1, $2, $3) on conflict do nothing', [
      id,
      user,
      part,
    ])
}
