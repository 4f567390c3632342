/**
 * Reads a drawing from its text. Ids are those of the drawing before wherever the name, or else the place in the list, is the same; what has
 * no place gets one. With errors there is no drawing: the editor keeps the last good one.
 */
import type { Node as Part } from 'yaml'
import {
  documentLimits as most,
  type Drawing,
  drawingKinds,
  drawingTones,
  isolations,
  type Link,
  type Network,
  type Node,
  nodeKinds,
  type Port,
  portAccesses,
  portTypes,
  type TopologyDocument,
  visibilities,
} from '../document.ts'
import type { FindingPlace } from '../finding.ts'
import { freeId, madeLink, madeNetwork, madeNode, madePort } from '../made.ts'
import { placed } from '../layout.ts'
import {
  type Cursor,
  fields,
  figure,
  flag,
  items,
  one,
  open,
  pair,
  plain,
  type Span,
  text,
  type TextError,
  textOf,
} from './cursor.ts'
import { idMark, type Names } from './value.ts'

export interface ReadOptions {
  before?: TopologyDocument | undefined
  names?: Names | undefined
  /** Told of images, devices and services that are not here; without it they are errors. */
  missing?: (code: TextError['code'], name: string, node: string, line: number) => void
}
export interface TextRead {
  /** Undefined when there are errors. */
  document: TopologyDocument | undefined
  errors: TextError[]
  /** Where a part of the drawing stands in the text, for what `check.ts` finds. */
  place(at: FindingPlace): Span | undefined
}
const mostText = 8 * 1024 * 1024
const longest = {
  path: 1024,
  value: 128,
  label: 120,
  drawing: 2000,
  mac: 17,
  address: 64,
  mode: 4,
  id: 64,
}

/** Gives things the ids of those before them: by the id they say, by name, then by place. */
function matched<B extends { id: string; name?: string }>(
  now: readonly { id: string | undefined; name: string }[],
  before: readonly B[],
  prefix: string,
): { id: string; before: B | undefined }[] {
  const free = new Set(before)
  const byId = new Map(before.map((b) => [b.id, b]))
  const byName = new Map<string, B[]>()
  for (const b of before) byName.set(b.name ?? '', [...(byName.get(b.name ?? '') ?? []), b])
  const found: (B | undefined)[] = now.map(({ id }) => {
    const b = id === undefined ? undefined : byId.get(id)
    if (!b || !free.delete(b)) return undefined
    return b
  })
  now.forEach(({ id, name }, i) => {
    if (found[i] || id !== undefined) return
    const b = byName.get(name)?.find((x) => free.has(x))
    if (b) free.delete(b)
    found[i] = b
  })
  now.forEach(({ id }, i) => {
    const b = before[i]
    if (found[i] || id !== undefined || !b || !free.delete(b)) return
    found[i] = b
  })
  const ids = new Set([...before.map((b) => b.id), ...now.flatMap((n) => n.id ?? [])])
  return now.map(({ id }, i) => ({ id: found[i]?.id ?? id ?? freeId(prefix, ids, 1), before: found[i] }))
}

/** The id a text names: the marked one itself, or that of the only thing of the name. */
function referred(
  cursor: Cursor,
  part: Part,
  code: TextError['code'],
  ids: ReadonlyMap<string, string> | undefined,
  known: (id: string) => boolean,
): string | null {
  const name = text(cursor, part, longest.label)
  if (name === '') return null
  if (name.startsWith(idMark) && known(name.slice(1))) return name.slice(1)
  for (const [id, of] of ids ?? []) if (of === name) return id
  cursor.say(part, code, { name: name.slice(0, 60) })
  return null
}

interface Raw {
  part: Part
  parts: { [key: string]: Part }
  id: string | undefined
  name: string
}
function raw(cursor: Cursor, part: Part, keys: readonly string[]): Raw {
  const parts = fields(cursor, part, keys, ['name']) as { [key: string]: Part }
  return {
    part,
    parts,
    id: parts['id'] && text(cursor, parts['id'], longest.id),
    name: parts['name'] ? text(cursor, parts['name'], most.name) : '',
  }
}

