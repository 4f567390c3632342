import { z } from 'zod'
import { Base, Id, Timestamp } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { isolations } from '../topology/document.ts'
import { TopologyDocument } from '../topology/document.schema.ts'
import { driverReasons, sceneDrivers } from './driver.ts'
import { sceneEventLevels } from './event.ts'
import {
  consoleKinds,
  fileReasons,
  fileStatuses,
  nodeReasons,
  nodeStatuses,
  sceneLimits as most,
  sceneReasons,
  systems,
} from './node.ts'
import { takeoverStates } from './console.ts'
import { sceneKinds, sceneStatuses, sceneTypes } from './status.ts'
import { keysOf } from '../lib/typed.ts'

const Params = z.record(z.string(), z.union([z.string(), z.number()]))
const Name = sized(z.string().trim(), most.name.min, most.name.max)
const ids = (max: number) => z.array(Id).max(max).default([])

/** Who a scene is for: its members, single or by team, and who leads it. */
const ScenePeople = {
  member_ids: ids(most.members),
  team_ids: ids(most.teams),
  leader_ids: ids(most.leaders),
}

export const SceneBody = z.strictObject({
  name: Name,
  /** The drawing it is made of, as it is now; or a drawing of its own. */
  topology_id: Id.optional(),
  document: TopologyDocument.optional(),
  kind: z.enum(sceneKinds).default('private'),
  type: z.enum(sceneTypes).default('backend-test'),
  /** As the drawing says when left out. */
  isolation: z.enum(isolations).optional(),
  /** What runs it: as the configuration says when left out. */
  driver: z.enum(sceneDrivers).optional(),
  /** The caller when left out. */
  owner_id: Id.optional(),
  ...ScenePeople,
  /** How long it runs from its first start; null: until somebody ends it. */
  minutes: z.number().int().min(most.minutes.min).max(most.minutes.max).nullable().default(most.minutes.default),
})
export const SceneChange = z.strictObject({
  name: Name,
  owner_id: Id,
  ...ScenePeople,
  version: z.number().int(),
})

const SceneReasonOut = z.object({ code: z.enum(keysOf(sceneReasons)), params: Params }).nullable()

/** A node as whoever may see it finds it. */
export const SceneNode = z.object({
  /** Of the drawing. */
  id: Id,
  name: z.string(),
  kind: z.string(),
  status: z.enum(nodeStatuses),
  /** Of a boot, 0 to 1. */
  progress: z.number(),
  /** Of its first port with one; empty where it has none. */
  address: z.string(),
  addresses: z.array(z.object({ port: z.string(), network: z.string(), address: z.string(), mac: z.string() })),
  image_id: z.string().nullable(),
  image_name: z.string(),
  system: z.enum(systems),
  cpu: z.number().int(),
  memory: z.number().int(),
  disk: z.number().int(),
  /** What can be opened of it, on or off. */
  consoles: z.array(z.enum(consoleKinds)),
  reason: z.object({ code: z.enum(nodeReasons) }).nullable(),
  since: Timestamp,
  /** `start`, `stop`, `reboot`, `remove`, `console`, `inject`. */
  can: z.array(z.string()),
})
export type SceneNode = z.output<typeof SceneNode>

const SceneQueue = z.object({
  /** From 1. */
  place: z.number().int(),
  /** Seconds until its turn; null where nothing in front of it has an end. */
  seconds: z.number().int().nullable(),
})

