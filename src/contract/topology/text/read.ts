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
  type Network,
  type TopologyDocument,
  visibilities,
} from '../document.ts'
import type { FindingPlace } from '../finding.ts'
import { layoutUnplaced } from '../layout.ts'
import { madeNetwork } from '../made.ts'
import {
  fields,
  readNumber,
  flag,
  items,
  one,
  open,
  pair,
  isPlainYaml,
  type Span,
  textAt,
  type TextError,
} from './cursor.ts'
import { knownBy, matched } from './match.ts'
import { longest, recordPositions, readRaw, type Reading, type ReadOptions, spanOf } from './raw.ts'
import { readLinks } from './readLinks.ts'
import { readNodes } from './readNodes.ts'

export interface TextRead {
  /** Undefined when there are errors. */
  document: TopologyDocument | undefined
  errors: TextError[]
  /** The text calls something by the name it had before: what it says is right, and is to be written anew. */
  renamed: boolean
  /** Where a part of the drawing stands in the text, for what `check.ts` finds. */
  place: (at: FindingPlace) => Span | undefined
}

const mostText = 8 * 1024 * 1024
const networkKeys = ['name', 'id', 'cidr', 'gateway', 'dhcp', 'visibility', 'colour'] as const

export function readTopologyText(source: string, options: ReadOptions = {}): TextRead {
  const { before } = options
  const { cursor, contents } = open(source, mostText)
  const parts = new Map<string, Part>()
  const reading: Reading = { cursor, parts, renamed: false }
  const place = ({ kind, id, node, field }: FindingPlace): Span | undefined =>
    spanOf(reading, `${kind} ${node === undefined ? id : `${node}/${id}`}`, field)
  const nothing: TextRead = { document: undefined, errors: cursor.errors, renamed: false, place }
  if (!contents || !isPlainYaml(cursor, contents)) {
    if (!contents && !cursor.errors.length) cursor.say(null, 'no_map')
    return nothing
  }
  const top = fields(cursor, contents, ['isolation', 'networks', 'nodes', 'links', 'drawings'])

  const rawNetworks = items(cursor, top.networks, most.networks).map((p) => readRaw(cursor, p, networkKeys))
  const networkIds = matched(rawNetworks, before?.networks ?? [], 'net')
  const networks = rawNetworks.map((r, i): Network => {
    const { parts: p } = r
    const id = networkIds[i]?.id ?? ''
    recordPositions(reading, `network ${id}`, r)
    const made = madeNetwork(id, r.name, p['cidr'] ? textAt(cursor, p['cidr'], longest.address) : '')
    if (p['gateway']) made.gateway = textAt(cursor, p['gateway'], longest.address)
    if (p['dhcp']) made.dhcp = flag(cursor, p['dhcp'])
    if (p['visibility']) made.visibility = one(cursor, p['visibility'], visibilities)
    if (p['colour']) made.colour = readNumber(cursor, p['colour'], 0, most.colours - 1)
    return made
  })

  const lans = knownBy(
    networks,
    networkIds.map((n) => n.before),
  )
  const { nodes, was, unplaced } = readNodes(reading, top.nodes, lans, options)
  const links = readLinks(reading, top.links, { nodes, was }, before?.links ?? [])

  const rawDrawings = items(cursor, top.drawings, most.drawings).map((part) => {
    const p = fields(cursor, part, ['kind', 'text', 'at', 'size', 'tone'], ['kind'])
    const kind = p.kind ? one(cursor, p.kind, drawingKinds) : 'note'
    const said = p.text ? textAt(cursor, p.text, longest.drawing) : ''
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
  return {
    document: unplaced.size ? layoutUnplaced(document, unplaced) : document,
    errors: [],
    renamed: reading.renamed,
    place,
  }
}
