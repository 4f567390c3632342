/** YAML documents as plain values: no tags, few aliases, small files. They are read whole, so their size is bounded. */
import { parseAllDocuments } from 'yaml'
import { Unreadable } from '../found.ts'
import { all, type Source } from '../source.ts'
import { utf8 } from './text.ts'

export const yamlLimit = 256 * 1024
const aliasMost = 100

export interface YamlDocument {
  value: unknown
  /** From 1. */
  index: number
  line: number
}

export async function yamlDocuments(source: Source): Promise<YamlDocument[]> {
  const bytes = await all(source, yamlLimit)
  if (!bytes) throw new Unreadable('file_too_large', { limit: yamlLimit })
  let text = ''
  for await (const piece of utf8({
    ...source,
    open: async function* () {
      yield bytes
    },
  }))
    text += piece
  try {
    return read(text)
  } catch (error) {
    if (error instanceof RangeError) throw new Unreadable('too_deep')
    throw error
  }
}

function read(text: string): YamlDocument[] {
  const documents = parseAllDocuments(text, { schema: 'core', uniqueKeys: true, logLevel: 'silent' })
  if (!Array.isArray(documents)) return []
  return documents.map((document, n) => {
    // a warning is a tag that nobody knows: what it would stand for is not ours to guess
    const [problem] = [...document.errors, ...document.warnings]
    const at = problem?.linePos?.[0]
    if (problem) throw new Unreadable('yaml_syntax', at ? { line: at.line, column: at.col } : {})
    const begins = document.contents?.range?.[0] ?? 0
    const line = text.slice(0, begins).split('\n').length
    try {
      return { value: document.toJS({ maxAliasCount: aliasMost }) as unknown, index: n + 1, line }
    } catch (error) {
      // more aliases than anybody writes by hand
      if (error instanceof ReferenceError) throw new Unreadable('yaml_syntax', { line })
      throw error
    }
  })
}