const Facts = {
  ...Base,
  name: z.string(),
  status: z.enum(sceneStatuses),
  reason: SceneReasonOut,
  /** Of what passes, 0 to 1; 1 at rest. */
  progress: z.number(),
  /** Grows with every change that anybody can see: an answer with a smaller one is an old one. */
  revision: z.number().int(),
  /** What is being done to it, null at rest. */
  event: z.string().nullable(),
  /** When a watchdog ends what passes. */
  deadline: Timestamp.nullable(),
  queue: SceneQueue.nullable(),
  kind: z.enum(sceneKinds),
  type: z.enum(sceneTypes),
  isolation: z.enum(isolations),
  topology_id: z.string().nullable(),
  topology_name: z.string(),
  owner_id: z.string(),
  owner_name: z.string(),
  member_ids: z.array(z.string()),
  team_ids: z.array(z.string()),
  leader_ids: z.array(z.string()),
  driver: z.string(),
  /** All nodes, and those that boot. */
  node_count: z.number().int(),
  instances: z.number().int(),
  /** Booted nodes that are on. */
  on: z.number().int(),
  /** Seconds its start took, null before it ended. */
  start_seconds: z.number().int().nullable(),
  /** Seconds it ran so far, without the time it was off. */
  run_seconds: z.number().int(),
  minutes: z.number().int().nullable(),
  started_at: Timestamp.nullable(),
  ends_at: Timestamp.nullable(),
  /** Seconds left at `server_time`, null where there is no end. */
  remaining: z.number().int().nullable(),
  /** Less than 15 minutes are left. */
  ending: z.boolean(),
  extensions: z.object({ used: z.number().int(), most: z.number().int(), minutes: z.number().int() }),
  /** Which of the caller's consoles somebody looks at now, and their names. */
  watched: z.array(z.object({ node_id: z.string(), kind: z.enum(consoleKinds), by: z.array(z.string()) })),
  /** A teacher holds it: whoever works in it only looks on. */
  frozen: z.object({ at: Timestamp, by: z.string() }).nullable(),
  /** Consoles of the caller whose keys a teacher asks for, or has. */
  takeovers: z.array(
    z.object({
      console: Id,
      node_id: z.string(),
      kind: z.enum(consoleKinds),
      state: z.enum(takeoverStates),
      by: z.string(),
      reason: z.string(),
    }),
  ),
  nodes: z.array(SceneNode),
}
export const Scene = z.object(Facts)
export type Scene = z.output<typeof Scene>
export const SceneDetail = z.object({
  ...Facts,
  /** The drawing as the caller may see it: without hidden nodes, values of flags and texts of files. */
  document: TopologyDocument,
  server_time: Timestamp,
})
export type SceneDetail = z.output<typeof SceneDetail>

export const SceneWatch = z.strictObject({
  items: z
    .array(z.strictObject({ id: Id, revision: z.number().int().min(0) }))
    .min(1)
    .max(most.watched),
})
export const SceneWatched = z.object({
  /** Those with another revision than the caller has. */
  items: z.array(Scene),
  /** Those that are not there, or no longer for him. */
  gone: z.array(z.string()),
  server_time: Timestamp,
  /** Ask again after so many milliseconds. */
  next_ms: z.number().int(),
})

export const SceneEventLine = z.object({
  /** Place in the log. */
  seq: z.number().int(),
  at: Timestamp,
  level: z.enum(sceneEventLevels),
  code: z.string(),
  params: Params,
  node_id: z.string().nullable(),
  node_name: z.string(),
  /** Empty: the platform itself. */
  by_id: z.string(),
  by_name: z.string(),
})
export type SceneEventLine = z.output<typeof SceneEventLine>
export const SceneEvents = z.object({
  /** Newest first. */
  items: z.array(SceneEventLine),
  /** `before` of the next page, null at the end. */
  older: z.number().int().nullable(),
})

const series = z.array(z.number().nullable())
export const SceneMetrics = z.object({
  /** Of the first point; the others follow every `step` seconds. */
  from: Timestamp,
  step: z.number().int(),
  nodes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Percent; null where it was off. */
      cpu: series,
      memory: series,
      /** Bytes per second. */
      received: series,
      sent: series,
      read: series,
      written: series,
    }),
  ),
  server_time: Timestamp,
})
export type SceneMetrics = z.output<typeof SceneMetrics>

/** What the topology of a scene has become since the scene was made of it: names of nodes, and whether something else differs. */
export const SceneChanges = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.string()),
  /** Links and networks. */
  wires: z.boolean(),
})
export type SceneChanges = z.output<typeof SceneChanges>

export const SceneSnapshot = z.object({
  id: Id,
  name: z.string(),
  at: Timestamp,
  by_id: z.string(),
  by_name: z.string(),
  bytes: z.number().int(),
  /** False while it is being taken. */
  ready: z.boolean(),
})
export type SceneSnapshot = z.output<typeof SceneSnapshot>

export const SceneFile = z.object({
  id: Id,
  node_id: z.string(),
  node_name: z.string(),
  path: z.string(),
  name: z.string(),
  mode: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  status: z.enum(fileStatuses),
  reason: z.enum(fileReasons).nullable(),
  tries: z.number().int(),
  at: Timestamp,
  by_name: z.string(),
  can: z.array(z.string()),
})
export type SceneFile = z.output<typeof SceneFile>

export const NodeIdList = z.strictObject({ nodes: z.array(Id).min(1).max(200) })

export const SceneDriverOptions = z.object({
  items: z.array(z.object({ name: z.enum(sceneDrivers), ok: z.boolean(), reason: z.enum(driverReasons).nullable() })),
  /** Runs scenes that do not say. */
  default: z.enum(sceneDrivers),
  /** Whoever starts a scene may choose another. */
  choice: z.boolean(),
})
export type SceneDriverOptions = z.output<typeof SceneDriverOptions>
