/** Findings of the check as the editor shows them: marks on the drawing, sentences in the panel. */
import type { TopologyDocument } from '../../../contract/topology/document.ts'
import type { Finding } from '../../../contract/topology/finding.ts'
import { type MessageKey, t } from '../../../i18n/index.ts'
import type { Marks } from '../../../parts/topology-view/canvas/node.ts'

export const findingWord = (f: Finding): string => t(`editor.finding.${f.code}` as MessageKey, f.params ?? {})

/** Node, link or drawing that a finding is shown at. */
export const placeOf = (f: Finding): string | undefined =>
  f.at.kind === 'port' ? f.at.node : f.at.kind === 'network' || f.at.kind === 'document' ? undefined : f.at.id

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

const same = (a: Marks | undefined, b: Marks): a is Marks =>
  a !== undefined && a.errors === b.errors && a.warnings === b.warnings

/** Marks by node and link; one that did not change is the same object as before, so that nothing is drawn anew. */
export function marksOf(findings: readonly Finding[], before: ReadonlyMap<string, Marks>): ReadonlyMap<string, Marks> {
  const counts = new Map<string, { errors: number; warnings: number }>()
  for (const f of findings) {
    const id = placeOf(f)
    if (id === undefined) continue
    const at = counts.get(id) ?? { errors: 0, warnings: 0 }
    if (f.level === 'error') at.errors++
    else at.warnings++
    counts.set(id, at)
  }
  let changed = counts.size !== before.size
  const out = new Map<string, Marks>()
  for (const [id, marks] of counts) {
    const was = before.get(id)
    if (same(was, marks)) out.set(id, was)
    else {
      changed = true
      out.set(id, marks)
    }
  }
  return changed ? out : before
}
