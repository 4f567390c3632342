/** Decisions of the import dialogue. */
import { cut } from '../../contract/lib/text.ts'
import { topologyLimits } from '../../contract/topology/topology.ts'

/** What draw.io calls a page that nobody named, in its languages. */
const unnamed = /^(?:page|seite|página|pagina|страница|第)[\s_-]*\d+(?:\s*页)?$/i

/** What the topology is called until somebody says otherwise: as the file calls itself, else the file's own name. */
export function topologyNameFor(file: string, said: string): string {
  const plain = file.replace(/\.(?:topology\.zip|topology\.ya?ml|clab\.ya?ml|[A-Za-z0-9]{1,8})$/, '')
  const own = unnamed.test(said.trim()) ? '' : said.trim()
  return cut((own || plain.trim() || file).slice(0, 200), topologyLimits.name.max)
}

/** Texts and figures of an answer, for a sentence. */
export const messageValues = (given: object = {}): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(given).filter((e): e is [string, string | number] => ['string', 'number'].includes(typeof e[1])),
  )

export interface ReportLineGroup<L> {
  code: string
  kind: 'changed' | 'left_out'
  lines: L[]
}
/** Lines of one kind and code together, what was left out first. */
export function grouped<L extends { kind: 'changed' | 'left_out'; code: string }>(
  lines: readonly L[],
): ReportLineGroup<L>[] {
  const by = new Map<string, ReportLineGroup<L>>()
  for (const line of lines) {
    const key = `${line.kind} ${line.code}`
    const group = by.get(key) ?? { code: line.code, kind: line.kind, lines: [] }
    group.lines.push(line)
    by.set(key, group)
  }
  return [...by.values()].sort((a, b) => (a.kind === b.kind ? 0 : a.kind === 'left_out' ? -1 : 1))
}
