/** The topologies of the demonstration, written as people would have drawn them. */
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { insertDrawing, drawingColumns } from '../../areas/topology/drawing.ts'
import { type Hand, documents } from '../../crud/documents.ts'
import type { Queryable } from '../../db/db.ts'
import type { Chance } from '../random.ts'
import { scenarios } from '../scenarios/index.ts'
import { drawTopology } from './draw.ts'
import type { TopologyEntry } from './entry.ts'
import { large } from './large.ts'
import { small } from './small.ts'

export const topologies: readonly TopologyEntry[] = [...small, ...large, ...scenarios.flatMap((s) => s.draws ?? [])]
const day = 86_400_000

type Ids = ReadonlyMap<string, string>
/** @param images ids by name */
export const documentOf = (entry: TopologyEntry, images: Ids = new Map(), devices: Ids = new Map()): TopologyDocument =>
  drawTopology(
    entry.isolation,
    { image: (name) => images.get(name) ?? null, device: (name) => devices.get(name) ?? null },
    entry.draw,
  )

export interface TopologyGround {
  now: Date
  /** Ids of accounts by user name. */
  people: Ids
  images?: Ids
  devices?: Ids
  founder: string
}

/** @returns ids and drawings by key */
export async function layTopologies(
  q: Queryable,
  c: Chance,
  { now, people, images, devices, founder }: TopologyGround,
): Promise<Map<string, { id: string; document: TopologyDocument }>> {
  const out = new Map<string, { id: string; document: TopologyDocument }>()
  for (const entry of topologies) {
    const document = documentOf(entry, images, devices)
    const by = people.get(entry.by) ?? founder
    const made: Hand = { at: new Date(now.getTime() - entry.days_ago * day - c.between(0, day)), by }
    const id = c.id(made.at)
    await documents('topology').insert(
      q,
      {
        id,
        data: { name: entry.name, description: entry.description, ...drawingColumns(document), creator_id: by },
        open: entry.kept !== true,
        hand: made,
      },
      made,
    )
    await insertDrawing(q, id, document, made)
    out.set(entry.key, { id, document })
  }
  return out
}
