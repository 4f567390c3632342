/**
 * Records of an XML file, one after the other: the texts of the children of each element of one name below the root. Document types are
 * refused whole, so there are no entities but XML's own five and nothing outside is ever looked at.
 */
import { SaxesParser } from 'saxes'
import { Unreadable } from '../found.ts'
import type { SourceFile } from '../source.ts'
import { utf8 } from './text.ts'

export interface XmlRecord {
  fields: Record<string, string>
  /** From 1. */
  index: number
  line: number
}

/** Characters of one record, and of anything that goes on without an end. */
const xmlLimit = 2 ** 20
const depthMost = 64

/** @param root name of the outermost element; @param record name of the elements below it that are records */
export async function* xmlRecords(
  source: SourceFile,
  root: string,
  record: string,
): AsyncGenerator<XmlRecord, void, undefined> {
  const parser = new SaxesParser({ position: true })
  const ready: XmlRecord[] = []
  let depth = 0
  let now: XmlRecord | undefined
  let field: string | undefined
  let index = 0
  /** Characters since anything began or ended. */
  let held = 0
  let line = 1
  const fail = (code: 'xml_syntax' | 'xml_doctype' | 'xml_shape' | 'too_deep' | 'not_utf8') => {
    throw new Unreadable(code, { line: parser.line, column: parser.column + 1 })
  }
  const add = (text: string) => {
    if (now && field !== undefined) now.fields[field] = (now.fields[field] ?? '') + text
  }
  parser.on('error', () => fail('xml_syntax'))
  parser.on('doctype', () => fail('xml_doctype'))
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^(utf-?8|us-ascii)$/i.test(encoding)) fail('not_utf8')
  })
  parser.on('opentagstart', () => {
    line = parser.line
  })
  parser.on('opentag', ({ name }) => {
    if (depth === 0 && name !== root) fail('xml_shape')
    if (depth >= depthMost) fail('too_deep')
    if (depth === 1 && name === record) {
      const fields: XmlRecord['fields'] = Object.create(null)
      now = { fields, index: ++index, line }
    }
    if (depth === 2 && now) {
      field = name
      now.fields[name] ??= ''
    }
    depth++
  })
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    depth--
    if (depth === 2) field = undefined
    if (depth === 1) {
      if (now) ready.push(now)
      now = undefined
      held = 0
    }
  })
  for await (const piece of utf8(source)) {
    held += piece.length
    parser.write(piece)
    if (held > xmlLimit + piece.length)
      throw new Unreadable('record_too_large', { line: now?.line ?? line, limit: xmlLimit })
    yield* ready
    ready.length = 0
  }
  parser.close()
  yield* ready
}
