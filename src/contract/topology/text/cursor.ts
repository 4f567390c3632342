/**
 * Walks a YAML document and says what is wrong with it where it stands. YAML's own ways of referring and of naming types are not part of the
 * format: an alias can make a small file large, and a tag asks a reader for more than data.
 */
import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node as Part,
  type ParsedNode,
  parseDocument,
  visit,
} from 'yaml'
import { countYaml, repeatedKey, yamlMost, YamlTooMuch } from '../../lib/yaml.ts'
import { isOneOf } from '../../lib/typed.ts'

export interface Span {
  line: number
  column: number
  end_line: number
  end_column: number
}
const textCodes = [
  'too_long',
  'too_deep',
  'syntax',
  'repeated_key',
  'alias',
  'tag',
  'no_map',
  'no_list',
  'no_text',
  'no_number',
  'no_flag',
  'no_place',
  'unknown_key',
  'missing_key',
  'one_of',
  'range',
  'too_wide',
  'too_many',
  'no_end',
  'unknown_node',
  'unknown_port',
  'unknown_network',
  'unknown_image',
  'unknown_device',
  'unknown_service',
] as const
type TextCode = (typeof textCodes)[number]
export interface TextError extends Span {
  code: TextCode
  params?: Record<string, string | number>
}

export interface Cursor {
  errors: TextError[]
  span(part: Part | null | undefined): Span
  say(part: Part | null | undefined, code: TextCode, params?: TextError['params']): void
}

/** Errors beyond this many help nobody. */
const mostErrors = 100

/** @returns the contents where YAML itself has nothing against the text */
export function open(text: string, mostText: number): { cursor: Cursor; contents: ParsedNode | null } {
  const lines = new LineCounter()
  const errors: TextError[] = []
  const place = (from: number, to: number): Span => {
    const [a, b] = [lines.linePos(from), lines.linePos(Math.max(from, to))]
    return { line: a.line || 1, column: a.col || 1, end_line: b.line || 1, end_column: b.col || 1 }
  }
  const span = (part: Part | null | undefined) => place(part?.range?.[0] ?? 0, part?.range?.[1] ?? 0)
  const push = (at: Span, code: TextCode, params?: TextError['params']) => {
    if (errors.length < mostErrors) errors.push(params ? { ...at, code, params } : { ...at, code })
  }
  const cursor: Cursor = { errors, span, say: (part, code, params) => push(span(part), code, params) }
  if (text.length > mostText) {
    push(place(0, 0), 'too_long', { max: mostText })
    return { cursor, contents: null }
  }
  let contents: ParsedNode | null = null
  try {
    countYaml(text)
    // the parser would compare each key with all before it
    const options = { lineCounter: lines, logLevel: 'silent', resolveKnownTags: false, uniqueKeys: false } as const
    const document = parseDocument(text, options)
    // one slip makes the parser misread what follows: only its first error is somebody's mistake
    const [slip] = document.errors
    if (slip) push(place(slip.pos[0], slip.pos[1]), 'syntax', { reason: slip.code })
    else
      visit(document, {
        Map(_key, map) {
          const at = repeatedKey(map)
          if (at) push(place(at[0], at[1]), 'repeated_key', { reason: 'DUPLICATE_KEY' })
        },
      })
    contents = errors.length ? null : document.contents
  } catch (e) {
    // a list in a list in a list, some thousand times
    if (!(e instanceof RangeError || e instanceof YamlTooMuch)) throw e
    if (e instanceof YamlTooMuch && e.why === 'too_many_parts')
      push(place(e.at, e.at), 'too_many', { max: yamlMost.parts })
    else push(place(0, 0), 'too_deep')
  }
  return { cursor, contents }
}

