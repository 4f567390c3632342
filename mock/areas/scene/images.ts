/** What a driver is told of the images of a drawing. One that is still being made, or is in error, cannot be booted. */
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { ImageFacts } from '#mock/world/scene/driver.ts'

export async function imagesOf(q: Queryable, document: TopologyDocument): Promise<Record<string, ImageFacts>> {
  const ids = [...new Set(document.nodes.flatMap((n) => (n.image_id === null ? [] : [n.image_id])))]
  const found = await documents('image').byIds(q, ids)
  const { rows } = await q.query<{ image_id: string; layer: string }>(
    'select image_id, layer from image_layer where image_id = any($1::text[])',
    [ids],
  )
  const layers = new Map(rows.map((r) => [r.image_id, r.layer]))
  return Object.fromEntries(
    [...found]
      .filter(([, { data }]) => data.status === 'saved' || data.status === 'to-edit')
      .map(([id, { data }]): [string, ImageFacts] => [
        id,
        {
          id,
          name: data.name ?? '',
          os: data.os ?? 'linux',
          desktop: data.desktop ?? false,
          file: data.file_name ?? '',
          format: data.format ?? '',
          ...(layers.has(id) ? { layer: layers.get(id) ?? '' } : {}),
        },
      ]),
  )
}
