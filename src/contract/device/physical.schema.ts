import { z } from 'zod'
import { OneLine } from '../lib/oneLine.schema.ts'
import { row, Timestamp } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { obeys } from '../session/session.schema.ts'
import { ipv4 } from '../lib/ip.ts'
import { deviceCategories, deviceLinks, devicePortTypes, deviceUses } from './physical.ts'

const DevicePort = z.strictObject({
  name: OneLine.trim().min(1).max(32),
  type: z.enum(devicePortTypes).default('ethernet'),
})
const Ports = z
  .array(DevicePort)
  .max(128)
  .superRefine((ports, ctx) => {
    ports.forEach(({ name }, n) => {
      if (ports.findIndex((p) => p.name.toLowerCase() === name.toLowerCase()) < n)
        ctx.addIssue({ code: 'custom', message: 'repeated', path: [n, 'name'], params: { rule: 'repeated' } })
    })
  })

export const PhysicalDeviceBody = z.object({
  name: sized(z.string().trim(), limits.name.min, limits.name.max),
  model: sized(z.string().trim(), 1, 60),
  category: z.enum(deviceCategories).default('other'),
  /** Where it is managed, IPv4. */
  address: z
    .string()
    .max(64)
    .superRefine(obeys((v) => (ipv4(v) === undefined ? [{ rule: 'ip_device' }] : []))),
  ports: Ports.default([]),
  location: z.string().max(60).default(''),
  description: sized(z.string(), 0, limits.imageDescription.max).default(''),
})
export const PhysicalDevice = row(PhysicalDeviceBody, {
  link: z.enum(deviceLinks),
  /** Last sign of life. */
  seen_at: Timestamp.nullable(),
  usage: z.enum(deviceUses),
  /** What it was referenced for, by whom and when. */
  used_for: z.string(),
  used_by: z.string(),
  used_at: Timestamp.nullable(),
  /** The running scene that has it; it is free again when that is over. */
  scene_id: z.string().nullable(),
})
export type PhysicalDevice = z.output<typeof PhysicalDevice>
export type PhysicalDeviceBody = z.input<typeof PhysicalDeviceBody>
