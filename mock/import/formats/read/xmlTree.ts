/**
 * A whole XML file as a tree, for formats whose records lean on one another. A document type with declarations of its own is refused; one
 * that only names a DTD is passed over, and nothing outside is ever looked at: there are no entities but XML's own five.
 */
import { SaxesParser } from 'saxes'
import { Unreadable } from '../found.ts'
import { readWhole, type SourceFile } from '../source.ts'

export interface XmlNode {
  /** Without its prefix. */
  name: string
  attributes: Record<string, string>
  children: (XmlNode | string)[]
  line: number
}

const most = { bytes: 64 * 1024 * 1024, depth: 100, nodes: 500_000 }
const local = (name: string): string => name.slice(name.indexOf(':') + 1)
const encodings = /^(utf-?8|us-ascii|iso-8859-1|latin1|windows-1252|utf-16|utf-16le|utf-16be)$/i

/** By the mark at the beginning, or what the declaration says. */
export function decodedXml(bytes: Buffer): string {
  const head = bytes.subarray(0, 200).toString('latin1')
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined
  const said =
    /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]{1,40})["']/i.exec(head)?.[1] ?? 'utf-8'
  if (!marked && !encodings.test(said)) throw new Unreadable('not_utf8', { line: 1 })
  const utf8 = !marked && /^(utf|us)/i.test(said)
  try {
    return new TextDecoder(marked ?? (utf8 ? 'utf-8' : said.toLowerCase()), { fatal: true }).decode(bytes)
  } catch {
    throw new Unreadable('not_utf8', { line: 1 })
  }
}

/** @throws Unreadable */
export async function readXmlTree(source: SourceFile): Promise<XmlNode> {
  const bytes = await readWhole(source, most.bytes)
  if (!bytes) throw new Unreadable('file_too_large', { limit: most.bytes })
  return xmlOf(decodedXml(bytes))
}

export function xmlOf(text: string): XmlNode {
  const parser = new SaxesParser({ position: true, xmlns: false })
  const root: XmlNode = { name: '', attributes: {}, children: [], line: 1 }
  const stack = [root]
  let nodes = 0
  let line = 1
  const fail = (code: 'xml_syntax' | 'xml_doctype' | 'too_deep' | 'record_too_large', limit?: number): never => {
    throw new Unreadable(code, { line: parser.line, column: parser.column + 1, ...(limit ? { limit } : {}) })
  }
  parser.on('error', () => fail('xml_syntax'))
  parser.on('doctype', (type) => void (type.includes('[') && fail('xml_doctype')))
  parser.on('opentagstart', () => {
    line = parser.line
  })
  parser.on('opentag', (tag) => {
    if (stack.length > most.depth) fail('too_deep', most.depth)
    if (++nodes > most.nodes) fail('record_too_large', most.nodes)
    const attributes = Object.fromEntries(Object.entries(tag.attributes).map(([key, value]) => [local(key), value]))
    const node: XmlNode = { name: local(tag.name), attributes, children: [], line }
    stack.at(-1)?.children.push(node)
    stack.push(node)
  })
  const add = (words: string) => {
    if (words !== '') stack.at(-1)?.children.push(words)
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => void stack.pop())
  parser.write(text).close()
  const [top] = elements(root)
  return top ?? fail('xml_syntax')
}

export const elements = (node: XmlNode | undefined, name?: string): XmlNode[] =>
  (node?.children ?? []).filter((c): c is XmlNode => typeof c !== 'string' && (name === undefined || c.name === name))
export const firstElement = (node: XmlNode | undefined, name: string): XmlNode | undefined => elements(node, name)[0]
/** All below it, in the order of the file. */
export function* descendantsOf(node: XmlNode | undefined, name?: string): Generator<XmlNode, void, undefined> {
  for (const child of elements(node)) {
    if (name === undefined || child.name === name) yield child
    yield* descendantsOf(child, name)
  }
}
/** The words in it and below it. */
export const textIn = (node: XmlNode | undefined): string =>
  (node?.children ?? []).map((c) => (typeof c === 'string' ? c : textIn(c))).join('')

const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)
/** What is inside it as markup again. @param leave elements that stay out; @param place what stands for an element */
export const markupIn = (
  node: XmlNode | undefined,
  place: (n: XmlNode) => string | undefined = () => undefined,
): string =>
  (node?.children ?? [])
    .map((c) => {
      if (typeof c === 'string') return escaped(c)
      const other = place(c)
      if (other !== undefined) return other
      const attributes = Object.entries(c.attributes).map(([k, v]) => ` ${k}="${escaped(v)}"`)
      return `<${c.name}${attributes.join('')}>${markupIn(c, place)}</${c.name}>`
    })
    .join('')
