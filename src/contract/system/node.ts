import { field, resource, rowFields } from '../lib/resource.ts'
import type { ComputeNode, ComputeNodeBody } from './node.schema.ts'

export const computeNodeStatuses = ['enabled', 'disabled'] as const
export type ComputeNodeStatus = (typeof computeNodeStatuses)[number]
export const nodeServices = ['normal', 'abnormal'] as const

export const nodeMachine = {
  disabled: { enable: 'enabled' },
  enabled: { disable: 'disabled' },
} as const satisfies Record<ComputeNodeStatus, Partial<Record<string, ComputeNodeStatus>>>

/** The machines that run the scenes. */
export const computeNode = resource<ComputeNode, ComputeNodeBody>()('compute-node', {
  area: 'system',
  path: '/compute-nodes',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    address: field.text,
    cores: field.number,
    memory: field.number,
    status: field.one(computeNodeStatuses),
    service: field.one(nodeServices),
    cpu_load: field.number,
    memory_load: field.number,
  },
  find: ['name', 'address'],
  filter: ['status'],
  sort: ['name', 'created_at'],
  order: 'name',
  unique: [['name'], ['address']],
  verbs: ['list', 'get', 'create', 'update', 'remove'],
  read: ['system-config'],
  write: ['system-config'],
  page: 'system-config',
  words: 'config',
  actions: { enable: { on: 'one' }, disable: { on: 'one' } },
})
