/** XML as a small tree. No document types, so no entities but the five of XML itself; bounded in depth and in number. */
import { SaxesParser } from 'saxes'
import { Refusal } from './report.ts'

export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  /** Its own text, without that of its children. */
  text: string
  line: number
}

const most = { depth: 64, elements: 200_000 }

export function xmlTree(text: string): Element {
  const parser = new SaxesParser({ fragment: false })
  const stack: Element[] = []
  let root: Element | undefined
  let count = 0
  const place = () => `${parser.line}:${parser.column + 1}`
  parser.on('doctype', () => {
    throw new Refusal('doctype', place())
  })
  parser.on('error', () => {
    throw new Refusal('syntax', place())
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++count > most.elements) throw new Refusal('too_many_parts', place(), { max: most.elements })
    if (stack.length >= most.depth) throw new Refusal('too_deep', place())
    const made: Element = {
      name,
      attributes: { ...attributes } as Record<string, string>,
      children: [],
      text: '',
      line: parser.line,
    }
    stack.at(-1)?.children.push(made)
    root ??= made
    stack.push(made)
  })
  const add = (t: string) => {
    const at = stack.at(-1)
    if (at) at.text += t
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => void stack.pop())
  parser.write(text.replace(/^\ufeff/, '')).close()
  if (!root) throw new Refusal('syntax')
  return root
}

export const child = (e: Element | undefined, name: string): Element | undefined =>
  e?.children.find((c) => c.name === name)
export const children = (e: Element | undefined, name: string): Element[] =>
  e?.children.filter((c) => c.name === name) ?? []
export function* all(e: Element): Generator<Element> {
  yield e
  for (const c of e.children) yield* all(c)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
/** The words of a label that is HTML: tags go, lines stay. */
export function words(html: string): string {
  return html
    .replace(/<(?:style|script|svg)\b[\s\S]*?(?:<\/(?:style|script|svg)\s*>|$)/gi, '')
    .replace(/<br\s*\/?>|<\/?(?:div|p|li|h\d)(?:\s[^<>]*)?>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
      const code = /^#x/i.test(name)
        ? Number.parseInt(name.slice(2), 16)
        : name.startsWith('#')
          ? Number(name.slice(1))
          : undefined
      if (code !== undefined) return code > 0x1f && code < 0x11_0000 ? String.fromCodePoint(code) : ' '
      return entities[name.toLowerCase()] ?? whole
    })
    .replace(/[^\S\n]+/g, ' ')
    .split('\n')
    .map((l) => l.trim())
    .filter(Boolean)
    .join('\n')
}
