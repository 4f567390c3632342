/** Scenes of the demonstration: in every stage of their life, with what happened to them and what was recorded. */
import { addressesOf } from '#src/contract/topology/addresses.ts'
import { imageFacts, imageIdsIn } from '../../areas/image/facts.ts'
import { layDevicesOf } from '../../areas/scene/devices.ts'
import { bootsIn, insertSceneNodes } from '../../areas/scene/make.ts'
import type { Queryable } from '../../db/db.ts'
import { bootImageOf } from '../../world/scene/image.ts'
import type { Chance } from '../random.ts'
import { seedScenes, hasRunningNodes, minute } from './entries.ts'
import { injected, layFile } from './files.ts'
import { layMachines } from './machines.ts'
import { type SeedRecording, layRecording } from './recordings.ts'
import { type SeededTopology, layScene, type SceneParticipant } from './row.ts'
import { layStory } from './story.ts'

/** Most machines of one demonstration scene, so that the smallest licence still has room for others. */
const largest = 12

export interface SceneGround {
  now: Date
  /** Folder of the platform’s files. */
  files: string
  people: ReadonlyMap<string, SceneParticipant>
  topologies: ReadonlyMap<string, SeededTopology>
  founder: SceneParticipant
}
export async function layScenes(
  q: Queryable,
  c: Chance,
  { now, files, people, topologies, founder }: SceneGround,
): Promise<SeedRecording[]> {
  const casts: SeedRecording[] = []
  const usable = [...topologies.entries()].filter(
    // a physical device is in one scene at a time, which names its drawing
    ([, { document: d }]) =>
      bootsIn(d).length > 0 && bootsIn(d).length <= largest && !d.nodes.some((x) => x.device_id !== null),
  )
  if (!usable.length) return casts
  for (const [n, e] of seedScenes.entries()) {
    const drawing = topologies.get(e.topology) ?? usable[n % usable.length]?.[1]
    if (!drawing) continue
    const { document } = drawing
    const at = (ms: number) => new Date(now.getTime() - e.ago * minute + ms)
    const id = c.id(at(0))
    const person = (name: string) => people.get(name) ?? founder
    const owner = person(e.owner)
    const leaders = (e.leaders ?? []).map(person)
    const members = (e.members ?? []).map(person)
    const given = Object.fromEntries(addressesOf(document))
    const images = await imageFacts(q, files, imageIdsIn(document))
    const flags = Object.fromEntries(
      document.nodes.flatMap((x) =>
        x.flags.map((f) => [f.id, f.value || `flag{${c.id(at(0)).replaceAll('-', '').slice(-24)}}`]),
      ),
    )
    const machines = bootsIn(document)
    const on = hasRunningNodes(e)
    const lasted = c.between(14, 38)
    const started = at(lasted * 1000)
    const began = e.status !== 'failed' && e.status !== 'error'
    const ends =
      e.minutes === null || !began
        ? null
        : new Date(started.getTime() + (e.minutes + (e.extensions ?? 0) * 30) * minute)
    await layScene(q, {
      id,
      e,
      drawing,
      owner,
      leaders,
      members,
      given,
      images,
      flags,
      on,
      began,
      lasted,
      started,
      ends,
      now,
    })
    await insertSceneNodes(q, { id, driver: 'simulated', addresses: given, images }, document, started)
    await layDevicesOf(q, id, document)
    await layMachines(q, { id, e, document, given, images, flags, on, began, started, now })
    // somebody works where a shell of Linux answers
    const desk = began ? machines.find((m) => bootImageOf(m, images).os === 'linux') : undefined
    if (desk) await layFile(q, c, { scene: id, node: desk.id, owner, started })
    await layStory(q, c, {
      id,
      e,
      owner,
      at,
      started,
      ends,
      machines: machines.map((m) => ({ node_id: m.id, name: m.name })),
      desk: desk && { node_id: desk.id, name: desk.name },
      file: injected,
      now,
    })
    if (n < 4)
      casts.push(
        ...(await layRecording(q, c, {
          id,
          name: e.name,
          owner,
          node: desk,
          started: new Date(started.getTime() + 3 * minute),
        })),
      )
    if (n === 1 || n === 3)
      await q.query(
        `insert into scene_snapshot (id, scene_id, name, at, by_id, by_name, bytes, ready) values ($1, $2, $3, $4, $5, $6, $7, true)`,
        [
          c.id(started),
          id,
          n === 1 ? '演练开始前 Before the drill' : 'Clean 初始状态',
          started.toISOString(),
          owner.id,
          owner.name,
          1_048_576 + c.between(1000, 90_000),
        ],
      )
  }
  await q.query(
    `insert into sim_snapshot (scene, name, at, bytes, nodes, files)
     select s.scene_id, s.id, s.at, s.bytes, (select jsonb_agg(jsonb_build_object('node', n.node, 'power', 'on')) from sim_node n where n.scene = s.scene_id), '[]'
     from scene_snapshot s join sim_scene x on x.scene = s.scene_id on conflict do nothing`,
  )
  return casts
}
