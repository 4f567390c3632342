import { field, resource, rowFields } from '../lib/resource.ts'
import type { Image, ImageBody } from './image.schema.ts'
import { imageReasons, imageStatuses } from './status.ts'

/** A disk of a machine; a container; a disc that a machine is installed from. */
export const imageTypes = ['machine', 'container', 'installer'] as const
export type ImageType = (typeof imageTypes)[number]
/** Groups of the editor's palette. */
export const imageCategories = [
  'attack',
  'target',
  'server',
  'desktop',
  'database',
  'network',
  'security',
  'industrial',
  'other',
] as const
export type ImageCategory = (typeof imageCategories)[number]
export const imageFormats = ['qcow2', 'vmdk', 'vdi', 'vhd', 'vhdx', 'raw', 'ova', 'iso', 'docker', 'oci'] as const
export type ImageFormat = (typeof imageFormats)[number]
/** Formats that hold what the type is. */
export const formatsOf = {
  machine: ['qcow2', 'vmdk', 'vdi', 'vhd', 'vhdx', 'raw', 'ova'],
  container: ['docker', 'oci'],
  installer: ['iso'],
} as const satisfies Record<ImageType, readonly ImageFormat[]>
/** Families of systems, as the drivers of scenes know them. */
export const osFamilies = ['linux', 'windows', 'network', 'other'] as const
export type OsFamily = (typeof osFamilies)[number]
export const architectures = ['x86_64', 'i386', 'aarch64', 'arm', 'mips', 'ppc64le', 'riscv64', 's390x'] as const
export const virtualTypes = ['kvm', 'qemu', 'vmware', 'virtualbox', 'hyperv', 'docker'] as const
export const diskControllers = ['virtio', 'scsi', 'sata', 'ide', 'nvme'] as const
export const networkCards = ['virtio', 'e1000', 'e1000e', 'rtl8139', 'vmxnet3'] as const
export const videoDrivers = ['qxl', 'virtio', 'vga', 'cirrus', 'vmware', 'none'] as const

const screens = ['image-manage', 'image-quick-create', 'image-create', 'image-edit', 'image-auth'] as const

export const image = resource<Image, ImageBody>()('image', {
  area: 'image',
  path: '/images',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    type: field.one(imageTypes),
    category: field.one(imageCategories),
    description: field.longText,
    icon: field.icon,
    format: field.one(imageFormats),
    os: field.one(osFamilies),
    os_version: field.text,
    arch: field.one(architectures),
    desktop: field.flag,
    virtual_type: field.one(virtualTypes),
    disk_controller: field.one(diskControllers),
    network_card: field.one(networkCards),
    video_driver: field.one(videoDrivers),
    cpu: field.number,
    memory: field.number,
    disk: field.number,
    parameters: field.list,
    status: field.one(imageStatuses),
    reason: field.one(imageReasons),
    file_name: field.text,
    size: field.size,
    virtual_size: field.size,
    sha256: field.code,
    snapshots: field.number,
    uses: field.number,
    created_by: field.ref('user'),
  },
  find: ['name', 'description', 'os_version', 'file_name'],
  filter: ['type', 'category', 'status', 'format', 'os', 'arch', 'created_by', 'updated_at'],
  sort: ['name', 'type', 'category', 'format', 'size', 'status', 'updated_at', 'created_at'],
  order: 'name',
  unique: [['name']],
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options', 'audience'],
  // whoever draws a topology sees the images that are authorised for him
  read: [...screens, 'topology-edit'],
  write: screens,
  page: 'image-edit',
  touches: ['image-exports'],
  audience: true,
  owned: true,
  usedBy: ['topology.image_ids'],
  actions: {
    save: { on: 'many' },
    reopen: { on: 'many' },
    retry: { on: 'one' },
    export: { on: 'own', screens: ['image-manage'], level: 'use' },
    connect: { on: 'own' },
    /** Bringing its file, and its snapshots. */
    fill: { on: 'own' },
    discard: { on: 'own' },
  },
})
