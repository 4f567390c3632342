import type { TopologyDocument } from './document.ts'

/** One thing that is wrong with a drawing, or looks it. */
export const findingCodes = [
  'id_taken',
  'name_missing',
  'name_form',
  'name_taken',
  'image_missing',
  'image_unknown',
  'device_missing',
  'device_unknown',
  'device_twice',
  'service_unknown',
  'network_name_missing',
  'network_name_form',
  'network_name_taken',
  'cidr_missing',
  'cidr_form',
  'cidr_base',
  'networks_overlap',
  'gateway_form',
  'gateway_outside',
  'gateway_reserved',
  'gateway_nobody',
  'network_full',
  'port_incomplete',
  'port_name_form',
  'port_name_taken',
  'port_id_taken',
  'port_unplugged',
  'port_no_network',
  'node_alone',
  'network_unknown',
  'address_form',
  'address_without_network',
  'address_outside',
  'address_reserved',
  'address_gateway',
  'address_taken',
  'mac_form',
  'mac_taken',
  'link_node_unknown',
  'link_port_unknown',
  'link_self',
  'link_port_taken',
  'link_type',
  'link_access',
  'link_network',
  'file_path',
  'file_path_taken',
  'file_mode',
  'flag_name_missing',
  'flag_name_taken',
  'flag_path',
  'flag_path_taken',
  'node_locked',
  'no_workplace',
  'no_networks',
  'editable_nodes',
] as const
export type FindingCode = (typeof findingCodes)[number]

export interface FindingPlace {
  kind: 'document' | 'node' | 'port' | 'network' | 'link' | 'drawing'
  /** Of the thing; empty for the document. */
  id: string
  /** Of a port: the node it is at. */
  node?: string
  /** Field of the thing, `files.0.path` of a list's entry. */
  field?: string
}

export interface Finding {
  /** A scene starts with warnings, not with errors. */
  level: 'error' | 'warning'
  code: FindingCode
  at: FindingPlace
  params?: Record<string, string | number>
}

/** A drawing with one of these is not even kept: its parts could not be told apart, or somebody changed what is not his to change. */
export const unsavableFindings: ReadonlySet<FindingCode> = new Set(['id_taken', 'port_id_taken', 'node_locked'])

/** How what a finding is about is called. */
export function subjectOf(doc: TopologyDocument, f: Pick<Finding, 'at'>): string {
  const node = doc.nodes.find((n) => n.id === (f.at.kind === 'port' ? f.at.node : f.at.id))
  if (f.at.kind === 'node') return node?.name || '—'
  if (f.at.kind === 'port') return `${node?.name ?? '—'} · ${node?.ports.find((p) => p.id === f.at.id)?.name || '—'}`
  if (f.at.kind === 'network') return doc.networks.find((n) => n.id === f.at.id)?.name || '—'
  if (f.at.kind === 'link') {
    const link = doc.links.find((l) => l.id === f.at.id)
    const name = (id: string | undefined) => doc.nodes.find((n) => n.id === id)?.name ?? '—'
    return link ? `${name(link.from.node)} – ${name(link.to.node)}` : '—'
  }
  return ''
}
