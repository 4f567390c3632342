/** Images as the drivers of scenes are told of them. */
import type { OsFamily } from '#src/contract/image/image.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { ImageFacts } from '#mock/world/scene/driver.ts'
import { imageFile } from '#mock/world/image/store.ts'

const images = documents('image')

/** Facts of the images that may be booted, by id; those that are not there or not saved are left out. */
export async function imageFacts(
  q: Queryable,
  files: string,
  ids: readonly string[],
): Promise<Record<string, ImageFacts>> {
  const out: Record<string, ImageFacts> = {}
  for (const { id, data } of (await images.byIds(q, [...new Set(ids)])).values()) {
    if (data.status !== 'saved') continue
    out[id] = {
      id,
      name: data.name ?? '',
      os: (data.os ?? 'other') satisfies OsFamily,
      desktop: data.desktop ?? false,
      file: data.sha256 ? imageFile(files, id) : '',
      format: data.format ?? 'raw',
    }
  }
  return out
}
