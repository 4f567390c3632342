/** Instances: every node of every scene that boots. */
import { field, resource, rowFields } from '../lib/resource.ts'
import type { Instance } from './instance.schema.ts'
import { nodeStatuses } from './node.ts'
import { overseeing } from './scene.ts'
import { sceneStatuses } from './status.ts'

export const instance = resource<Instance, never>()('instance', {
  area: 'scene',
  path: '/instances',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    status: field.one(nodeStatuses),
    scene_id: field.ref('scene'),
    scene_name: field.text,
    scene_status: field.one(sceneStatuses),
    owner_id: field.ref('user'),
    owner_name: field.text,
    address: field.text,
    image_name: field.text,
    kind: field.one(['machine', 'container', 'router', 'firewall']),
    cpu: field.number,
    memory: field.number,
    disk: field.number,
    cpu_load: field.number,
    memory_load: field.number,
    since: field.time,
  },
  find: ['name', 'address', 'owner_name', 'scene_name'],
  filter: ['status', 'scene_id', 'owner_id', 'address', 'kind'],
  sort: ['name', 'status', 'scene_name', 'owner_name', 'address', 'memory', 'since'],
  order: '-since',
  unique: [],
  verbs: ['list'],
  read: overseeing,
  write: overseeing,
})
