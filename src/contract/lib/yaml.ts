/**
 * YAML as PyYAML reads it, which most files in the field were written for: inside quotes and brackets a line may begin at any column. The
 * specification wants it further in than its parent, and the parser keeps to that.
 */
import { Composer, CST, type Document, isScalar, Lexer, LineCounter, Parser, type YAMLMap } from 'yaml'

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

/**
 * Far beyond what anybody writes: levels, columns before a text (each level of a block takes one), keys that begin with a question mark (each
 * may hold the next), and keys, texts and marks in all.
 */
export const yamlMost = { levels: 100, indent: 200, explicit: 100, parts: 500_000 } as const

/** What is not parsed: a parser that calls itself for each level, or keeps a node for each part, would pay for it. */
export class YamlTooMuch extends Error {
  constructor(
    readonly why: 'too_deep' | 'too_many_parts',
    /** Character of the text. */
    readonly at: number,
  ) {
    super(why)
  }
}

/** The words of a file one after the other, counted before anything is made of them. @throws YamlTooMuch */
function* counted(lexer: Lexer, text: string): Generator<string, void> {
  let at = 0
  let flow = 0
  let parts = 0
  /** Indicators on this line with nothing between them: `- - -`. */
  let marks = 0
  let explicit = 0
  let column = 0
  let indent = 0
  /** What follows is a text, whatever it looks like. */
  let scalar = false
  const tooDeep = () => new YamlTooMuch('too_deep', at)
  try {
    for (const lexeme of lexer.lex(text)) {
      const type = scalar ? 'scalar' : CST.tokenType(lexeme)
      scalar = !scalar && lexeme === CST.SCALAR
      if (type === 'newline') [marks, column, indent] = [0, 0, 0]
      else if (type === 'space' && column === 0) indent = lexeme.length
      else if (type !== 'space' && type !== 'comment' && !scalar) {
        if (flow === 0 && indent > yamlMost.indent) throw tooDeep()
        if (++parts > yamlMost.parts) throw new YamlTooMuch('too_many_parts', at)
        const mark = type === 'seq-item-ind' || type === 'explicit-key-ind' || type === 'map-value-ind'
        if (type !== 'anchor' && type !== 'tag') marks = mark ? marks + 1 : 0
        if (type === 'explicit-key-ind' && ++explicit > yamlMost.explicit) throw tooDeep()
        if (type === 'flow-map-start' || type === 'flow-seq-start') flow++
        else if ((type === 'flow-map-end' || type === 'flow-seq-end') && flow > 0) flow--
        else if (type === 'flow-error-end' || type === 'doc-start') flow = 0
        if (flow > yamlMost.levels || marks > yamlMost.levels) throw tooDeep()
      }
      // marks of the lexer itself stand for no character
      if (!markers.has(lexeme)) {
        at += lexeme.length
        if (type !== 'newline') column += lexeme.length
      }
      yield lexeme
    }
  } catch (e) {
    // it calls itself for the marks of a line
    throw e instanceof RangeError ? tooDeep() : e
  }
}
const markers = new Set<string>([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR])

/** Counts a text that is parsed elsewhere. @throws YamlTooMuch */
export function countYaml(text: string): void {
  for (const _ of counted(new Lexer(), text)) void _
}

function lexerOfAnyColumn(): Lexer {
  const lexer = new Lexer()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parts that are turned are private to the package
  const states = lexer as unknown as States
  atAnyColumn(states, 'parseQuotedScalar')
  atAnyColumn(states, 'parseFlowCollection')
  return lexer
}

function* tokensOf(text: string, lines: LineCounter | undefined) {
  lines?.addNewLine(0)
  const parser = new Parser(lines?.addNewLine)
  for (const lexeme of counted(lexerOfAnyColumn(), text)) yield* parser.next(lexeme)
  yield* parser.end()
}

/**
 * Counts a text that may have too much before a tree is made of it: half a million parts in memory, only to be thrown away, are felt by
 * everybody on the machine. A shorter one cannot have so many. The lines that are counted are for whoever says where it is.
 */
function countFirst(text: string, lines: LineCounter | undefined): void {
  if (text.length <= yamlMost.parts) return
  try {
    for (const _ of counted(lexerOfAnyColumn(), text)) void _
  } catch (e) {
    if (e instanceof YamlTooMuch && lines) {
      lines.addNewLine(0)
      for (let at = text.indexOf('\n'); at >= 0 && at < e.at; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1)
    }
    throw e
  }
}

/** What is in the file; of a file without a word, one empty document where `one` is asked for. @throws YamlTooMuch */
export function yamlTrees(text: string, options: YamlOptions, lines?: LineCounter, one = false): Document.Parsed[] {
  countFirst(text, lines)
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
