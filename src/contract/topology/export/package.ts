/** A topology as a file that another platform reads whole: an archive of a manifest, the drawing, and the drawing again as text for people. */
import { strToU8, zipSync } from 'fflate'
import type { TopologyDocument } from '../document.ts'
import { writeText } from '../text/write.ts'

export const topologyPackageFormat = 'range-topology'
export const topologyPackageVersion = 1
interface Manifest {
  format: typeof topologyPackageFormat
  version: number
  name: string
  description: string
  /** Names of images by the ids the drawing uses. */
  images: Record<string, string>
}

/** The same drawing makes the same bytes: an archive's times are those of its format's first day. */
export function packedTopology(
  { name, description }: { name: string; description: string },
  document: TopologyDocument,
  images: ReadonlyMap<string, string>,
): Uint8Array {
  const used = new Set(document.nodes.flatMap((n) => n.image_id ?? []))
  const manifest: Manifest = {
    format: topologyPackageFormat,
    version: topologyPackageVersion,
    name,
    description,
    images: Object.fromEntries([...images].filter(([id]) => used.has(id))),
  }
  const json = (value: unknown) => strToU8(`${JSON.stringify(value, null, 1)}\n`)
  return zipSync(
    {
      'manifest.json': json(manifest),
      'topology.json': json(document),
      'topology.yml': strToU8(writeText(document, { names: { images } })),
    },
    { mtime: new Date(1980, 0, 1), level: 6 },
  )
}
