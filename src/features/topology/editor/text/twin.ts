/** The drawing and its text, kept alike: whichever side was changed last writes the other. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import type { Finding } from '../../../../contract/topology/finding.ts'
import type { Span } from '../../../../contract/topology/text/cursor.ts'
import { readText, type TextRead } from '../../../../contract/topology/text/read.ts'
import type { Names } from '../../../../contract/topology/text/value.ts'
import { writeText } from '../../../../contract/topology/text/write.ts'
import { alike } from '../../../../contract/topology/locked.ts'
import { type MessageKey, t } from '../../../../i18n/index.ts'
import { findingWord } from '../findings.ts'

export interface Mark {
  level: 'error' | 'warning'
  text: string
  line: number
  column: number
  endLine: number
  endColumn: number
}

/** What the text says, if it is whole; the same document where it says nothing new. */
export function documentFrom(text: string, before: TopologyDocument, names: Names): TextRead {
  const read = readText(text, { before, names })
  return read.document && alike(read.document, before) ? { ...read, document: before } : read
}

export const textFrom = (document: TopologyDocument, names: Names, previous: string): string =>
  writeText(document, { names, previous })

const spanOf = (span: Span) => ({
  line: span.line,
  column: span.column,
  endLine: span.end_line,
  endColumn: span.end_column,
})

/** What is wrong with the text itself, or with what it draws. */
export function marksOf(read: TextRead, findings: readonly Finding[]): Mark[] {
  if (read.errors.length)
    return read.errors.map((e) => ({
      level: 'error',
      text: t(`editor.text_error.${e.code}` as MessageKey, e.params ?? {}),
      ...spanOf(e),
    }))
  return findings.flatMap((f) => {
    const span = read.place(f.at)
    return span ? [{ level: f.level, text: findingWord(f), ...spanOf(span) }] : []
  })
}
