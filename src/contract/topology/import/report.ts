/** What became of a file that was read as a topology: every line names its place in the file. */
import type { ImportFormat } from '../topology.ts'

export const changeCodes = [
  'name_changed',
  'name_made',
  'network_name_changed',
  'port_name_changed',
  'kind_guessed',
  'host_link',
  'figure_changed',
  'flavour_read',
  'places_made',
  'edge_end_guessed',
  'image_by_hand',
  'bus_as_switch',
  'network_as_switch',
  'network_as_link',
] as const
export const leftCodes = [
  'setting',
  'management',
  'link_kind',
  'link_end',
  'port_in_use',
  'unconnected_shape',
  'picture',
  'shape',
  'page',
  'config',
  'group',
  'address',
  'too_long',
  'too_many',
] as const
export type ChangeCode = (typeof changeCodes)[number]
export type LeftCode = (typeof leftCodes)[number]

export type ReportLine =
  | { kind: 'changed'; code: ChangeCode; place: string; params?: Record<string, string | number> }
  | { kind: 'left_out'; code: LeftCode; place: string; params?: Record<string, string | number> }

export interface ImportReport {
  format: ImportFormat
  /** As the file calls itself; empty when it does not. */
  name: string
  taken: { nodes: number; links: number; networks: number; drawings: number; files: number }
  lines: ReportLine[]
  /** Lines beyond those listed. */
  more: number
}

const refusalCodes = [
  'empty',
  'unknown_format',
  'not_text',
  'too_large',
  'syntax',
  'doctype',
  'alias',
  'tag',
  'too_deep',
  'too_many_parts',
  'too_complex',
  'too_many_nodes',
  'no_topology',
  'appliance',
  'training',
  'schema',
  'variables',
  'ludus',
  'version',
  'compressed',
  'package',
  'text',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** Line and column of a place `8:1`; other places are paths of keys. */
export function textPositionOf(place: string): { line: string; column: string | undefined } | undefined {
  const [, line, column] = /^(\d+)(?::(\d+))?$/.exec(place) ?? []
  return line === undefined ? undefined : { line, column }
}

/** The file is not read at all; nothing of it is kept. */
export class TopologyFileRefusal extends Error {
  constructor(
    readonly code: RefusalCode,
    /** Where in the file: a path of keys, or `line 3, column 7`. */
    readonly place = '',
    readonly params: Record<string, string | number> = {},
  ) {
    super(code)
    this.name = 'TopologyFileRefusal'
  }
}

export const mostLines = 500
