import { z } from 'zod'
import { visibleText } from '../lib/oneLine.schema.ts'
import { Id, Timestamp as Instant } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { TopologyDocument } from './document.schema.ts'

/** Bytes of a stamp on its way, and how many of them one person keeps. */
export const stampLimits = { document: 1024 * 1024, most: 50 } as const

const TopologyStamp = z.object({
  id: Id,
  name: z.string(),
  /** What it sets down: a small drawing. */
  document: TopologyDocument,
  created_at: Instant,
})
export type TopologyStamp = z.output<typeof TopologyStamp>

const screens = ['topology-edit'] as const

export const stampRoutes = routes({
  'GET /stamps': {
    summary: 'The caller’s own templates: saved pieces of drawings',
    screens,
    reply: z.object({ items: z.array(TopologyStamp) }),
  },
  'POST /stamps': {
    summary: 'Save a piece of a drawing as a template',
    screens,
    body: z.strictObject({ name: sized(visibleText(z.string().trim()), 1, 60), document: TopologyDocument }),
    most: stampLimits.document,
    reply: TopologyStamp,
    problems: ['too_many_stamps', 'too_large'],
    audit: 'stamp.create',
  },
  'DELETE /stamps/:id': {
    summary: 'Remove one of the caller’s own templates',
    screens,
    reply: z.object({ id: Id }),
    audit: 'stamp.remove',
  },
})
