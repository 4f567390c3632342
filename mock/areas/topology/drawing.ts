/** Drawings in their table. What a list shows of one is written to its row with every save. */
import { type TopologyDocument } from '#src/contract/topology/document.ts'
import { outlineOf } from '#src/contract/topology/outline.ts'
import { type DataOf, documents, type Hand } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

const { table } = documents('topology')

export interface TopologyDrawing {
  document: TopologyDocument
  /** The text people wrote of it; empty where nobody did. */
  text: string
  version: number
  updated_at: string
  updated_by: string
}
interface Stored extends Omit<TopologyDrawing, 'document'> {
  document: string
}

/** The drawing of a topology; undefined when there is none of that id. Right for whoever starts a scene of it, too. */
export async function drawingOf(
  q: Queryable,
  id: string,
  lock: '' | ' for update' = '',
): Promise<TopologyDrawing | undefined> {
  const { rows } = await q.query<Stored>(
    `select document, text, version, updated_at, updated_by from topology_drawing where topology_id = $1${lock}`,
    [id],
  )
  const [row] = rows
  return row && { ...row, document: ownJson<TopologyDocument>(row.document) }
}

/** Columns of the row that follow from its drawing. */
export const drawingColumns = (document: TopologyDocument): DataOf<'topology'> => ({
  nodes: document.nodes.length,
  links: document.links.length,
  networks: document.networks.length,
  outline: {
    ...outlineOf(document),
    open_flags: document.nodes.flatMap((n) => n.flags).filter((f) => f.value === '').length,
  },
  image_ids: [...new Set(document.nodes.flatMap((n) => n.image_id ?? []))],
})

export async function insertDrawing(
  q: Queryable,
  id: string,
  document: TopologyDocument,
  hand: Hand,
  text = '',
): Promise<void> {
  await q.query(
    `insert into topology_drawing (topology_id, document, text, version, updated_at, updated_by)
     values ($1, $2, $3, 1, $4, $5)`,
    [id, JSON.stringify(document), text, hand.at.toISOString(), hand.by],
  )
}

/** Puts the drawing in the place of the one before. The row keeps its version: its name and description did not change. */
export async function saveDrawing(
  q: Queryable,
  id: string,
  document: TopologyDocument,
  hand: Hand,
  text?: string,
): Promise<number> {
  const at = hand.at.toISOString()
  const { rows } = await q.query<{ version: number }>(
    `update topology_drawing set document = $2, text = coalesce($5, text), version = version + 1, updated_at = $3, updated_by = $4
     where topology_id = $1 returning version`,
    [id, JSON.stringify(document), at, hand.by, text ?? null],
  )
  const shown = drawingColumns(document)
  await q.query(
    `update ${table} set data = data || $2::jsonb, k_nodes = $3, k_image_ids = $4::text[], updated_at = $5, updated_by = $6
     where id = $1`,
    [id, JSON.stringify(shown), shown.nodes, shown.image_ids, at, hand.by],
  )
  return rows[0]?.version ?? 1
}

export async function removeDrawing(q: Queryable, id: string): Promise<void> {
  await q.query('delete from topology_drawing where topology_id = $1', [id])
  await q.query('delete from topology_lock where topology_id = $1', [id])
}
