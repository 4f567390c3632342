/** Scenes as a list: what it is narrowed and ordered by. They have tables of their own; what happens to them is in `status.ts`. */
import { isolations } from '../topology/document.ts'
import { field, resource, rowFields } from '../lib/resource.ts'
import type { Scene } from './scene.schema.ts'
import { sceneKinds, sceneStatuses, sceneTypes } from './status.ts'

/** Whoever holds one of these oversees every scene: sees it, acts on it, looks over shoulders. */
export const overseeing = ['instance-monitoring', 'instance-manage'] as const
/** Screens from which scenes are made. Courses, contests and trainings make theirs on the server. */
export const making = [...overseeing, 'topology-manage', 'course-manage', 'class-card', 'red-blue-manage'] as const

export const scene = resource<Scene, never>()('scene', {
  area: 'scene',
  path: '/scenes',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    status: field.one(sceneStatuses),
    type: field.one(sceneTypes),
    kind: field.one(sceneKinds),
    isolation: field.one(isolations),
    owner_id: field.ref('user'),
    owner_name: field.text,
    topology_id: field.ref('topology'),
    topology_name: field.text,
    node_count: field.number,
    progress: field.number,
    started_at: field.time,
    ends_at: field.time,
  },
  find: ['name', 'owner_name'],
  filter: ['status', 'type', 'kind', 'isolation', 'owner_id', 'topology_id', 'created_at'],
  sort: ['name', 'status', 'node_count', 'started_at', 'ends_at', 'created_at', 'updated_at'],
  order: '-created_at',
  unique: [],
  verbs: ['list', 'get', 'options'],
  read: overseeing,
  write: overseeing,
})
