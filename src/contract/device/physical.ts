import { field, resource, rowFields } from '../lib/resource.ts'
import type { PhysicalDevice, PhysicalDeviceBody } from './physical.schema.ts'

export const deviceCategories = [
  'plc',
  'switch',
  'router',
  'firewall',
  'server',
  'wireless',
  'camera',
  'instrument',
  'other',
] as const
export const deviceLinks = ['online', 'offline'] as const
export type DeviceLink = (typeof deviceLinks)[number]
export const deviceUses = ['free', 'used'] as const
export type DeviceUse = (typeof deviceUses)[number]

/** Seconds without a sign of life after which a device is offline. */
export const silentAfter = 90
/** Follows from the last sign of life and the clock, so nobody has to be awake for it. */
export const deviceLinkOf = (seen: Date | null, now: Date): DeviceLink =>
  seen !== null && now.getTime() - seen.getTime() <= silentAfter * 1000 ? 'online' : 'offline'

export const deviceMachine: Readonly<Record<DeviceUse, Readonly<Partial<Record<'reference' | 'release', DeviceUse>>>>> =
  {
    free: { reference: 'used' },
    used: { release: 'free' },
  }

export const devicePortTypes = ['ethernet', 'fiber', 'serial', 'wireless'] as const

/** Real devices that scenes are wired to. */
export const physicalDevice = resource<PhysicalDevice, PhysicalDeviceBody>()('physical-device', {
  area: 'device',
  path: '/physical-devices',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    model: field.text,
    category: field.one(deviceCategories),
    address: field.text,
    ports: field.list,
    location: field.text,
    description: field.longText,
    link: field.one(deviceLinks),
    seen_at: field.time,
    usage: field.one(deviceUses),
    used_for: field.text,
    used_by: field.text,
    used_at: field.time,
  },
  find: ['name', 'model', 'address', 'location'],
  filter: ['category', 'usage', 'link', 'updated_at'],
  sort: ['name', 'model', 'category', 'address', 'usage', 'updated_at', 'created_at'],
  order: 'name',
  unique: [['name'], ['address']],
  restorable: true,
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options'],
  read: ['physical-device', 'topology-edit'],
  write: ['physical-device'],
  page: 'physical-device',
  actions: { reference: { on: 'one' }, release: { on: 'many' } },
})
