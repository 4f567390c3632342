/** Images as the drivers of scenes are told of them. */
import type { OsFamily } from '#src/contract/image/image.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { ImageFacts } from '#mock/world/scene/driver.ts'
import { imageFile } from '#mock/world/image/store.ts'

const images = documents('image')

/** Images that a drawing names. */
export const imageIdsIn = (document: TopologyDocument): string[] =>
  document.nodes.flatMap((n) => (n.image_id === null ? [] : [n.image_id]))

/** Facts of the images that may be booted, by id; one that is not there, still being made or in error is left out. */
export async function imageFacts(
  q: Queryable,
  files: string,
  ids: readonly string[],
): Promise<Record<string, ImageFacts>> {
  const wanted = [...new Set(ids)]
  const { rows } = await q.query<{ image_id: string; layer: string }>(
    'select image_id, layer from image_layer where image_id = any($1::text[])',
    [wanted],
  )
  const layers = new Map(rows.map((r) => [r.image_id, r.layer]))
  const out: Record<string, ImageFacts> = {}
  for (const { id, data } of (await images.byIds(q, wanted)).values()) {
    if (data.status !== 'saved' && data.status !== 'to-edit') continue
    const layer = layers.get(id)
    out[id] = {
      id,
      name: data.name ?? '',
      os: (data.os ?? 'other') satisfies OsFamily,
      desktop: data.desktop ?? false,
      file: data.sha256 ? imageFile(files, id) : '',
      format: data.format ?? 'raw',
      ...(layer === undefined ? {} : { layer }),
      ...(data.arch ? { arch: data.arch } : {}),
      ...(data.disk_controller ? { disk: data.disk_controller } : {}),
      ...(data.network_card ? { card: data.network_card } : {}),
      ...(data.video_driver ? { video: data.video_driver } : {}),
    }
  }
  return out
}
