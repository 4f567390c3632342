import { z } from 'zod'
import { Base, Timestamp } from '../lib/crud.ts'
import { consoleKinds, nodeReasons, nodeStatuses, systems } from './node.ts'
import { sceneStatuses } from './status.ts'

/** `id` is that of the scene and the node, with a dot between. */
export const Instance = z.object({
  ...Base,
  name: z.string(),
  status: z.enum(nodeStatuses),
  scene_id: z.string(),
  scene_name: z.string(),
  scene_status: z.enum(sceneStatuses),
  node_id: z.string(),
  owner_id: z.string(),
  owner_name: z.string(),
  address: z.string(),
  image_name: z.string(),
  system: z.enum(systems),
  kind: z.enum(['machine', 'container', 'router', 'firewall']),
  cpu: z.number().int(),
  memory: z.number().int(),
  disk: z.number().int(),
  /** Percent, null while it is off. */
  cpu_load: z.number().nullable(),
  memory_load: z.number().nullable(),
  since: Timestamp,
  consoles: z.array(z.enum(consoleKinds)),
  reason: z.object({ code: z.enum(nodeReasons) }).nullable(),
})
export type Instance = z.output<typeof Instance>
