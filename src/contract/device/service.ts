import { field, resource, rowFields } from '../lib/resource.ts'
import { imageReasons } from '../image/status.ts'
import type { Service, ServiceBody } from './service.schema.ts'

export const servicePlatforms = ['windows', 'docker'] as const
export type ServicePlatform = (typeof servicePlatforms)[number]
export const serviceCategories = ['web', 'mail', 'database', 'file', 'remote', 'agent', 'traffic', 'other'] as const

/** Ends of names a package may have. */
export const packageEnds = {
  windows: ['zip', 'rar', 'msi', 'exe'],
  docker: ['zip', 'tar'],
} as const satisfies Record<ServicePlatform, readonly string[]>

export const serviceStatuses = ['uploading', 'saved', 'error'] as const
export type ServiceStatus = (typeof serviceStatuses)[number]
/** A package comes once; whoever wants another one makes another service. */
export const serviceMachine: Readonly<
  Record<ServiceStatus, Readonly<Partial<Record<'retry' | 'kept' | 'fail', ServiceStatus>>>>
> = {
  uploading: { kept: 'saved', fail: 'error' },
  saved: {},
  error: { retry: 'uploading' },
}

/** Software that is put on nodes when a scene is made. */
export const service = resource<Service, ServiceBody>()('service', {
  area: 'device',
  path: '/services',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    icon: field.icon,
    platform: field.one(servicePlatforms),
    category: field.one(serviceCategories),
    release: field.text,
    port: field.number,
    description: field.longText,
    status: field.one(serviceStatuses),
    reason: field.one(imageReasons),
    file_name: field.text,
    size: field.size,
    sha256: field.code,
    created_by: field.ref('user'),
  },
  find: ['name', 'description', 'file_name'],
  filter: ['platform', 'category', 'status', 'created_by', 'updated_at'],
  sort: ['name', 'platform', 'category', 'size', 'status', 'updated_at', 'created_at'],
  order: 'name',
  unique: [['name', 'platform']],
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options'],
  read: ['service-manage', 'topology-edit'],
  write: ['service-manage'],
  page: 'service-manage',
  owned: true,
  actions: { retry: { on: 'one' } },
})
