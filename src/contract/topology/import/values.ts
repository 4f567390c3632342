/** Reading foreign values: whatever a file holds where something else was expected counts as absent. */
import { LineCounter, visit } from 'yaml'
import { repeatedKey, yamlMost, YamlTooMuch, yamlTrees } from '../../lib/yaml.ts'
import { TopologyFileRefusal } from './report.ts'
import { isRecord } from '../../lib/typed.ts'

export type Fields = { readonly [key: string]: unknown }

export const foreignFieldsOf = (v: unknown): Fields => (isRecord(v) ? v : {})
export const listOf = (v: unknown): readonly unknown[] => (Array.isArray(v) ? v : [])
export const stringOf = (v: unknown): string =>
  typeof v === 'string' ? v : typeof v === 'number' || typeof v === 'boolean' ? String(v) : ''
export const numberOf = (v: unknown): number | undefined => {
  const n = typeof v === 'string' && v.trim() !== '' ? Number(v) : v
  return typeof n === 'number' && Number.isFinite(n) ? n : undefined
}
export const isFields = (v: unknown): v is Fields => typeof v === 'object' && v !== null && !Array.isArray(v)
/** Own fields only: a key `__proto__` is a key. */
export const foreignEntriesOf = (v: unknown): [string, unknown][] => Object.entries(foreignFieldsOf(v))

const mostDepth = 64

/** How deep brackets nest, strings left aside: looked at before a parser walks down them. */
function jsonDepth(text: string): number {
  let [depth, deepest, quoted] = [0, 0, false]
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (quoted) {
      if (c === 0x5c) i++
      else if (c === 0x22) quoted = false
    } else if (c === 0x22) quoted = true
    else if (c === 0x7b || c === 0x5b) deepest = Math.max(deepest, ++depth)
    else if (c === 0x7d || c === 0x5d) depth--
  }
  return deepest
}

export function jsonValue(text: string): unknown {
  if (jsonDepth(text) > mostDepth) throw new TopologyFileRefusal('too_deep')
  try {
    return JSON.parse(text)
  } catch (e) {
    const said = e instanceof Error ? e.message : ''
    const at = /Unexpected end/.test(said) ? text.length : /position (\d+)/.exec(said)?.[1]
    const before = text.slice(0, Number(at ?? 0)).split('\n')
    throw new TopologyFileRefusal(
      'syntax',
      at === undefined ? '' : `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`,
    )
  }
}

/** A YAML value. References within the file are followed, a hundred times at most; names of types are refused. */
export function yamlValue(text: string): unknown {
  const lines = new LineCounter()
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${line}:${col}`
  }
  try {
    // the parser would compare each key with all before it
    const options = { logLevel: 'silent', merge: true, resolveKnownTags: false, uniqueKeys: false } as const
    const [document] = yamlTrees(text, options, lines, true)
    if (!document) return null
    const [error] = document.errors
    if (error) throw new TopologyFileRefusal('syntax', place(error.pos[0]))
    visit(document, {
      Node(_key, node, path) {
        if (path.length > mostDepth * 2) throw new TopologyFileRefusal('too_deep', place(node.range?.[0] ?? 0))
        if ('tag' in node && node.tag !== undefined) throw new TopologyFileRefusal('tag', place(node.range?.[0] ?? 0))
      },
      Map(_key, map) {
        const again = repeatedKey(map)
        if (again) throw new TopologyFileRefusal('syntax', place(again[0]))
      },
    })
    return document.toJS({ maxAliasCount: 100 })
  } catch (e) {
    if (e instanceof TopologyFileRefusal) throw e
    if (e instanceof YamlTooMuch)
      throw new TopologyFileRefusal(e.why, place(e.at), e.why === 'too_many_parts' ? { max: yamlMost.parts } : {})
    if (e instanceof ReferenceError) throw new TopologyFileRefusal('alias')
    throw new TopologyFileRefusal('too_deep')
  }
}
