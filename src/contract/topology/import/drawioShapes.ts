/** What a draw.io shape stands for, as its stencil, its picture or its words say. */
import type { NodeKind } from '../document.ts'
import type { DrawioCell } from './drawioCells.ts'

const stencils: readonly [RegExp, NodeKind][] = [
  [/firewall|\basa\b|pix_|security_appliance|load_balancer/, 'firewall'],
  [/router|gateway|modem|wireless_(?:hub|modem)|broadband|satellite/, 'router'],
  [/switch|hub\b|\bbus\b|patch_panel|access_point|bridge|comm_link|backbone|ring_bus/, 'switch'],
  [/cloud|internet|\bwan\b|web_(?:2|browser)|globe|earth/, 'internet'],
  [/printer|phone|camera|scanner|fax|ups|plc|sensor|copier|handheld|pda|tape|radio_tower|antenna/, 'device'],
  [
    /server|\bpc\b|laptop|desktop|workstation|monitor|terminal|mainframe|virtual_(?:machine|pc|server)|storage|database|client|tablet|rack|host|mail|proxy|\bnas\b|supercomputer|computer|esx|veeam|appliance|cisco|networks?\.|office|active_directory|aws|azure/,
    'machine',
  ],
]
export const busShapes = /shape=(?:mxgraph\.networks\.bus|line)|\bline\b;|backbone|ring_bus/
export const frames = /swimlane|container=1|^group|;group/

/** The model that a picture of draw.io's libraries shows; Arista's DCS are data centre switches, those ending in LC cards inside one. */
export const aristaModelOf = (style: string): string =>
  /image=[^;]*\/libs\/arista\/(dcs-[\w-]+)\.svg/.exec(style)?.[1] ?? ''

export function shapeKindOf({ style, label }: DrawioCell): NodeKind | undefined {
  const model = aristaModelOf(style)
  if (model) return model.endsWith('-lc') ? undefined : 'switch'
  const shape = /(?:shape|image|prIcon|resIcon)=([^;]+)/i.exec(style)?.[1] ?? style.split(';')[0] ?? ''
  for (const [pattern, kind] of stencils) if (pattern.test(shape)) return kind
  for (const [pattern, kind] of stencils.slice(0, 5)) if (pattern.test(label.toLowerCase())) return kind
  return undefined
}
