/** Words of the editor that depend on what is drawn. */
import type {
  Drawing,
  Isolation,
  NodeKind,
  PortAccess,
  PortType,
  Visibility,
} from '../../../contract/topology/document.ts'
import type { MessageKey } from '../../../i18n/index.ts'
import { t } from '../../../i18n/index.ts'

const word = (key: string): string => t(key as MessageKey)
export const kindWord = (kind: NodeKind | 'note' | 'group'): string => word(`editor.kind.${kind}`)
export const portTypeWord = (type: PortType): string => word(`editor.port_type.${type}`)
export const accessWord = (access: PortAccess): string => word(`editor.access.${access}`)
export const isolationWord = (isolation: Isolation): string => word(`editor.isolation.${isolation}`)
export const visibilityWord = (v: Visibility): string => word(`editor.visibility.${v}`)
export const toneWord = (tone: Drawing['tone']): string => word(`editor.tone.${tone}`)
