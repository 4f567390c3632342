import { z } from 'zod'
import { Id, Timestamp } from '../lib/crud.ts'
import { deployStates, deploySteps, type PlatformNetwork, networkBreaks, networkFields, stepStates } from './network.ts'
import { recordOf } from '../lib/typed.ts'

const Address = z.string().min(1).max(64)
// an empty mask has a sentence of its own
const Mask = z
  .string()
  .max(64)
  .refine((v) => v !== '', { message: 'no_mask', params: { rule: 'no_mask' } })
const addresses = recordOf(networkFields, (f): typeof Address => (f === 'mask' ? Mask : Address))
const obeys = (n: PlatformNetwork, ctx: z.RefinementCtx): void => {
  for (const { path, rule, params } of networkBreaks(n))
    ctx.addIssue({ code: 'custom', path: [path], message: rule, params: { rule, ...params } })
}

export const NetworkBody = z.strictObject(addresses).superRefine(obeys)
export const NetworkChange = z.strictObject({ ...addresses, version: z.number().int() }).superRefine(obeys)
export const NetworkRow = z.object({
  ...addresses,
  id: z.literal('current'),
  version: z.number().int(),
  can: z.array(z.string()),
})

/** A change of the network on its way, or the last one. */
export const Deployment = z.object({
  id: Id,
  state: z.enum(deployStates),
  steps: z.array(z.object({ name: z.enum(deploySteps), state: z.enum(stepStates), seconds: z.number() })),
  /** 0 to 1. */
  progress: z.number(),
  started_at: Timestamp,
  /** When it is done, or has been taken back. */
  ends_at: Timestamp,
  by: z.string(),
  from: z.object(addresses),
  to: z.object(addresses),
})
export type Deployment = z.output<typeof Deployment>
