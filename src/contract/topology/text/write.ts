/** Writes a drawing as text. Of the text before it, comments, the order of keys and the way things are quoted stay where they can. */
import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node as Part,
  Pair,
  parseDocument,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml'
import type { TopologyDocument } from '../document.ts'
import { countYaml, repeatedKey, YamlTooMuch } from '../../lib/yaml.ts'
import { type ExternalNames, type PlainValue, plainValueOf } from './value.ts'

/** Lists and maps that stand on one line: a reader sees a port or a place at a glance. */
const inline = new Set(['at', 'size', 'ends', 'bends', 'services'])
const inlineItems = new Set(['networks', 'ports', 'links', 'flags'])
/** What a block of text cannot hold as it is. */
const unplain = /[^\n\t\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]|[ \t]\n|^\s|\t/

function scalar(value: string | number | boolean): Scalar {
  const made = new Scalar(value)
  if (typeof value === 'string' && value.includes('\n'))
    made.type = unplain.test(value) ? Scalar.QUOTE_DOUBLE : Scalar.BLOCK_LITERAL
  return made
}

function made(value: PlainValue, key: string, flow = false): Part {
  const here = flow || inline.has(key)
  if (Array.isArray(value)) {
    const seq = new YAMLSeq()
    seq.flow = here
    for (const item of value) seq.items.push(made(item, '', here || inlineItems.has(key)))
    return seq
  }
  if (typeof value !== 'object') {
    const one = scalar(value)
    // a block of text cannot stand on one line
    if (here && one.type === Scalar.BLOCK_LITERAL) one.type = Scalar.QUOTE_DOUBLE
    return one
  }
  return madeMap(value, here)
}
function madeMap(value: { [key: string]: PlainValue }, flow: boolean): YAMLMap<Scalar, Part> {
  const map = new YAMLMap<Scalar, Part>()
  map.flow = flow
  for (const [k, v] of Object.entries(value)) map.items.push(new Pair(new Scalar(k), made(v, k, flow)))
  return map
}

const keep = <P extends Part>(made: P, before: Part): P => {
  if (before.comment) made.comment = before.comment
  if (before.commentBefore) made.commentBefore = before.commentBefore
  if (before.spaceBefore) made.spaceBefore = true
  return made
}

/** What an entry of a list is known by. */
function known(get: (key: string) => unknown): string {
  return JSON.stringify(get('id') ?? get('name') ?? get('ends') ?? get('path') ?? [get('kind'), get('text')])
}
const knownValue = (value: PlainValue): string =>
  typeof value === 'object' && !Array.isArray(value) ? known((key) => value[key]) : JSON.stringify(value)
/** The same of what stands there: without a copy of all that is in it. */
const plainOf = (part: unknown): unknown => (isScalar(part) ? part.value : isSeq(part) ? part.toJSON() : undefined)
const knownPart = (part: Part): string =>
  isMap(part) ? known((key) => plainOf(part.get(key, true))) : JSON.stringify(plainOf(part) ?? null)

function mergeSeq(seq: YAMLSeq, list: readonly PlainValue[], key: string): Part {
  const waiting = new Map<string, Part[]>()
  const items = seq.items.filter(isNode)
  // from the end, so that the first of those alike is the last of its list
  for (const item of items.toReversed()) {
    const by = knownPart(item)
    const alike = waiting.get(by)
    if (alike) alike.push(item)
    else waiting.set(by, [item])
  }
  const taken = new Set<Part>()
  const same = list.map((value) => {
    const found = waiting.get(knownValue(value))?.pop()
    if (found) taken.add(found)
    return found
  })
  seq.items = list.map((value, i) => {
    const there = items[i]
    // one that was renamed stands where it stood
    const found = same[i] ?? (there && !taken.has(there) ? there : undefined)
    if (found) taken.add(found)
    return found
      ? merge(found, value, '', seq.flow === true)
      : made(value, '', seq.flow === true || inlineItems.has(key))
  })
  return seq
}

function mergeMap(map: YAMLMap, value: { [key: string]: PlainValue }): Part {
  const name = (pair: Pair) => (isScalar(pair.key) ? String(pair.key.value) : '')
  const old = new Map(map.items.map((p) => [name(p), p]))
  const out = map.items.filter((p) => Object.hasOwn(value, name(p)))
  let at = 0
  for (const [key, v] of Object.entries(value)) {
    const pair = old.get(key)
    if (pair) {
      pair.value = isNode(pair.value) ? merge(pair.value, v, key, map.flow === true) : made(v, key, map.flow === true)
      at = out.indexOf(pair) + 1
    } else out.splice(at++, 0, new Pair<unknown, unknown>(new Scalar(key), made(v, key, map.flow === true)))
  }
  map.items = out
  return map
}

function merge(before: Part, value: PlainValue, key: string, flow: boolean): Part {
  if (Array.isArray(value) && isSeq(before)) return mergeSeq(before, value, key)
  if (typeof value === 'object' && !Array.isArray(value) && isMap(before)) return mergeMap(before, value)
  if (typeof value !== 'object' && isScalar(before)) {
    if (before.value === value) return before
    const text = scalar(value)
    if (flow && text.type === Scalar.BLOCK_LITERAL) text.type = Scalar.QUOTE_DOUBLE
    return keep(text, before)
  }
  return keep(made(value, key, flow), before)
}

function fresh(value: { [key: string]: PlainValue }): Document<Part> {
  const out = new Document<Part>()
  const map = madeMap(value, false)
  map.items.forEach((pair, i) => {
    if (i) pair.key.spaceBefore = true
  })
  out.contents = map
  return out
}

function over(previous: string, value: { [key: string]: PlainValue }): Document<Part> | undefined {
  try {
    countYaml(previous)
  } catch (e) {
    if (!(e instanceof YamlTooMuch)) throw e
    return undefined
  }
  // the library compares every key with every other
  const before: Document<Part> = parseDocument<Part>(previous, { uniqueKeys: false })
  if (before.errors.length || !isMap(before.contents)) return undefined
  let aliased = false
  let repeated = false
  visit(before, {
    Map(_, map) {
      repeated = repeatedKey(map) !== undefined
      return repeated ? visit.BREAK : undefined
    },
    Alias() {
      // one place would speak for another
      aliased = true
      return visit.BREAK
    },
  })
  if (aliased || repeated) return undefined
  before.contents = mergeMap(before.contents, value)
  return before
}

export interface WriteOptions {
  names?: ExternalNames
  /** The text as it stands. */
  previous?: string
}

export function writeText(document: TopologyDocument, { names, previous }: WriteOptions = {}): string {
  const value = plainValueOf(document, names)
  const out = (previous?.trim() ? over(previous, value) : undefined) ?? fresh(value)
  return out.toString({ lineWidth: 0, flowCollectionPadding: true })
}