const networkKeys = ['name', 'id', 'cidr', 'gateway', 'dhcp', 'visibility', 'colour'] as const
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

export function readText(source: string, { before, names = {}, missing }: ReadOptions = {}): TextRead {
  const { cursor, contents } = open(source, mostText)
  const parts = new Map<string, Part>()
  const place = ({ kind, id, node, field }: FindingPlace): Span | undefined => {
    const key = `${kind} ${node === undefined ? id : `${node}/${id}`}`
    const part = (field === undefined ? undefined : parts.get(`${key} ${field}`)) ?? parts.get(key)
    return part ? cursor.span(part) : undefined
  }
  const nothing: TextRead = { document: undefined, errors: cursor.errors, place }
  if (!contents || !plain(cursor, contents)) {
    if (!contents && !cursor.errors.length) cursor.say(null, 'no_map')
    return nothing
  }
  const note = (
    key: string,
    { part, parts: of }: Pick<Raw, 'part' | 'parts'>,
    renamed: Record<string, string> = {},
  ) => {
    parts.set(key, part)
    for (const [name, p] of Object.entries(of)) parts.set(`${key} ${renamed[name] ?? name}`, p)
  }
  const top = fields(cursor, contents, ['isolation', 'networks', 'nodes', 'links', 'drawings'])

  const rawNetworks = items(cursor, top.networks, most.networks).map((p) => raw(cursor, p, networkKeys))
  const networkIds = matched(rawNetworks, before?.networks ?? [], 'net')
  const networks = rawNetworks.map((r, i): Network => {
    const { parts: p } = r
    const id = networkIds[i]?.id ?? ''
    note(`network ${id}`, r)
    const made = madeNetwork(id, r.name, p['cidr'] ? text(cursor, p['cidr'], longest.address) : '')
    if (p['gateway']) made.gateway = text(cursor, p['gateway'], longest.address)
    if (p['dhcp']) made.dhcp = flag(cursor, p['dhcp'])
    if (p['visibility']) made.visibility = one(cursor, p['visibility'], visibilities)
    if (p['colour']) made.colour = figure(cursor, p['colour'], 0, most.colours - 1)
    return made
  })
  const networkNames = new Map(networks.map((n) => [n.id, n.name]))

  function port(r: Raw, id: string, node: string): Port {
    const { parts: p } = r
    note(`port ${node}/${id}`, r, { network: 'network_id' })
    const made = madePort(id, r.name)
    if (p['network'])
      made.network_id = referred(cursor, p['network'], 'unknown_network', networkNames, (n) => networkNames.has(n))
    if (p['address']) made.address = text(cursor, p['address'], longest.address)
    if (p['type']) made.type = one(cursor, p['type'], portTypes)
    if (p['access']) made.access = one(cursor, p['access'], portAccesses)
    if (p['mac']) made.mac = text(cursor, p['mac'], longest.mac)
    return made
  }

  const unplaced = new Set<string>()
  const had = {
    images: new Set(before?.nodes.flatMap((n) => n.image_id ?? [])),
    devices: new Set(before?.nodes.flatMap((n) => n.device_id ?? [])),
    services: new Set(before?.nodes.flatMap((n) => n.service_ids)),
  }
  const outside = (kind: keyof typeof had, code: TextError['code'], part: Part, node: string) => {
    const known = (id: string) => names[kind]?.has(id) || had[kind].has(id) || (!names[kind] && !missing)
    if (!missing) return referred(cursor, part, code, names[kind], known)
    const said = textOf(part) ?? ''
    const id = said.startsWith(idMark) && known(said.slice(1)) ? said.slice(1) : undefined
    const found = id ?? [...(names[kind] ?? [])].find(([, name]) => name === said)?.[0]
    if (found === undefined && said !== '') missing(code, said, node, cursor.span(part).line)
    return found ?? null
  }

  const rawNodes = items(cursor, top.nodes, most.nodes).map((p) => raw(cursor, p, nodeKeys))
  const nodeIds = matched(rawNodes, before?.nodes ?? [], 'n')
  const nodes = rawNodes.map((r, i): Node => {
    const { parts: p } = r
    const { id = '', before: was } = nodeIds[i] ?? {}
    note(`node ${id}`, r, { image: 'image_id', device: 'device_id' })
    const kind = p['kind'] ? one(cursor, p['kind'], nodeKinds) : 'machine'
    const made = madeNode(id, r.name, kind, was ?? { x: 0, y: 0 })
    if (p['at']) [made.x, made.y] = pair(cursor, p['at'], -most.reach, most.reach)
    else if (!was) unplaced.add(id)
    if (p['image']) made.image_id = outside('images', 'unknown_image', p['image'], r.name)
    if (p['device']) made.device_id = outside('devices', 'unknown_device', p['device'], r.name)
    if (p['cpu']) made.cpu = figure(cursor, p['cpu'], 1, most.cpu)
    if (p['memory']) made.memory = figure(cursor, p['memory'], 16, most.memory)
    if (p['disk']) made.disk = figure(cursor, p['disk'], 0, most.disk)
    if (p['visibility']) made.visibility = one(cursor, p['visibility'], visibilities)
    if (p['locked']) made.locked = flag(cursor, p['locked'])
    if (p['note']) made.note = text(cursor, p['note'], most.note)
    made.service_ids = items(cursor, p['services'], most.services).flatMap(
      (s) => outside('services', 'unknown_service', s, r.name) ?? [],
    )
    const rawPorts = items(cursor, p['ports'], most.ports).map((q) => raw(cursor, q, portKeys))
    const portIds = matched(rawPorts, was?.ports ?? [], 'p')
    made.ports = rawPorts.map((q, k) => port(q, portIds[k]?.id ?? '', id))
    made.files = items(cursor, p['files'], most.files).map((q, k) => {
      const f = fields(cursor, q, fileKeys, ['path'])
      parts.set(`node ${id} files.${k}.path`, f.path ?? q)
      parts.set(`node ${id} files.${k}.mode`, f.mode ?? q)
      return {
        path: f.path ? text(cursor, f.path, longest.path) : '',
        text: f.text ? text(cursor, f.text, most.file) : '',
        mode: f.mode ? text(cursor, f.mode, longest.mode) : '644',
      }
    })
    const rawFlags = items(cursor, p['flags'], most.flags).map((q) => raw(cursor, q, flagKeys))
    const flagIds = matched(rawFlags, was?.flags ?? [], 'f')
    made.flags = rawFlags.map(({ part, parts: f, name }, k) => {
      parts.set(`node ${id} flags.${k}.name`, f['name'] ?? part)
      parts.set(`node ${id} flags.${k}.path`, f['path'] ?? part)
      return {
        id: flagIds[k]?.id ?? '',
        name,
        path: f['path'] ? text(cursor, f['path'], longest.path) : '',
        value: f['value'] ? text(cursor, f['value'], longest.value) : '',
        points: f['points'] ? figure(cursor, f['points'], 0, 100_000) : 0,
      }
    })
    return made
  })

  const nodeBy = new Map<string, Node>()
  for (const n of nodes) {
    if (n.name !== '' && !nodeBy.has(n.name)) nodeBy.set(n.name, n)
    nodeBy.set(`${idMark}${n.id}`, n)
  }
  const portBy = new Map<Node, Map<string, Port>>()
  const portsOf = (n: Node): Map<string, Port> => {
    const known = portBy.get(n)
    if (known) return known
    const out = new Map<string, Port>()
    for (const p of n.ports) {
      out.set(`${idMark}${p.id}`, p)
      if (p.name !== '' && !out.has(p.name)) out.set(p.name, p)
    }
    portBy.set(n, out)
    return out
  }
  function end(part: Part | undefined): Link['from'] {
    const said = textOf(part)
    const at = said?.indexOf(':') ?? -1
    if (said === undefined || at < 0) {
      cursor.say(part, 'no_end')
      return { node: '', port: '' }
    }
    const [nodeName, name] = [said.slice(0, at), said.slice(at + 1)]
    const node = nodeBy.get(nodeName)
    const found = node && portsOf(node).get(name)
    if (node && found) return { node: node.id, port: found.id }
    // a link of a drawing that is not finished may lead nowhere: its marked ids say so
    if (nodeName.startsWith(idMark) && !node && name.startsWith(idMark))
      return { node: nodeName.slice(1), port: name.slice(1) }
    if (node && name.startsWith(idMark)) return { node: node.id, port: name.slice(1) }
    if (!node) cursor.say(part, 'unknown_node', { name: nodeName.slice(0, 60) })
    else cursor.say(part, 'unknown_port', { node: nodeName.slice(0, 60), name: name.slice(0, 60) })
    return { node: '', port: '' }
  }
  const key = ({ from, to }: Pick<Link, 'from' | 'to'>) => `${from.node} ${from.port} ${to.node} ${to.port}`
  const rawLinks = items(cursor, top.links, most.links).map((part) => {
    const p = fields(cursor, part, ['ends', 'label', 'bends'], ['ends'])
    const ends = p.ends ? items(cursor, p.ends, 2) : []
    if (p.ends && ends.length !== 2) cursor.say(p.ends, 'no_end')
    return { part, p, from: end(ends[0] ?? part), to: end(ends[1] ?? part) }
  })
  const linkIds = matched(
    rawLinks.map((l) => ({ id: undefined, name: key(l) })),
    (before?.links ?? []).map((l) => ({ ...l, name: key(l) })),
    'c',
  )
  const links = rawLinks.map(({ part, p, from, to }, i): Link => {
    const made = madeLink(linkIds[i]?.id ?? '', from, to)
    parts.set(`link ${made.id}`, part)
    if (p.label) made.label = text(cursor, p.label, longest.label)
    if (p.bends)
      made.bends = items(cursor, p.bends, most.bends).map((b) => {
        const [x, y] = pair(cursor, b, -most.reach, most.reach)
        return { x, y }
      })
    return made
  })

  const rawDrawings = items(cursor, top.drawings, most.drawings).map((part) => {
    const p = fields(cursor, part, ['kind', 'text', 'at', 'size', 'tone'], ['kind'])
    const kind = p.kind ? one(cursor, p.kind, drawingKinds) : 'note'
    const said = p.text ? text(cursor, p.text, longest.drawing) : ''
    return { part, p, kind, said }
  })
  const drawingIds = matched(
    rawDrawings.map(({ kind, said }) => ({ id: undefined, name: `${kind} ${said}` })),
    (before?.drawings ?? []).map((d) => ({ ...d, name: `${d.kind} ${d.text}` })),
    'd',
  )
  const drawings = rawDrawings.map(({ part, p, kind, said }, i): Drawing => {
    const { id = '', before: was } = drawingIds[i] ?? {}
    parts.set(`drawing ${id}`, part)
    const [x, y] = p.at ? pair(cursor, p.at, -most.reach, most.reach) : [was?.x ?? 0, was?.y ?? 0]
    const [width, height] = p.size ? pair(cursor, p.size, 1, most.reach) : [was?.width ?? 220, was?.height ?? 64]
    return { id, kind, text: said, x, y, width, height, tone: p.tone ? one(cursor, p.tone, drawingTones) : 'plain' }
  })

  if (cursor.errors.length) return nothing
  const isolation = top.isolation ? one(cursor, top.isolation, isolations) : 'isolated'
  if (cursor.errors.length) return nothing
  const document: TopologyDocument = { isolation, networks, nodes, links, drawings }
  return { document: unplaced.size ? placed(document, unplaced) : document, errors: [], place }
}
