/** Words of a script as they are written: quotes, backslashes, and what `$` begins. */
import type { List, WordPart, Word } from './tree.ts'
import { ShellError, Unfinished } from './tree.ts'

/** Where a reader stands in its text; words and commands share it. */
export interface ScriptReader {
  readonly text: string
  at: number
  /** A list up to one of these. */
  list(enders: readonly string[]): List
  /** A script of its own. */
  script(text: string): List
}

const breaks = ' \t\n|&;()<>'
const name = /^[A-Za-z_]\w*/
const operator = /^(:?[-=+?]|##?|%%?|\/\/?|:)/

export function readWord(p: ScriptReader): Word {
  const parts: WordPart[] = []
  const add = (text: string, quoted: boolean): void => {
    const last = parts.at(-1)
    if (last?.is === 'text' && last.quoted === quoted) last.text += text
    else parts.push({ is: 'text', text, quoted })
  }
  while (p.at < p.text.length) {
    const c = p.text[p.at] ?? ''
    if (breaks.includes(c)) break
    if (c === "'") {
      const end = p.text.indexOf("'", p.at + 1)
      if (end < 0) throw new Unfinished("unexpected EOF while looking for matching `''")
      add(p.text.slice(p.at + 1, end), true)
      p.at = end + 1
    } else if (c === '"') {
      p.at++
      // an empty pair of quotes is a word too
      add('', true)
      parts.push(...readUntil(p, '"'))
      p.at++
    } else if (c === '\\') {
      if (p.at + 1 >= p.text.length) throw new Unfinished('unexpected end of file')
      if (p.text[p.at + 1] !== '\n') add(p.text[p.at + 1] ?? '', true)
      p.at += 2
    } else if (c === '$' || c === '`') parts.push(...dollar(p, false))
    else {
      add(c, false)
      p.at++
    }
  }
  return parts
}

/** What stands in double quotes, in a sum or in a text: only `$`, backquotes and backslashes mean something. */
export function readUntil(p: ScriptReader, end: '"' | '}' | '))' | ''): WordPart[] {
  const parts: WordPart[] = []
  const quoted = end !== '}'
  const add = (text: string, q = quoted): void => {
    const last = parts.at(-1)
    if (last?.is === 'text' && last.quoted === q) last.text += text
    else parts.push({ is: 'text', text, quoted: q })
  }
  let depth = 0
  for (;;) {
    if (p.at >= p.text.length) {
      if (end === '') return parts
      throw new Unfinished(`unexpected EOF while looking for matching \`${end}'`)
    }
    const c = p.text[p.at] ?? ''
    if (end !== '' && depth === 0 && p.text.startsWith(end, p.at)) return parts
    if (c === '\\' && '"\\$`\n'.includes(p.text[p.at + 1] ?? ' ')) {
      if (p.text[p.at + 1] !== '\n') add(p.text[p.at + 1] ?? '')
      p.at += 2
    } else if (c === '$' || c === '`') parts.push(...dollar(p, quoted))
    else if (end === '}' && (c === '"' || c === "'")) {
      p.at++
      const to = p.text.indexOf(c, p.at)
      if (to < 0) throw new Unfinished(`unexpected EOF while looking for matching \`${c}'`)
      add(p.text.slice(p.at, to), true)
      p.at = to + 1
    } else {
      if (end === '))') depth += c === '(' ? 1 : c === ')' ? -1 : 0
      add(c)
      p.at++
    }
  }
}

function dollar(p: ScriptReader, quoted: boolean): WordPart[] {
  if (p.text[p.at] === '`') {
    const [whole, inner = ''] = /^`((?:[^`\\]|\\[^])*)`/.exec(p.text.slice(p.at)) ?? []
    if (whole === undefined) throw new Unfinished("unexpected EOF while looking for matching ``'")
    p.at += whole.length
    return [{ is: 'output', list: p.script(inner.replace(/\\([`$\\])/g, '$1')), quoted }]
  }
  const rest = p.text.slice(p.at + 1)
  if (rest.startsWith('((')) {
    p.at += 3
    const expression = readUntil(p, '))')
    p.at += 2
    return [{ is: 'sum', expression, quoted }]
  }
  if (rest.startsWith('(')) {
    p.at += 2
    const list = p.list([')'])
    p.at++
    return [{ is: 'output', list, quoted }]
  }
  if (rest.startsWith('{')) return [braced(p, quoted)]
  const found = name.exec(rest)?.[0] ?? /^[0-9?$!#@*]/.exec(rest)?.[0]
  p.at += 1 + (found?.length ?? 0)
  return [
    found === undefined
      ? { is: 'text', text: '$', quoted }
      : { is: 'variable', name: found, op: '', operand: [], quoted },
  ]
}

function braced(p: ScriptReader, quoted: boolean): WordPart {
  p.at += 2
  const length = p.text[p.at] === '#' && p.text[p.at + 1] !== '}'
  if (length) p.at++
  const rest = p.text.slice(p.at)
  const found = name.exec(rest)?.[0] ?? /^(\d+|[?$!#@*])/.exec(rest)?.[0]
  if (found === undefined) throw new ShellError('${' + rest.slice(0, 12) + ': bad substitution')
  p.at += found.length
  const op = length ? '' : (operator.exec(p.text.slice(p.at))?.[0] ?? '')
  p.at += op.length
  const operand = op ? readUntil(p, '}') : []
  if (p.text[p.at] === undefined) throw new Unfinished("unexpected EOF while looking for matching `}'")
  if (p.text[p.at] !== '}') throw new ShellError('${' + found + p.text.slice(p.at, p.at + 8) + ': bad substitution')
  p.at++
  return { is: 'variable', name: found, op: length ? 'length' : op, operand, quoted }
}
