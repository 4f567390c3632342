/** YAML documents as plain values: no tags, few aliases, small files. They are read whole, so their size is bounded. */
import { visit } from 'yaml'
import { repeatedKey, yamlMost, YamlTooMuch, yamlTrees } from '#src/contract/lib/yaml.ts'
import { Unreadable } from '../found.ts'
import { readWhole, type SourceFile } from '../source.ts'
import { utf8 } from './text.ts'

/** Far beyond the largest entry there is. */
export const yamlLimit = 1024 * 1024
const aliasMost = 100

export interface YamlDocument {
  value: unknown
  /** From 1. */
  index: number
  line: number
}

export async function yamlDocuments(source: SourceFile): Promise<YamlDocument[]> {
  const bytes = await readWhole(source, yamlLimit)
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
  } catch (e) {
    if (!(e instanceof YamlTooMuch)) throw e
    const { line } = whereIs(text, e.at)
    if (e.why === 'too_deep') throw new Unreadable('too_deep', { line, limit: yamlMost.levels })
    throw new Unreadable('record_too_large', { line, limit: yamlMost.parts })
  }
}

function read(text: string): YamlDocument[] {
  const documents = yamlTrees(text, {
    schema: 'core',
    // it would compare each key with all before it
    uniqueKeys: false,
    logLevel: 'silent',
    // a sentence with a picture for each of ten thousand errors takes longer than finding them
    prettyErrors: false,
  })
  return documents.map((document, n) => {
    // a warning is a tag that nobody knows: what it would stand for is not ours to guess
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) throw new Unreadable('yaml_syntax', whereIs(text, problem.pos[0]))
    visit(document, {
      Map(_key, map) {
        const again = repeatedKey(map)
        if (again) throw new Unreadable('yaml_syntax', whereIs(text, again[0]))
      },
    })
    const { line } = whereIs(text, document.contents?.range?.[0] ?? 0)
    try {
      return { value: document.toJS({ maxAliasCount: aliasMost }) as unknown, index: n + 1, line }
    } catch (error) {
      // more aliases than anybody writes by hand
      if (error instanceof ReferenceError) throw new Unreadable('yaml_syntax', { line })
      throw error
    }
  })
}

function whereIs(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split('\n')
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 }
}