/** Refuses what is not part of the format, wherever it stands. */
export function isPlainYaml(cursor: Cursor, part: unknown, depth = 0): boolean {
  if (depth > 12) {
    cursor.say(isNode(part) ? part : null, 'too_deep')
    return false
  }
  if (isAlias(part)) {
    cursor.say(part, 'alias')
    return false
  }
  if (!part || typeof part !== 'object') return true
  if ((isScalar(part) || isMap(part) || isSeq(part)) && part.tag !== undefined) {
    cursor.say(part, 'tag', { tag: part.tag })
    return false
  }
  if (isMap(part)) {
    let fine = true
    for (const { key, value } of part.items)
      fine = isPlainYaml(cursor, key, depth + 1) && isPlainYaml(cursor, value, depth + 1) && fine
    return fine
  }
  return isSeq(part) ? part.items.reduce((fine: boolean, i) => isPlainYaml(cursor, i, depth + 1) && fine, true) : true
}

/** A text as it was written: `0644` stays four characters. */
export function scalarText(part: Part | null | undefined): string | undefined {
  if (!isScalar(part)) return undefined
  if (typeof part.value === 'string') return part.value
  return part.value === null ? '' : (part.source ?? JSON.stringify(part.value))
}

export function textAt(cursor: Cursor, part: Part | null | undefined, max: number): string {
  const value = scalarText(part)
  if (value === undefined) cursor.say(part, 'no_text')
  else if (value.length > max) cursor.say(part, 'too_wide', { max })
  return value ?? ''
}
export function readNumber(cursor: Cursor, part: Part, min: number, max: number, whole = true): number {
  const value = isScalar(part) ? part.value : undefined
  if (typeof value !== 'number' || !Number.isFinite(value) || (whole && !Number.isInteger(value))) {
    cursor.say(part, 'no_number')
    return min
  }
  if (value < min || value > max) cursor.say(part, 'range', { min, max })
  return value
}
export function flag(cursor: Cursor, part: Part): boolean {
  const value = isScalar(part) ? part.value : undefined
  if (typeof value !== 'boolean') cursor.say(part, 'no_flag')
  return value === true
}
export function one<const O extends readonly [string, ...string[]]>(cursor: Cursor, part: Part, options: O): O[number] {
  const value = scalarText(part)
  if (value !== undefined && options.includes(value)) return value
  cursor.say(part, 'one_of', { options: options.join(', ') })
  return options[0]
}
/** Two figures: a place, or a size. */
export function pair(cursor: Cursor, part: Part, min: number, max: number): [number, number] {
  const items = isSeq(part) ? part.items.filter(isNode) : []
  const [a, b] = items
  if (items.length !== 2 || !a || !b) {
    cursor.say(part, 'no_place')
    return [Math.max(0, min), Math.max(0, min)]
  }
  return [readNumber(cursor, a, min, max, false), readNumber(cursor, b, min, max, false)]
}
export function items(cursor: Cursor, part: Part | null | undefined, max: number): Part[] {
  if (!part || (isScalar(part) && part.value === null)) return []
  if (!isSeq(part)) {
    cursor.say(part, 'no_list')
    return []
  }
  if (part.items.length > max) cursor.say(part, 'too_many', { max })
  return part.items.slice(0, max).filter(isNode)
}
/** The parts of a map by key; keys the format does not know are said. */
export function fields<const K extends readonly string[]>(
  cursor: Cursor,
  part: Part | null | undefined,
  keys: K,
  needs: readonly K[number][] = [],
): { [N in K[number]]?: Part } {
  const out: { [N in K[number]]?: Part } = {}
  if (!isMap(part)) {
    cursor.say(part, 'no_map')
    return out
  }
  for (const { key, value } of part.items) {
    const at = isNode(key) ? key : null
    const name = scalarText(at) ?? ''
    if (!isOneOf<K[number]>(keys, name))
      cursor.say(at, 'unknown_key', { key: name.slice(0, 60), keys: keys.join(', ') })
    else if (isNode(value)) out[name] = value
  }
  for (const name of needs) if (!out[name]) cursor.say(part, 'missing_key', { key: name })
  return out
}
