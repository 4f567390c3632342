/** XML as a small tree. No document types, so no entities but the five of XML itself; bounded in depth and in number. */
import { SaxesParser } from 'saxes'
import { documentLimits } from '../document.ts'
import { TopologyFileRefusal, type RefusalCode } from './report.ts'
import { mapValues } from '../../lib/typed.ts'

export interface Element {
  name: string
  attributes: Readonly<Record<string, string>>
  children: Element[]
  /** Its own text, without that of its children. */
  text: string
  line: number
}

const most = { depth: 64, elements: 200_000 }
/** Elements that a format has one of for each node, or for each node, cable and note: several times what a topology holds of all three. */
const mostOf: readonly { opening: string; max: number; code: RefusalCode }[] = [
  { opening: '<mxCell', max: 20_000, code: 'too_many_parts' },
  { opening: '<node', max: documentLimits.nodes, code: 'too_many_nodes' },
]
const endsName = /[\s/>]/

/** What may stand between elements and is none: where it ends. */
function afterAside(text: string, at: number): number {
  for (const [begin, end] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const)
    if (text.startsWith(begin, at)) return (text.indexOf(end, at) + 1 || text.length) + end.length - 1
  return at + 1
}

/** Counts elements before any is made: a tree of everything there is, only to be refused, is felt by everybody on the machine. */
function countElements(text: string): void {
  const counts = mostOf.map(() => 0)
  let all = 0
  const tooMany = (code: RefusalCode, max: number, at: number) => {
    const before = text.slice(0, at).split('\n')
    return new TopologyFileRefusal(code, `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`, { max })
  }
  for (let at = text.indexOf('<'); at >= 0; ) {
    const next = text[at + 1]
    if (next === '!' || next === '?') {
      at = text.indexOf('<', afterAside(text, at))
      continue
    }
    if (next !== '/' && ++all > most.elements) throw tooMany('too_many_parts', most.elements, at)
    for (const [i, { opening, max, code }] of mostOf.entries())
      if (text.startsWith(opening, at) && endsName.test(text[at + opening.length] ?? '')) {
        counts[i] = (counts[i] ?? 0) + 1
        if ((counts[i] ?? 0) > max) throw tooMany(code, max, at)
      }
    at = text.indexOf('<', at + 1)
  }
}

/** Throws `TopologyFileRefusal`. */
export function xmlTree(text: string): Element {
  countElements(text)
  const parser = new SaxesParser({ fragment: false })
  const stack: Element[] = []
  let root: Element | undefined
  const place = () => `${parser.line}:${parser.column + 1}`
  parser.on('doctype', () => {
    throw new TopologyFileRefusal('doctype', place())
  })
  parser.on('error', () => {
    throw new TopologyFileRefusal('syntax', place())
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (stack.length >= most.depth) throw new TopologyFileRefusal('too_deep', place())
    const made: Element = {
      name,
      attributes: mapValues(attributes, String),
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
  if (!root) throw new TopologyFileRefusal('syntax')
  return root
}

export const child = (e: Element | undefined, name: string): Element | undefined =>
  e?.children.find((c) => c.name === name)
export const children = (e: Element | undefined, name: string): Element[] =>
  e?.children.filter((c) => c.name === name) ?? []
export function* walkElements(e: Element): Generator<Element> {
  yield e
  for (const c of e.children) yield* walkElements(c)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
/** The words of a label that is HTML: tags go, lines stay. */
export function htmlText(html: string): string {
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
