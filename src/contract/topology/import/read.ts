/**
 * A file of any kind as a topology: recognised by what is inside, read whole or refused with the place that stops it. Runs on both sides;
 * only packages, which are archives, are opened elsewhere.
 */
import type { ReadOptions } from '../text/raw.ts'
import { readTopologyText } from '../text/read.ts'
import { type ImportFormat, topologyLimits } from '../topology.ts'
import { readContainerlab } from './containerlab.ts'
import { readCrczp } from './crczp.ts'
import { readDrawio } from './drawio.ts'
import { readEve } from './eve.ts'
import { readGns3 } from './gns3.ts'
import { TopologyFileRefusal, type ReportLine } from './report.ts'
import type { Sketched } from './sketch.ts'
import { foreignFieldsOf, isFields, jsonValue, yamlValue } from './values.ts'
import { xmlTree } from './xml.ts'

export interface FileOptions {
  /** The platform's images: id by name. */
  images?: ReadonlyMap<string, string>
  /** Of the file; what is inside decides. */
  name?: string
}

/** Files that are found beside topologies, told apart so that the refusal can say what they are. */
function notOurs(value: unknown): TopologyFileRefusal {
  const f = foreignFieldsOf(value)
  if ('appliance_id' in f || ('registry_version' in f && 'category' in f))
    return new TopologyFileRefusal('appliance', 'appliance_id')
  if ('levels' in f && 'title' in f) return new TopologyFileRefusal('training', 'levels')
  if ('$schema' in f && ('properties' in f || 'definitions' in f)) return new TopologyFileRefusal('schema', '$schema')
  if ('ludus' in f) return new TopologyFileRefusal('ludus', 'ludus')
  const rows = Object.values(f)
  if (rows.length && rows.every((r) => isFields(r) && typeof r['type'] === 'string'))
    return new TopologyFileRefusal('variables', Object.keys(f)[0])
  return new TopologyFileRefusal('no_topology', Object.keys(f).slice(0, 3).join(', ').slice(0, 80))
}

function readOwn(text: string, images: ReadonlyMap<string, string>): Sketched {
  const names = { images: new Map([...images].map(([name, id]) => [id, name])) }
  const lines: ReportLine[] = []
  const missing: ReadOptions['missing'] = (code, image, node, line) =>
    lines.push(
      code === 'unknown_image'
        ? { kind: 'changed', code: 'image_by_hand', place: `${line}`, params: { node, image: image.slice(0, 120) } }
        : { kind: 'left_out', code: 'setting', place: `${line}`, params: { field: image.slice(0, 120) } },
    )
  const { document, errors } = readTopologyText(text, { names, missing })
  const [error] = errors
  if (!document)
    throw new TopologyFileRefusal('text', `${error?.line ?? 1}:${error?.column ?? 1}`, {
      code: error?.code ?? 'syntax',
    })
  const read = taken('text', '', document)
  read.report.lines.push(...lines)
  return read
}
const taken = (format: ImportFormat, name: string, document: Sketched['document']): Sketched => ({
  document,
  report: {
    format,
    name,
    taken: {
      nodes: document.nodes.length,
      links: document.links.length,
      networks: document.networks.length,
      drawings: document.drawings.length,
      files: document.nodes.reduce((n, node) => n + node.files.length, 0),
    },
    lines: [],
    more: 0,
  },
})
export { taken as asTaken }

function readStructured(
  value: unknown,
  text: string,
  images: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
): Sketched {
  const f = foreignFieldsOf(value)
  if (f['type'] === 'topology' && isFields(f['topology'])) return readGns3(value, images)
  if (isFields(f['topology'])) return readContainerlab(value, images)
  if (Array.isArray(f['hosts']) && Array.isArray(f['networks'])) return readCrczp(value, images)
  if (Array.isArray(f['nodes']) && !('levels' in f)) return readOwn(text, own)
  throw notOurs(value)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Throws `TopologyFileRefusal`. @param bytes a file of any format but a package */
export function readTopology(bytes: Uint8Array, { images = new Map(), name = '' }: FileOptions = {}): Sketched {
  if (bytes.length > topologyLimits.file) throw new TopologyFileRefusal('too_large', '', { max: topologyLimits.file })
  let text: string
  try {
    text = utf8.decode(bytes).replace(/^\ufeff/, '')
  } catch {
    throw new TopologyFileRefusal('not_text')
  }
  if (text.includes('\u0000')) throw new TopologyFileRefusal('not_text')
  const byName = new Map([...images].map(([name, id]) => [name.toLowerCase(), id]))
  const start = text.trimStart()
  if (start === '') throw new TopologyFileRefusal('empty')
  if (start.startsWith('<')) {
    const root = xmlTree(text.trimStart())
    if (root.name === 'lab') return readEve(root, byName)
    if (root.name === 'mxfile' || root.name === 'mxGraphModel') return readDrawio(root, byName, name)
    throw new TopologyFileRefusal('unknown_format', root.name.slice(0, 40))
  }
  if (start.startsWith('{') || start.startsWith('[')) {
    try {
      return readStructured(jsonValue(text), text, byName, images)
    } catch (e) {
      // YAML may begin with a brace, too
      if (
        !(e instanceof TopologyFileRefusal) ||
        e.code !== 'syntax' ||
        start.startsWith('{"') ||
        /^\{\s*\n\s*"/.test(start)
      )
        throw e
    }
  }
  // prose is YAML more often than not, and broken YAML at that
  if (
    !/^[^\S\n]*["']?(?:topology|nodes|networks|hosts|links|name|ludus|isolation)["']?\s*:/m.test(text) &&
    !/\.ya?ml$/i.test(name)
  )
    throw new TopologyFileRefusal('unknown_format')
  const value = yamlValue(text)
  if (!isFields(value)) throw new TopologyFileRefusal('unknown_format')
  return readStructured(value, text, byName, images)
}
