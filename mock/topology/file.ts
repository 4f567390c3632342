/** A file of any format, packages among them, as a topology. Packages pass the gate every archive passes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { TopologyDocument as Schema } from '#src/contract/topology/document.schema.ts'
import { topologyPackageFormat, topologyPackageVersion } from '#src/contract/topology/export/package.ts'
import { asTaken, readTopology } from '#src/contract/topology/import/read.ts'
import { TopologyFileRefusal } from '#src/contract/topology/import/report.ts'
import type { Sketched } from '#src/contract/topology/import/sketch.ts'
import { foreignFieldsOf, jsonValue, stringOf } from '#src/contract/topology/import/values.ts'
import { topologyLimits } from '#src/contract/topology/topology.ts'
import { readWhole, zipSources } from '../import/formats/source.ts'
import { importLimits, type ZipLimits } from '../import/zip/limits.ts'
import { openZip } from '../import/zip/open.ts'

const limits: ZipLimits = {
  ...importLimits,
  file: topologyLimits.file,
  entries: 16,
  total: 4 * topologyLimits.file,
  entry: 2 * topologyLimits.file,
  depth: 2,
}
const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/** Throws `TopologyFileRefusal`, or a `ZipProblem`. */
async function readPackage(bytes: Uint8Array, images: ReadonlyMap<string, string>): Promise<Sketched> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'topology-'))
  try {
    const file = path.join(folder, 'package.zip')
    await writeFile(file, bytes)
    const zip = await openZip(file, limits)
    try {
      const sources = new Map(zipSources(zip).map((s) => [s.name, s]))
      const json = async (name: string): Promise<unknown> => {
        const source = sources.get(name)
        const text = source && (await readWhole(source, limits.entry))
        if (!text) throw new TopologyFileRefusal('package', name)
        return jsonValue(text.toString('utf8'))
      }
      const manifest = foreignFieldsOf(await json('manifest.json'))
      if (manifest['format'] !== topologyPackageFormat) throw new TopologyFileRefusal('package', 'manifest.json')
      if (manifest['version'] !== topologyPackageVersion)
        throw new TopologyFileRefusal('version', 'manifest.json', {
          version: stringOf(manifest['version']).slice(0, 20),
        })
      const parsed = Schema.safeParse(await json('topology.json'))
      if (!parsed.success)
        throw new TopologyFileRefusal('package', `topology.json ${parsed.error.issues[0]?.path.join('.') ?? ''}`)
      return known(parsed.data, stringOf(manifest['name']), foreignFieldsOf(manifest['images']), images)
    } finally {
      zip.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Images of another platform by their names: ids mean nothing elsewhere. */
function known(
  document: TopologyDocument,
  name: string,
  theirs: Readonly<Record<string, unknown>>,
  images: ReadonlyMap<string, string>,
): Sketched {
  const own = new Set(images.values())
  const read = asTaken('package', name.slice(0, 60), document)
  const nodes = document.nodes.map((node, i) => {
    if (node.image_id === null) return node
    const called = stringOf(theirs[node.image_id])
    const image_id = images.get(called) ?? (own.has(node.image_id) ? node.image_id : null)
    if (image_id === null)
      read.report.lines.push({
        kind: 'changed',
        code: 'image_by_hand',
        place: `nodes[${i}]`,
        params: { node: node.name, image: (called || node.image_id).slice(0, 120) },
      })
    return { ...node, image_id, device_id: null }
  })
  return { ...read, document: { ...document, nodes } }
}

/** Throws `TopologyFileRefusal`, or a `ZipProblem`. @param images the platform's, id by name */
export async function readFileAsTopology(
  bytes: Uint8Array,
  name: string,
  images: ReadonlyMap<string, string>,
): Promise<Sketched> {
  const read = isZip(bytes) ? await readPackage(bytes, images) : readTopology(bytes, { images, name })
  // what nobody could keep is not sent on: whoever answers calls would have to check and write all of it
  if (Buffer.byteLength(JSON.stringify(read.document)) > topologyLimits.document)
    throw new TopologyFileRefusal('too_large', '', { max: topologyLimits.document })
  return read
}
