/** YAML documents as plain values: no tags, few aliases, small files. They are read whole, so their size is bounded. */
import { visit } from 'yaml'
import { repeatedKey, yamlTrees } from '#src/contract/lib/yaml.ts'
import { Unreadable } from '../found.ts'
import { all, type Source } from '../source.ts'
import { utf8 } from './text.ts'

/** Far beyond the largest entry there is. */
export const yamlLimit = 1024 * 1024
const aliasMost = 100
const levelsMost = 100
/** Columns before the text of a line: every level of a block takes at least one. */
const indentMost = 200

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
  checkDepth(text)
  return read(text)
}

/**
 * The parser calls itself for every level: some thousand brackets end the whole process, and a line of five hundred `? ` keeps it busy for
 * half a minute. So the levels are counted before it sees the file, generously: brackets and question marks in texts count as well.
 */
function checkDepth(text: string): void {
  let flow = 0
  let keys = 0
  let line = 0
  for (const content of text.split('\n')) {
    line++
    const prefix = /^(?:[ \t]|[-?:](?=[ \t\r]|$))*/.exec(content)?.[0] ?? ''
    keys += content.match(/(?<![^\s,[{])\?(?=\s|$)/g)?.length ?? 0
    for (const c of content)
      if (c === '[' || c === '{') flow++
      else if ((c === ']' || c === '}') && flow > 0) flow--
      else if (flow > levelsMost) break
    if (prefix.length > indentMost || flow > levelsMost || keys > levelsMost)
      throw new Unreadable('too_deep', { line, limit: levelsMost })
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
