/** Findings of the check as sentences; their words are the editor's (`loadMessages('editor')`). */
import type { TopologyDocument } from '../../contract/topology/document.ts'
import type { Finding } from '../../contract/topology/finding.ts'
import { type MessageKey, t } from '../../i18n/index.ts'

export const findingWord = (f: Finding): string => t(`editor.finding.${f.code}` as MessageKey, f.params ?? {})

/** How what a finding is about is called. */
export function subjectOf(doc: TopologyDocument, f: Finding): string {
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
