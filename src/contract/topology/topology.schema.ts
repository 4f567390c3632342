import { z } from 'zod'
import { Id, row, Timestamp } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { topologyLimits } from './topology.ts'

const { min, max } = topologyLimits.name
export const TopologyName = sized(z.string().trim(), min, max)

export const TopologyBody = z.object({
  name: TopologyName,
  description: sized(z.string(), 0, limits.description.max).default(''),
})

/** Enough of a drawing to recognise it by; see `outline.ts`. */
const Outline = z.object({
  width: z.number().int(),
  height: z.number().int(),
  nodes: z.array(z.number().int()),
  links: z.array(z.number().int()),
  groups: z.array(z.number().int()),
  /** Flags without a value, which a lab can have written for each learner. */
  open_flags: z.number().int().optional(),
})
const Editing = z.object({
  name: z.string(),
  since: Timestamp,
  /** The reader himself, in an editor of his own. */
  mine: z.boolean(),
})

export const Topology = row(TopologyBody, {
  nodes: z.number().int(),
  links: z.number().int(),
  networks: z.number().int(),
  creator_id: Id.nullable(),
  creator_name: z.string(),
  /** Images its nodes boot from, each once. */
  image_ids: z.array(Id),
  outline: Outline,
  /** Who has it open to change it. */
  editing: Editing.nullable(),
})
export type Topology = z.output<typeof Topology>
export type TopologyBody = z.input<typeof TopologyBody>
