import { field, resource, rowFields } from '../lib/resource.ts'
import type { Topology, TopologyBody } from './topology.schema.ts'

/** Drawn networks. The drawing itself is read and written by routes of its own (`routes.ts`): a list carries outlines only. */
export const topology = resource<Topology, TopologyBody>()('topology', {
  area: 'topology',
  path: '/topologies',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    description: field.longText,
    nodes: field.number,
    links: field.number,
    networks: field.number,
    creator_id: field.ref('user'),
    image_ids: field.refs('image'),
  },
  find: ['name', 'description'],
  filter: ['nodes', 'creator_id', 'image_ids', 'updated_at'],
  sort: ['name', 'nodes', 'updated_at', 'created_at'],
  order: '-updated_at',
  unique: [['name']],
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options', 'audience'],
  read: ['topology-manage', 'topology-edit'],
  write: ['topology-manage', 'topology-edit'],
  page: 'topology-edit',
  usedBy: ['exercise.topology_id', 'flag-challenge.topology_id'],
  audience: true,
  owned: true,
  restorable: true,
  actions: { copy: { on: 'own', level: 'use' } },
})

export const topologyLimits = {
  name: { min: 1, max: 60 },
  /** Bytes of a drawing on its way, with the texts of its files. */
  document: 8 * 1024 * 1024,
  /** Characters of the text people wrote of it. */
  text: 1024 * 1024,
  /** Bytes of a file that is imported. */
  file: 10 * 1024 * 1024,
  /** Seconds an editor's lock outlives the last sign of life, and between two of them. */
  lease: 60,
  beat: 20,
} as const

/** What a drawing may be read from, and what it is written as. */
export const importFormats = ['package', 'text', 'containerlab', 'gns3', 'crczp', 'drawio', 'eve'] as const
export type ImportFormat = (typeof importFormats)[number]
export const exportFormats = ['package', 'text', 'containerlab', 'mermaid'] as const
export type ExportFormat = (typeof exportFormats)[number]
