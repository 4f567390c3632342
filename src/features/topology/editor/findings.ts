/** Findings of the check as marks on the drawing. */
import type { Finding } from '../../../contract/topology/finding.ts'
import type { NodeMarks } from '../../../parts/topology-view/canvas/node.ts'

/** Node, link or drawing that a finding is shown at. */
export const findingTargetOf = (f: Finding): string | undefined =>
  f.at.kind === 'port' ? f.at.node : f.at.kind === 'network' || f.at.kind === 'document' ? undefined : f.at.id

const same = (a: NodeMarks | undefined, b: NodeMarks): a is NodeMarks =>
  a !== undefined && a.errors === b.errors && a.warnings === b.warnings

/** Marks by node and link; one that did not change is the same object as before, so that nothing is drawn anew. */
export function findingMarksOf(
  findings: readonly Finding[],
  before: ReadonlyMap<string, NodeMarks>,
): ReadonlyMap<string, NodeMarks> {
  const counts = new Map<string, { errors: number; warnings: number }>()
  for (const f of findings) {
    const id = findingTargetOf(f)
    if (id === undefined) continue
    const at = counts.get(id) ?? { errors: 0, warnings: 0 }
    if (f.level === 'error') at.errors++
    else at.warnings++
    counts.set(id, at)
  }
  let changed = counts.size !== before.size
  const out = new Map<string, NodeMarks>()
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
