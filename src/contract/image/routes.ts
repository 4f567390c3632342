import { z } from 'zod'
import { visibleText } from '../lib/oneLine.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { benchTargets } from './bench.ts'
import { Image } from './image.schema.ts'

const snapshotStates = ['taking', 'ready', 'restoring', 'failed'] as const
export const ImageSnapshot = z.object({
  id: Id,
  name: z.string(),
  note: z.string(),
  state: z.enum(snapshotStates),
  size: z.number().int(),
  created_at: Timestamp,
  created_by_name: z.string(),
  can: z.array(z.enum(['restore', 'remove'])),
})
export type ImageSnapshot = z.output<typeof ImageSnapshot>

const exportStates = ['preparing', 'ready', 'failed'] as const
export const ImageExport = z.object({
  id: Id,
  image_id: Id,
  image_name: z.string(),
  file_name: z.string(),
  state: z.enum(exportStates),
  size: z.number().int(),
  /** Bytes looked through so far. */
  done: z.number().int(),
  sha256: z.string(),
  reason: z.string().nullable(),
  created_at: Timestamp,
  created_by_name: z.string(),
})
export type ImageExport = z.output<typeof ImageExport>

const keepers = ['image-manage', 'image-edit'] as const
const bench = ['image-connect', ...keepers] as const

export const imageRoutes = routes({
  'POST /images/:id/connect': {
    summary: 'Open an image for editing and start a machine from it, or return to the running one',
    screens: bench,
    reply: Image,
    problems: ['not_allowed_in_state', 'image_connected', 'image_disc', 'license_limit'],
    audit: 'image.connect',
  },
  'POST /images/:id/bench/save': {
    summary: 'Shut the machine down and keep its disk, over the image or as a snapshot',
    screens: bench,
    body: z.strictObject({
      as: z.enum(benchTargets),
      /** Of a snapshot. */
      name: sized(visibleText(z.string().trim()), 0, limits.imageName.max).default(''),
      note: sized(z.string(), 0, limits.imageDescription.max).default(''),
    }),
    reply: Image,
    problems: ['not_allowed_in_state', 'image_connected', 'name_taken', 'quota_full'],
    audit: 'image.bench-save',
  },
  'POST /images/:id/bench/discard': {
    summary: 'Discard changes made on the machine; the image stays as it was',
    screens: bench,
    reply: Image,
    problems: ['not_allowed_in_state', 'image_connected'],
    audit: 'image.discard',
  },
  'GET /images/:id/snapshots': {
    summary: 'Snapshots of the file of an image, newest first',
    screens: keepers,
    reply: z.object({ items: z.array(ImageSnapshot) }),
  },
  'POST /images/:id/snapshots': {
    summary: 'Take a snapshot of the file of a saved image',
    screens: keepers,
    body: z.strictObject({
      name: sized(visibleText(z.string().trim()), 1, limits.imageName.max),
      note: sized(z.string(), 0, limits.imageDescription.max).default(''),
    }),
    reply: ImageSnapshot,
    problems: ['not_allowed_in_state', 'name_taken', 'quota_full'],
    audit: 'image.snapshot',
  },
  'POST /image-snapshots/:id/restore': {
    summary: 'Replace the image’s file with the snapshot’s',
    screens: keepers,
    reply: ImageSnapshot,
    problems: ['not_allowed_in_state', 'quota_full'],
    audit: 'image.restore',
  },
  'DELETE /image-snapshots/:id': {
    summary: 'Remove a snapshot',
    screens: keepers,
    reply: z.object({ id: Id }),
    problems: ['not_allowed_in_state'],
    audit: 'image.snapshot-remove',
  },
  'POST /images/:id/export': {
    summary: 'Prepare the file of an image for download; one image at a time',
    screens: ['image-manage'],
    reply: ImageExport,
    problems: ['image_exporting', 'image_no_file', 'not_allowed_in_state'],
    audit: 'image.export',
  },
  'GET /image-exports': {
    summary: 'Exports of the last day, newest first',
    screens: ['image-manage'],
    reply: z.object({ items: z.array(ImageExport) }),
  },
  'POST /image-exports/:id/ticket': {
    summary:
      'A link to the file that works without a session for ten minutes, for the browser’s own download; range requests go on where they stopped',
    screens: ['image-manage'],
    reply: z.object({ path: z.string(), expires_at: Timestamp }),
    problems: ['not_allowed_in_state'],
    credential: true,
    audit: 'image.download',
  },
})
