import { z } from 'zod'
import { row } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { imageReasons } from '../image/status.ts'
import { Picture } from '../picture/routes.ts'
import { Arriving } from './deposit.schema.ts'
import { serviceCategories, servicePlatforms, serviceStatuses } from './service.ts'

export const ServiceBody = z.object({
  name: sized(z.string().trim(), limits.imageName.min, limits.imageName.max),
  icon: Picture.default(''),
  platform: z.enum(servicePlatforms).default('docker'),
  category: z.enum(serviceCategories).default('other'),
  /** Version, as its makers write it. */
  release: z.string().max(40).default(''),
  /** Where it listens; null where it does not. */
  port: z.number().int().min(1).max(65_535).nullable().default(null),
  description: sized(z.string(), limits.imageDescription.min, limits.imageDescription.max),
})
export const Service = row(ServiceBody, {
  status: z.enum(serviceStatuses),
  reason: z.enum(imageReasons).nullable(),
  reason_details: z.record(z.string(), z.union([z.string(), z.number()])),
  file_name: z.string(),
  size: z.number().int(),
  sha256: z.string(),
  arriving: Arriving,
  created_by_name: z.string(),
})
export type Service = z.output<typeof Service>
export type ServiceBody = z.input<typeof ServiceBody>
