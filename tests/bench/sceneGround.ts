/** A thousand scenes of two hundred people, five each, as after a lesson began: laid by SQL beside one that the engine made. */
import { randomBytes } from 'node:crypto'
import { insertAccounts, noPassword } from '#mock/areas/session/account.ts'
import { startSession } from '#mock/areas/session/sessions.ts'
import { runnerOf } from '#mock/areas/scene/drivers.ts'
import { makeScene } from '#mock/areas/scene/make.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Db } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { lan, node } from '../support/scene.ts'

const ground = { clients: 200, scenes: 5 }

export interface SceneClient {
  token: string
  scenes: string[]
}

/** The columns of a table, with other values for some. */
const copy = (table: string, other: Record<string, string>, where: string): string =>
  `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${Object.entries(other)
    .flatMap(([name, value]) => [`'${name}'`, value])
    .join(
      ', ',
    )}))).* from ${table} t cross join jsonb_to_recordset($2::jsonb) as n(id text, owner text, at text) where ${where}`

export async function laySceneGround(db: Db, platform: Platform, drivers: Drivers): Promise<SceneClient[]> {
  const at = platform.now()
  const { rows: roles } = await db.query<{ id: string }>(`select id from r_role where data ->> 'key' = 'student'`)
  const people = Array.from({ length: ground.clients }, (_, n) => ({
    id: platform.newId(),
    data: {
      username: `watcher_${n}`,
      name: `Watcher ${n}`,
      role_id: roles[0]?.id ?? '',
      org_id: null,
      status: 'normal' as const,
    },
    hand: { at, by: 'user-super' },
  }))
  const meta = { request_id: 'bench', address: '127.0.0.1', agent: 'bench', origin: undefined }
  const machines = ['web', 'db', 'desk', 'router', 'sensor'].map((name) =>
    node(name, name === 'router' ? 'router' : 'container'),
  )
  return db.tx(async (q) => {
    await documents('user').insertMany(q, people, { at, by: 'user-super' })
    await insertAccounts(
      q,
      people.map(({ id, data: { username } }) => ({ user_id: id, username, hash: noPassword, is_default: false })),
      at,
    )
    const model = await makeScene(
      q,
      platform,
      {
        name: 'Model',
        document: lan(...machines),
        kind: 'private',
        type: 'course',
        member_ids: [],
        team_ids: [],
        leader_ids: [],
        minutes: 240,
      },
      { id: people[0]?.id ?? '', name: '' },
      runnerOf(drivers, 'simulated'),
    )
    const rest = new Date(at.getTime() + 3_600_000).toISOString()
    await q.query(
      `update scene set status = 'running', task = null, progress = 1, started_at = $2, on_since = $2, since = $2, ends_at = $3,
         held = null, queue_seq = null, next_at = $4, deadline = null where id = $1`,
      [model.id, at.toISOString(), new Date(at.getTime() + 4 * 3_600_000).toISOString(), rest],
    )
    await q.query(`update scene_node set status = 'on', progress = 1 where scene_id = $1`, [model.id])
    const clients: SceneClient[] = []
    for (const p of people)
      clients.push({
        token: (await startSession(q, platform, p.id, meta)).token,
        scenes: Array.from({ length: ground.scenes }, () => platform.newId()),
      })
    const copies = clients.flatMap(({ scenes }, n) =>
      // looked after in turn, as they would be
      scenes.map((id) => ({
        id,
        owner: people[n]?.id,
        at: new Date(at.getTime() + (randomBytes(1)[0] ?? 0) * 118).toISOString(),
      })),
    )
    const given = [model.id, JSON.stringify(copies)]
    await q.query(
      copy('scene', { id: 'n.id', name: `'Lesson ' || n.id`, owner_id: 'n.owner', next_at: 'n.at' }, 't.id = $1'),
      given,
    )
    await q.query(copy('scene_node', { scene_id: 'n.id' }, 't.scene_id = $1'), given)
    await q.query(
      copy('scene_person', { scene_id: 'n.id', user_id: 'n.owner' }, `t.scene_id = $1 and t.part = 'owner'`),
      given,
    )
    await q.query(
      `insert into sim_scene (scene, fence, document, addresses, images, flags, made_at)
       select n.id, 1, s.document, s.addresses, s.images, s.flags, s.created_at from scene s
         cross join jsonb_to_recordset($2::jsonb) as n(id text) where s.id = $1`,
      given,
    )
    await q.query(
      `insert into sim_node (scene, node, power, since, boots) select n.id, t.node_id, 'on', t.since, 1 from scene_node t
         cross join jsonb_to_recordset($2::jsonb) as n(id text) where t.scene_id = $1 and t.boots`,
      given,
    )
    await q.query('delete from scene where id = $1', [model.id])
    return clients
  })
}
