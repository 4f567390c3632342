/** What a word stands for when its turn comes: variables, outputs of commands, sums, then fields and names of files (POSIX.1-2017, XCU 2.6). */
import { braces, matchesGlob } from './glob.ts'
import { sum, type ShellVariables } from './sum.ts'
import { type List, type WordPart, ShellError, type Word } from './tree.ts'

export interface ExpansionContext extends ShellVariables {
  has(name: string): boolean
  /** `$1`, `$2` … */
  readonly positional: readonly string[]
  home(): string
  /** What a list writes, without the ends of lines at its end. */
  output(list: List): Promise<string>
  /** Names of files that fit. */
  files(pattern: string): string[]
  /** Says before it is done how much is to be looked at, in characters. Throws where a line has had enough. */
  spend(characters: number): void
}

interface Piece {
  text: string
  bare: boolean
}
/** Characters of one value: what a variable may grow to. */
const longest = 1024 * 1024
function bounded(text: string, g: ExpansionContext): string {
  if (text.length > longest) throw new ShellError('value too long')
  g.spend(text.length)
  return text
}
const wild = /[*?[]/
const escaped = (text: string): string => text.replace(/[*?[\\]/g, '\\$&')

/** One text, without splitting: of an assignment, a pattern or a redirection. */
export async function expandedText(word: Word, g: ExpansionContext): Promise<string> {
  const out: string[] = []
  let length = 0
  for (const [i, part] of word.entries()) {
    const text = await valueOf(part, g, i === 0)
    length += text.length
    if (length > longest) throw new ShellError('value too long')
    out.push(text)
  }
  return out.join('')
}
/** For `case` and `${x#…}`: what was quoted is no wildcard. */
async function patternOf(word: Word, g: ExpansionContext): Promise<string> {
  const out: string[] = []
  for (const part of word) {
    const text = await valueOf(part, g, false)
    out.push(part.quoted ? escaped(text) : text)
  }
  return out.join('')
}

async function valueOf(part: WordPart, g: ExpansionContext, first: boolean): Promise<string> {
  if (part.is === 'text') return first && !part.quoted ? tilde(part.text, g) : part.text
  if (part.is === 'output') return g.output(part.list)
  if (part.is === 'sum') return String(sum(await expandedText(part.expression, g), g))
  return bounded(await variable(part, g), g)
}
const tilde = (text: string, g: ExpansionContext): string => (/^~(\/|$)/.test(text) ? g.home() + text.slice(1) : text)

async function variable(
  { name, op, operand }: Extract<WordPart, { is: 'variable' }>,
  g: ExpansionContext,
): Promise<string> {
  const value = name === '@' || name === '*' ? g.positional.join(' ') : g.get(name)
  const unset = op.startsWith(':') ? value === '' : !g.has(name)
  switch (op) {
    case '':
      return value
    case 'length':
      return String([...value].length)
    case '-':
    case ':-':
      return unset ? expandedText(operand, g) : value
    case '+':
    case ':+':
      return unset ? '' : expandedText(operand, g)
    case '=':
    case ':=': {
      if (!unset) return value
      const given = await expandedText(operand, g)
      g.set(name, given)
      return given
    }
    case '?':
    case ':?':
      if (unset) throw new ShellError(`${name}: ${(await expandedText(operand, g)) || 'parameter null or not set'}`)
      return value
    case ':': {
      const [from = '0', length] = (await expandedText(operand, g)).split(':')
      const start = sum(from, g)
      const cut = value.slice(start)
      return length === undefined ? cut : cut.slice(0, sum(length, g))
    }
    default:
      return op.startsWith('/')
        ? replaced(value, op === '//', await patternOf(operand, g), g)
        : trimmed(value, op, await patternOf(operand, g), g)
  }
}
function trimmed(value: string, op: string, pattern: string, g: ExpansionContext): string {
  g.spend(value.length ** 2)
  const cuts = Array.from({ length: value.length + 1 }, (_, i) => i)
  const front = op.startsWith('#')
  // the shortest first, or the longest
  if ((op.length === 2) === front) cuts.reverse()
  const at = cuts.find((i) => matchesGlob(pattern, front ? value.slice(0, i) : value.slice(i)))
  return at === undefined ? value : front ? value.slice(at) : value.slice(0, at)
}
function replaced(value: string, all: boolean, spec: string, g: ExpansionContext): string {
  const slash = spec.indexOf('/')
  const [pattern, by] = slash < 0 ? [spec, ''] : [spec.slice(0, slash), spec.slice(slash + 1)]
  let out = ''
  if (pattern !== '' && !/[*?[\\]/.test(pattern)) {
    // without wildcards it is a text, looked for once
    const pieces = value.split(pattern)
    if (value.length + (pieces.length - 1) * by.length > longest) throw new ShellError('value too long')
    const [head = '', ...rest] = pieces
    return rest.length ? head + by + (all ? rest.join(by) : rest.join(pattern)) : value
  }
  // every place against every length
  g.spend(16 * value.length ** 2)
  for (let i = 0; i < value.length; ) {
    let end = -1
    for (let j = value.length; j > i && end < 0; j--) if (matchesGlob(pattern, value.slice(i, j))) end = j
    if (end < 0) out += value[i++]
    else {
      out += by
      i = end
      if (!all) return out + value.slice(i)
    }
  }
  return out
}

/** A word made of text alone may have braces, which come before everything else. */
function spread(word: Word): Word[] {
  const [part] = word
  if (word.length !== 1 || part?.is !== 'text' || part.quoted || !part.text.includes('{')) return [word]
  return braces(part.text).map((text): Word => [{ is: 'text', text, quoted: false }])
}

/** The fields a word becomes: none, one or several. */
export async function wordFieldsOf(written: Word, g: ExpansionContext): Promise<string[]> {
  const out: string[] = []
  for (const word of spread(written)) {
    const fields: Piece[][] = []
    let field: Piece[] | undefined
    const end = () => {
      if (field) fields.push(field)
      field = undefined
    }
    for (const [i, part] of word.entries()) {
      if (part.is === 'variable' && part.name === '@' && part.quoted && part.op === '') {
        g.positional.forEach((text, k) => {
          if (k) end()
          ;(field ??= []).push({ text, bare: false })
        })
        continue
      }
      const text = await valueOf(part, g, i === 0)
      if (part.is === 'text' || part.quoted) {
        ;(field ??= []).push({ text, bare: !part.quoted })
        continue
      }
      const pieces = text.split(/[ \t\n]+/)
      pieces.forEach((piece, k) => {
        if (k) end()
        if (piece !== '') (field ??= []).push({ text: piece, bare: true })
      })
    }
    end()
    for (const pieces of fields) {
      const whole = pieces.map((x) => x.text).join('')
      const pattern = pieces.map((x) => (x.bare ? x.text : escaped(x.text))).join('')
      const found = pieces.some((x) => x.bare && wild.test(x.text)) ? g.files(pattern) : []
      out.push(...(found.length ? found : [whole]))
    }
  }
  return out
}

/** Whether a text fits a pattern of `case`. */
export const fitsCasePattern = async (text: string, pattern: Word, g: ExpansionContext): Promise<boolean> =>
  matchesGlob(await patternOf(pattern, g), text)
