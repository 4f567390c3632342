import { z } from 'zod'
import { row, Timestamp } from '../lib/crud.ts'
import { shaped, sized } from '../lib/text.ts'
import { Arriving } from '../device/deposit.schema.ts'
import { limits } from '../limits.ts'
import { rulesOver } from '../lib/whole.ts'
import { benchReasons, benchStates } from './bench.ts'
import { Picture } from '../picture/routes.ts'
import {
  architectures,
  diskControllers,
  formatsOf,
  imageCategories,
  imageFormats,
  imageTypes,
  networkCards,
  osFamilies,
  videoDrivers,
  virtualTypes,
} from './image.ts'
import { imageNameBreaks } from './name.ts'
import { imageReasons, imageStatuses } from './status.ts'

/** What a service on the image is told when it starts; everybody who uses the image can read it. */
const ImageParameter = z.strictObject({
  name: shaped(z.string().min(1).max(64), /^[A-Za-z_][A-Za-z0-9_.-]*$/, 'parameter_name'),
  value: z.string().max(1024).default(''),
  note: z.string().max(255).default(''),
})

const fields = z.object({
  name: z.string().trim().max(200),
  type: z.enum(imageTypes).default('machine'),
  category: z.enum(imageCategories),
  description: sized(z.string(), limits.imageDescription.min, limits.imageDescription.max),
  icon: Picture.default(''),
  format: z.enum(imageFormats).default('qcow2'),
  os: z.enum(osFamilies).default('linux'),
  /** As people say it: `Debian 12.8`. */
  os_version: z.string().max(60).default(''),
  arch: z.enum(architectures).default('x86_64'),
  /** Whether it shows one; a container never does. */
  desktop: z.boolean().default(false),
  virtual_type: z.enum(virtualTypes).default('kvm'),
  disk_controller: z.enum(diskControllers).default('virtio'),
  network_card: z.enum(networkCards).default('virtio'),
  video_driver: z.enum(videoDrivers).default('virtio'),
  /** What a node of it begins with: virtual processors, MiB, GiB. */
  cpu: z.number().int().min(1).max(64).default(2),
  memory: z.number().int().min(16).max(262_144).default(2048),
  disk: z.number().int().min(0).max(4096).default(20),
  parameters: z.array(ImageParameter).max(100).default([]),
})

/** The machine somebody works on it at. */
export const Bench = z
  .object({
    scene_id: z.string(),
    state: z.enum(benchStates),
    reason: z.enum(benchReasons).nullable(),
    by_id: z.string(),
    by_name: z.string(),
    at: Timestamp,
  })
  .nullable()
export type Bench = z.output<typeof Bench>

const over = rulesOver<z.output<typeof fields>>()
export const ImageBody = fields
  .superRefine(
    ...over(['name', 'type'], ({ name, type }) => imageNameBreaks(name, type).map((b) => ({ path: 'name', ...b }))),
  )
  .superRefine(
    ...over(['type', 'format'], ({ type, format }) =>
      (formatsOf[type] as readonly string[]).includes(format) ? [] : [{ path: 'format', rule: 'format_of_type' }],
    ),
  )
  .superRefine(
    ...over(['type', 'desktop'], ({ type, desktop }) =>
      type === 'container' && desktop ? [{ path: 'desktop', rule: 'no_desktop' }] : [],
    ),
  )
export const Image = row(fields, {
  status: z.enum(imageStatuses),
  /** Why it is in error, with its figures. */
  reason: z.enum(imageReasons).nullable(),
  reason_details: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Of what stands in the image store; empty and 0 before anything does, and of an image that only the simulation knows. */
  file_name: z.string(),
  size: z.number().int(),
  /** Bytes that a machine sees; 0 where that is not known. */
  virtual_size: z.number().int(),
  sha256: z.string(),
  /** Snapshots of the file. */
  snapshots: z.number().int(),
  /** Topologies that have a node of it. */
  uses: z.number().int(),
  /** The file on its way to it. */
  arriving: Arriving,
  bench: Bench,
  created_by_name: z.string(),
})
export type Image = z.output<typeof Image>
export type ImageBody = z.input<typeof ImageBody>
