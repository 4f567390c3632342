/** Where a moved organisation lands. The server decides; this says beforehand what it will refuse. */
import { limits } from '../../../contract/limits.ts'
import type { OrgNode } from '../../../kit/pick/orgs.logic.ts'
import type { DropPosition } from '../../../ui/data/treeDrag.ts'

/** Where an organisation goes: below a parent, before one of its children or as the last. */
export interface OrgDropTarget {
  parent_id: string | null
  before: string | null
}
interface Found {
  node: OrgNode
  brothers: readonly OrgNode[]
  /** Those above it, the root first. */
  above: readonly OrgNode[]
}

export function findOrg(roots: readonly OrgNode[], id: string, above: readonly OrgNode[] = []): Found | undefined {
  for (const node of roots) {
    if (node.org.id === id) return { node, brothers: roots, above }
    const below = findOrg(node.children, id, [...above, node])
    if (below) return below
  }
  return undefined
}

const height = (node: OrgNode): number => 1 + Math.max(0, ...node.children.map(height))

/** Whether the place may take it: not itself nor below itself, and no deeper than the tree may be. */
export function mayMove(roots: readonly OrgNode[], id: string, { parent_id }: OrgDropTarget): boolean {
  const moved = findOrg(roots, id)
  if (!moved) return false
  if (parent_id === null) return height(moved.node) <= limits.orgLevels
  const parent = findOrg(roots, parent_id)
  if (!parent || [...parent.above, parent.node].includes(moved.node)) return false
  return parent.above.length + 1 + height(moved.node) <= limits.orgLevels
}

/** The place beside or in another organisation. */
export function placeAt(roots: readonly OrgNode[], on: string, side: DropPosition): OrgDropTarget | undefined {
  const target = findOrg(roots, on)
  if (!target) return undefined
  if (side === 'into') return { parent_id: on, before: null }
  const { brothers, above } = target
  const at = brothers.indexOf(target.node)
  const next = side === 'before' ? target.node : brothers[at + 1]
  return { parent_id: above.at(-1)?.org.id ?? null, before: next?.org.id ?? null }
}

/** The place a key with Alt leads to: up and down among brothers, out beside the parent, into the brother above. */
export function placeByKey(roots: readonly OrgNode[], id: string, key: string): OrgDropTarget | undefined {
  const found = findOrg(roots, id)
  if (!found) return undefined
  const { brothers, above } = found
  const at = brothers.indexOf(found.node)
  const parent = above.at(-1)
  const idOf = (node: OrgNode | undefined) => node?.org.id ?? null
  switch (key) {
    case 'ArrowUp':
      return at > 0 ? { parent_id: idOf(parent), before: idOf(brothers[at - 1]) } : undefined
    case 'ArrowDown':
      return at < brothers.length - 1 ? { parent_id: idOf(parent), before: idOf(brothers[at + 2]) } : undefined
    case 'ArrowLeft':
      return parent ? placeAt(roots, parent.org.id, 'after') : undefined
    case 'ArrowRight':
      return at > 0 ? { parent_id: idOf(brothers[at - 1]), before: null } : undefined
    default:
      return undefined
  }
}
