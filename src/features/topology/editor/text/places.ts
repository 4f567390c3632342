/** Where the parts of a drawing stand in its text, and what is wrong where. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import type { Finding } from '../../../../contract/topology/finding.ts'
import type { Span } from '../../../../contract/topology/text/cursor.ts'
import type { TextRead } from '../../../../contract/topology/text/read.ts'
import { findingWord } from '../../../../parts/topology-view/findings.ts'
import { mistakeWord } from './mistake.ts'

export interface TextMark extends Span {
  level: 'error' | 'warning'
  text: string
}

/** What is wrong with the text itself, or with what it draws. */
export function textMarksOf(read: TextRead, findings: readonly Finding[]): TextMark[] {
  if (read.errors.length)
    return read.errors.map((e) => ({
      ...e,
      level: 'error',
      text: mistakeWord(e),
    }))
  return findings.flatMap((f) => {
    const span = read.place(f.at)
    return span ? [{ ...span, level: f.level, text: findingWord(f) }] : []
  })
}

export interface Lines {
  id: string
  /** Both counted. */
  from: number
  to: number
}

/** Lines of the nodes, links and drawings, from top to bottom. A block ends before the line its last column is the first of. */
export function lineSpansOf(read: TextRead, doc: TopologyDocument): Lines[] {
  const out: Lines[] = []
  for (const kind of ['node', 'link', 'drawing'] as const)
    for (const { id } of doc[`${kind}s`]) {
      const span = read.place({ kind, id })
      if (!span) continue
      const to = span.end_column === 1 && span.end_line > span.line ? span.end_line - 1 : span.end_line
      out.push({ id, from: span.line, to })
    }
  return out.sort((a, b) => a.from - b.from)
}

export const partAt = (lines: readonly Lines[], line: number): string | undefined =>
  lines.find((l) => l.from <= line && line <= l.to)?.id
