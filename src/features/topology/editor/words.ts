/** Words of the editor that depend on what is drawn. */
import type {
  Drawing,
  Isolation,
  NodeKind,
  PortAccess,
  PortType,
  Visibility,
} from '../../../contract/topology/document.ts'
import { format, t, tMade } from '../../../i18n/index.ts'
import type { DrawingUsage } from './editor.state.ts'

const word = (key: string): string => tMade(key)
export const kindWord = (kind: NodeKind | 'note' | 'group'): string => word(`editor.kind.${kind}`)
export const portTypeWord = (type: PortType): string => word(`editor.port_type.${type}`)
export const accessWord = (access: PortAccess): string => word(`editor.access.${access}`)
export const isolationWord = (isolation: Isolation): string => word(`editor.isolation.${isolation}`)
export const visibilityWord = (v: Visibility): string => word(`editor.visibility.${v}`)
export const toneWord = (tone: Drawing['tone']): string => word(`editor.tone.${tone}`)

/** Who uses the topology: how many questions, and the first of those the viewer may see. */
export const usesWord = ({ n, names }: DrawingUsage): string =>
  names.length
    ? t('editor.used_by', { n, names: format.list(names.map((name) => `“${name}”`)), more: n - names.length })
    : t('editor.used_by_hidden', { n })
