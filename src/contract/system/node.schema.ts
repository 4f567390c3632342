import { z } from 'zod'
import { row } from '../lib/crud.ts'
import { displayNameBreaks } from '../rules.ts'
import { obeys } from '../session/session.schema.ts'
import { ipv4 } from '../lib/ip.ts'
import { nodeServices, computeNodeStatuses } from './node.ts'

export const ComputeNodeBody = z.object({
  name: z.string().superRefine(obeys(displayNameBreaks)),
  address: z
    .string()
    .max(64)
    .superRefine(obeys((v) => (ipv4(v) === undefined ? [{ rule: 'ip_node' }] : []))),
  cores: z.number().int().min(1).max(1024),
  /** GiB */
  memory: z.number().int().min(1).max(65_536),
})
export const ComputeNode = row(ComputeNodeBody, {
  status: z.enum(computeNodeStatuses),
  /** Whether its service answers. */
  service: z.enum(nodeServices),
  /** Percent of what the machine has. */
  cpu_load: z.number(),
  memory_load: z.number(),
})
export type ComputeNode = z.output<typeof ComputeNode>
export type ComputeNodeBody = z.input<typeof ComputeNodeBody>
