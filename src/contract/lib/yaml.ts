/**
 * YAML as PyYAML reads it, which most files in the field were written for: inside quotes and brackets a line may begin at any column. The
 * specification wants it further in than its parent, and the parser keeps to that.
 */
import { Composer, type Document, isScalar, Lexer, LineCounter, Parser, type YAMLMap } from 'yaml'

export type YamlOptions = ConstructorParameters<typeof Composer>[0]

/** What of the lexer is turned: two of its states, and the column that lines have to reach in them. */
interface States {
  indentNext: number
  parseQuotedScalar(): Generator<string, unknown>
  parseFlowCollection(): Generator<string, unknown>
}

/** Zero is what the lexer itself takes for a text that stands alone: any column will do, and `---` still ends the document. */
function atAnyColumn(states: States, name: 'parseQuotedScalar' | 'parseFlowCollection'): void {
  const plain = states[name].bind(states)
  states[name] = function* () {
    const { indentNext } = states
    states.indentNext = 0
    const next = yield* plain()
    if (states.indentNext === 0) states.indentNext = indentNext
    return next
  }
}

function* tokensOf(text: string, lines: LineCounter | undefined) {
  const lexer = new Lexer()
  atAnyColumn(lexer as unknown as States, 'parseQuotedScalar')
  atAnyColumn(lexer as unknown as States, 'parseFlowCollection')
  lines?.addNewLine(0)
  const parser = new Parser(lines?.addNewLine)
  for (const lexeme of lexer.lex(text)) yield* parser.next(lexeme)
  yield* parser.end()
}

/** What is in the file; of a file without a word, one empty document where `one` is asked for. */
export function yamlTrees(text: string, options: YamlOptions, lines?: LineCounter, one = false): Document.Parsed[] {
  const trees = [...new Composer(options).compose(tokensOf(text, lines), one, text.length)] as Document.Parsed[]
  // a bracket that closes at the column of its parent is no mistake to PyYAML
  for (const tree of trees) tree.warnings = tree.warnings.filter((w) => w.code !== 'BAD_INDENT')
  return trees
}

/** From and to of the first key that the map has already; undefined where each is there once. */
export function repeatedKey(map: YAMLMap): readonly [from: number, to: number] | undefined {
  const seen = new Set<unknown>()
  for (const { key } of map.items) {
    // a merge may be repeated
    if (!isScalar(key) || key.value === '<<') continue
    if (seen.has(key.value)) return [key.range?.[0] ?? 0, key.range?.[1] ?? 0]
    seen.add(key.value)
  }
  return undefined
}
