/**
 * Organisations are a tree, and choosing one includes those below it. What is kept is the smallest set that says so: no organisation whose
 * parent is kept already.
 */
import type { Choice } from '../../contract/lib/crud.ts'
import type { TreeLine } from '../../ui/data/Tree.tsx'

export interface OrgOption {
  id: string
  parent_id: string | null
  name: string
  users: number
}
export interface OrgNode {
  org: OrgOption
  children: OrgNode[]
}
/** A line of their tree. */
export interface OrgLine extends TreeLine {
  name: string
  /** Of it and of everything below it. */
  users?: number
}
export type OrgMark = 'on' | 'some' | 'off'

/** The tree of a flat list. An organisation whose parent is missing, or which is above itself, stands at the top. */
export function orgTree(orgs: readonly OrgOption[]): OrgNode[] {
  const nodes = new Map(orgs.map((org) => [org.id, { org, children: [] as OrgNode[] }]))
  const roots: OrgNode[] = []
  for (const node of nodes.values()) {
    const parent = node.org.parent_id === null ? undefined : nodes.get(node.org.parent_id)
    if (parent && !above(node.org.parent_id, nodes).has(node.org.id)) parent.children.push(node)
    else roots.push(node)
  }
  return roots
}

function above(id: string | null, nodes: ReadonlyMap<string, OrgNode>): Set<string> {
  const seen = new Set<string>()
  for (let at = id; at !== null && !seen.has(at); at = nodes.get(at)?.org.parent_id ?? null) seen.add(at)
  return seen
}

const idsBelow = (node: OrgNode): string[] => node.children.flatMap((c) => [c.org.id, ...idsBelow(c)])

function pathTo(roots: readonly OrgNode[], id: string): OrgNode[] {
  for (const node of roots) {
    if (node.org.id === id) return [node]
    const rest = pathTo(node.children, id)
    if (rest.length) return [node, ...rest]
  }
  return []
}

/** The mark of every organisation: on when it or one above it is chosen, some when one below it is. */
export function orgMarksOf(roots: readonly OrgNode[], chosen: ReadonlySet<string>): Map<string, OrgMark> {
  const out = new Map<string, OrgMark>()
  const walk = (node: OrgNode, inherited: boolean): boolean => {
    const on = inherited || chosen.has(node.org.id)
    let some = on
    for (const child of node.children) some = walk(child, on) || some
    out.set(node.org.id, on ? 'on' : some ? 'some' : 'off')
    return some
  }
  for (const node of roots) walk(node, false)
  return out
}

/**
 * Chooses an organisation with all below it, or takes it out. Taking one out of a chosen parent keeps the parent's other children: the
 * parent itself, with whoever is in it directly, is no longer chosen whole.
 */
export function toggleOrg(roots: readonly OrgNode[], chosen: readonly string[], id: string): string[] {
  const path = pathTo(roots, id)
  const node = path.at(-1)
  if (!node) return chosen.filter((c) => c !== id)
  const inside = new Set([id, ...idsBelow(node)])
  const holderAt = path.findIndex((n) => chosen.includes(n.org.id))
  if (holderAt < 0) return [...chosen.filter((c) => !inside.has(c)), id]
  const holder = path[holderAt]
  const out = chosen.filter((c) => c !== holder?.org.id && !inside.has(c))
  path.slice(holderAt, -1).forEach((n, i) => {
    const next = path[holderAt + i + 1]
    for (const child of n.children) if (child !== next && !out.includes(child.org.id)) out.push(child.org.id)
  })
  return out
}

/** Ids to show for a search: those that match, with all above them and below them. Undefined shows everything. */
export function matchingOrgs(roots: readonly OrgNode[], typed: string): Set<string> | undefined {
  const text = typed.trim().toLowerCase()
  if (text === '') return undefined
  const out = new Set<string>()
  const walk = (node: OrgNode): boolean => {
    const hit = node.org.name.toLowerCase().includes(text)
    if (hit) for (const id of idsBelow(node)) out.add(id)
    let some = hit
    for (const child of node.children) some = walk(child) || some
    if (some) out.add(node.org.id)
    return some
  }
  for (const node of roots) walk(node)
  return out
}

/** Lines in their order, without what is folded away and what a search leaves out. */
export function orgLines(
  roots: readonly OrgNode[],
  folded: ReadonlySet<string> = new Set(),
  shown?: ReadonlySet<string>,
): OrgLine[] {
  const out: OrgLine[] = []
  const walk = (nodes: readonly OrgNode[], level: number): void => {
    for (const { org, children } of nodes) {
      if (shown && !shown.has(org.id)) continue
      const open = children.length ? !folded.has(org.id) : undefined
      out.push({ id: org.id, level, open, name: org.name, users: org.users })
      if (open) walk(children, level + 1)
    }
  }
  walk(roots, 1)
  return out
}

/** Organisations as choices of a picker, each with the way to it as a hint. */
export function orgChoices(orgs: readonly OrgOption[]): Choice[] {
  const out: Choice[] = []
  const walk = (node: OrgNode, way: readonly string[]) => {
    out.push({ id: node.org.id, label: node.org.name, ...(way.length ? { hint: way.join(' / ') } : {}) })
    for (const child of node.children) walk(child, [...way, node.org.name])
  }
  for (const node of orgTree(orgs)) walk(node, [])
  return out
}
