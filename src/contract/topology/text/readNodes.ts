/** Reads the nodes of a text, with their ports, files and flags. */
import type { Node as Part } from 'yaml'
import {
  documentLimits as most,
  type Network,
  type Node,
  nodeKinds,
  type Port,
  portAccesses,
  portTypes,
  visibilities,
} from '../document.ts'
import { madeNode, madePort } from '../made.ts'
import { fields, readNumber, flag, items, one, pair, textAt, scalarText, type TextError } from './cursor.ts'
import { type NameIndex, matched, referred } from './match.ts'
import { longest, recordPositions, type Raw, readRaw, type Reading, type ReadOptions } from './raw.ts'
import { idMark } from './value.ts'

const nodeKeys = [
  'name',
  'id',
  'kind',
  'at',
  'image',
  'device',
  'cpu',
  'memory',
  'disk',
  'visibility',
  'console',
  'locked',
  'note',
  'services',
  'ports',
  'files',
  'flags',
] as const
const portKeys = ['name', 'id', 'network', 'address', 'type', 'access', 'mac'] as const
const fileKeys = ['path', 'mode', 'text'] as const
const flagKeys = ['name', 'id', 'path', 'value', 'points'] as const

interface Before {
  node: Node | undefined
  ports: (Port | undefined)[]
}
export interface NodesRead {
  nodes: Node[]
  /** What each was before, ports included. */
  was: Before[]
  /** Those nobody gave a place. */
  unplaced: Set<string>
}

export function readNodes(
  reading: Reading,
  list: Part | undefined,
  networks: NameIndex<Network>,
  { before, names = {}, missing }: ReadOptions,
): NodesRead {
  const { cursor } = reading
  const networkNames = new Map([...networks.by].map(([name, n]) => [n.id, name]))
  const renamedNetwork = (name: string): string | undefined => {
    const found = networks.earlier.get(name)
    if (found) reading.renamed = true
    return found?.id
  }

  const isNetwork = (id: string) => networks.ids.has(id)

  function port(r: Raw, id: string, node: string): Port {
    const { parts: p } = r
    recordPositions(reading, `port ${node}/${id}`, r, { network: 'network_id' })
    const made = madePort(id, r.name)
    if (p['network'])
      made.network_id = referred(cursor, p['network'], 'unknown_network', networkNames, isNetwork, renamedNetwork)
    if (p['address']) made.address = textAt(cursor, p['address'], longest.address)
    if (p['type']) made.type = one(cursor, p['type'], portTypes)
    if (p['access']) made.access = one(cursor, p['access'], portAccesses)
    if (p['mac']) made.mac = textAt(cursor, p['mac'], longest.mac)
    return made
  }

  const was: Before[] = []
  const unplaced = new Set<string>()
  const had = {
    images: new Set(before?.nodes.flatMap((n) => n.image_id ?? [])),
    devices: new Set(before?.nodes.flatMap((n) => n.device_id ?? [])),
    services: new Set(before?.nodes.flatMap((n) => n.service_ids)),
  }
  const outside = (kind: keyof typeof had, code: TextError['code'], part: Part, node: string) => {
    const known = (id: string) => names[kind]?.has(id) || had[kind].has(id) || (!names[kind] && !missing)
    if (!missing) return referred(cursor, part, code, names[kind], known)
    const said = scalarText(part) ?? ''
    const id = said.startsWith(idMark) && known(said.slice(1)) ? said.slice(1) : undefined
    const found = id ?? [...(names[kind] ?? [])].find(([, name]) => name === said)?.[0]
    if (found === undefined && said !== '') missing(code, said, node, cursor.span(part).line)
    return found ?? null
  }

  const rawNodes = items(cursor, list, most.nodes).map((p) => readRaw(cursor, p, nodeKeys))
  const nodeIds = matched(rawNodes, before?.nodes ?? [], 'n')
  const nodes = rawNodes.map((r, i): Node => {
    const { parts: p } = r
    const { id = '', before: old } = nodeIds[i] ?? {}
    recordPositions(reading, `node ${id}`, r, { image: 'image_id', device: 'device_id' })
    const kind = p['kind'] ? one(cursor, p['kind'], nodeKinds) : 'machine'
    const made = madeNode(id, r.name, kind, old ?? { x: 0, y: 0 })
    if (p['at']) [made.x, made.y] = pair(cursor, p['at'], -most.reach, most.reach)
    else if (!old) unplaced.add(id)
    if (p['image']) made.image_id = outside('images', 'unknown_image', p['image'], r.name)
    if (p['device']) made.device_id = outside('devices', 'unknown_device', p['device'], r.name)
    if (p['cpu']) made.cpu = readNumber(cursor, p['cpu'], 1, most.cpu)
    if (p['memory']) made.memory = readNumber(cursor, p['memory'], 16, most.memory)
    if (p['disk']) made.disk = readNumber(cursor, p['disk'], 0, most.disk)
    if (p['visibility']) made.visibility = one(cursor, p['visibility'], visibilities)
    if (p['console']) made.console = one(cursor, p['console'], visibilities)
    if (p['locked']) made.locked = flag(cursor, p['locked'])
    if (p['note']) made.note = textAt(cursor, p['note'], most.note)
    made.service_ids = items(cursor, p['services'], most.services).flatMap(
      (s) => outside('services', 'unknown_service', s, r.name) ?? [],
    )
    const rawPorts = items(cursor, p['ports'], most.ports).map((q) => readRaw(cursor, q, portKeys))
    const portIds = matched(rawPorts, old?.ports ?? [], 'p')
    was.push({ node: old, ports: portIds.map((q) => q.before) })
    made.ports = rawPorts.map((q, k) => port(q, portIds[k]?.id ?? '', id))
    made.files = items(cursor, p['files'], most.files).map((q, k) => {
      const f = fields(cursor, q, fileKeys, ['path'])
      reading.parts.set(`node ${id} files.${k}.path`, f.path ?? q)
      reading.parts.set(`node ${id} files.${k}.mode`, f.mode ?? q)
      return {
        path: f.path ? textAt(cursor, f.path, longest.path) : '',
        text: f.text ? textAt(cursor, f.text, most.file) : '',
        mode: f.mode ? textAt(cursor, f.mode, longest.mode) : '644',
      }
    })
    const rawFlags = items(cursor, p['flags'], most.flags).map((q) => readRaw(cursor, q, flagKeys))
    const flagIds = matched(rawFlags, old?.flags ?? [], 'f')
    made.flags = rawFlags.map(({ part, parts: f, name }, k) => {
      reading.parts.set(`node ${id} flags.${k}.name`, f['name'] ?? part)
      reading.parts.set(`node ${id} flags.${k}.path`, f['path'] ?? part)
      return {
        id: flagIds[k]?.id ?? '',
        name,
        path: f['path'] ? textAt(cursor, f['path'], longest.path) : '',
        value: f['value'] ? textAt(cursor, f['value'], longest.value) : '',
        points: f['points'] ? readNumber(cursor, f['points'], 0, 100_000) : 0,
      }
    })
    return made
  })
  return { nodes, was, unplaced }
}
