/** A line of a POSIX shell, as far as people type it: quotes, variables, pipes, redirections, lists, wildcards (POSIX.1-2017, XCU 2). */
export interface Redirect {
  way: '>' | '>>' | '<' | '2>' | '2>&1'
  to: string
}
export interface Step {
  words: string[]
  redirects: Redirect[]
}
export interface Pipeline {
  steps: Step[]
  /** Runs always, or by how the one before ended. */
  when: ';' | '&&' | '||'
}

export class ShellError extends Error {}

interface Word {
  /** Parts with whether they were quoted: only bare parts are wildcards. */
  parts: { text: string; bare: boolean }[]
}

const name = /^[A-Za-z_]\w*/

/** Replaces `$name`, `${name}`, `$?`. */
function expand(text: string, vars: (name: string) => string): string {
  let out = ''
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '$') {
      out += text[i]
      continue
    }
    const rest = text.slice(i + 1)
    const braced = rest.startsWith('{') ? rest.slice(1, rest.indexOf('}')) : undefined
    if (braced !== undefined && rest.includes('}')) {
      out += vars(braced)
      i += braced.length + 2
    } else if (rest[0] === '?' || rest[0] === '$') {
      out += vars(rest[0])
      i++
    } else {
      const m = name.exec(rest)
      out += m ? vars(m[0]) : '$'
      i += m?.[0].length ?? 0
    }
  }
  return out
}

const operators = ['2>&1', '&&', '||', '>>', '2>', '|', ';', '>', '<', '&'] as const
type Token = { op: (typeof operators)[number] } | { word: Word }

function tokens(line: string, vars: (name: string) => string): Token[] {
  const out: Token[] = []
  let word: Word | undefined
  const add = (text: string, bare: boolean) => (word ??= { parts: [] }).parts.push({ text, bare })
  const end = () => {
    if (word) out.push({ word })
    word = undefined
  }
  for (let i = 0; i < line.length; ) {
    const c = line[i] ?? ''
    const op = operators.find((o) => line.startsWith(o, i))
    if (c === ' ' || c === '\t') {
      end()
      i++
    } else if (c === '#' && !word) break
    else if (op && !(op.startsWith('2') && word)) {
      end()
      out.push({ op })
      i += op.length
    } else if (c === "'") {
      const at = line.indexOf("'", i + 1)
      if (at < 0) throw new ShellError("unexpected EOF while looking for matching `''")
      add(line.slice(i + 1, at), false)
      i = at + 1
    } else if (c === '"') {
      let text = ''
      let j = i + 1
      for (; j < line.length && line[j] !== '"'; j++) {
        if (line[j] === '\\' && '"\\$`'.includes(line[j + 1] ?? ' ')) {
          text += line[j + 1] === '$' ? '\u0000' : (line[j + 1] ?? '')
          j++
        } else text += line[j]
      }
      if (j >= line.length) throw new ShellError('unexpected EOF while looking for matching `"\'')
      add(expand(text, vars).replaceAll('\u0000', '$'), false)
      i = j + 1
    } else if (c === '\\') {
      add(line[i + 1] ?? '', false)
      i += 2
    } else {
      let j = i
      while (j < line.length && !' \t\'"\\|;<>&'.includes(line[j] ?? ' ')) j++
      add(expand(line.slice(i, j), vars), true)
      i = Math.max(j, i + 1)
    }
  }
  end()
  return out
}

/** One step of a wildcard: `*` any run, `?` one character. Without backtracking over more than the last star. */
export function matches(pattern: string, text: string): boolean {
  let [p, t, star, from] = [0, 0, -1, 0]
  while (t < text.length)
    if (pattern[p] === '*') {
      star = p++
      from = t
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[t])) {
      p++
      t++
    } else if (star >= 0) {
      p = star + 1
      t = ++from
    } else return false
  while (pattern[p] === '*') p++
  return p === pattern.length
}

/** Parts of a line that are run one after the other; each is read when its turn comes, with what those before it set. */
export function statements(line: string): { text: string; when: Pipeline['when'] }[] {
  const out: { text: string; when: Pipeline['when'] }[] = []
  let when: Pipeline['when'] = ';'
  let from = 0
  let quote = ''
  const close = (to: number, next: Pipeline['when'], skip: number) => {
    if (line.slice(from, to).trim() !== '') out.push({ text: line.slice(from, to), when })
    else if (skip === 2) throw new ShellError(`syntax error near unexpected token \`${next}'`)
    when = next
    from = to + skip
  }
  for (let i = 0; i < line.length; i++) {
    const c = line[i] ?? ''
    if (quote) {
      if (c === '\\' && quote === '"') i++
      else if (c === quote) quote = ''
    } else if (c === "'" || c === '"') quote = c
    else if (c === '\\') i++
    else if (c === '#' && (i === 0 || line[i - 1] === ' ')) break
    else if (c === ';') close(i, ';', 1)
    else if (line.startsWith('&&', i) || line.startsWith('||', i)) close(i++, c === '&' ? '&&' : '||', 2)
  }
  close(line.length, ';', 0)
  return out
}

/** @param glob names that a word with wildcards stands for; none leaves it as it is */
export function parse(line: string, vars: (name: string) => string, glob: (pattern: string) => string[]): Pipeline[] {
  const out: Pipeline[] = []
  let when: Pipeline['when'] = ';'
  let steps: Step[] = []
  let step: Step = { words: [], redirects: [] }
  const all = tokens(line, vars)
  const closeStep = () => {
    if (step.words.length || step.redirects.length) steps.push(step)
    step = { words: [], redirects: [] }
  }
  const close = (next: Pipeline['when']) => {
    closeStep()
    if (steps.length) out.push({ steps, when })
    steps = []
    when = next
  }
  for (let i = 0; i < all.length; i++) {
    const token = all[i] as Token
    if ('word' in token) {
      const { parts } = token.word
      const text = parts.map((p) => p.text).join('')
      const wild = parts.some((p) => p.bare && /[*?]/.test(p.text))
      const found = wild ? glob(text) : []
      // a variable that is empty and not quoted is no word
      if (found.length) step.words.push(...found)
      else if (text !== '' || parts.some((p) => !p.bare)) step.words.push(text)
      continue
    }
    if (token.op === '|') {
      if (!step.words.length) throw new ShellError("syntax error near unexpected token `|'")
      closeStep()
    } else if (token.op === '&&' || token.op === '||') {
      if (!step.words.length) throw new ShellError(`syntax error near unexpected token \`${token.op}'`)
      close(token.op)
    } else if (token.op === ';' || token.op === '&') close(';')
    else if (token.op === '2>&1') step.redirects.push({ way: '2>&1', to: '' })
    else {
      const next = all[++i]
      if (!next || !('word' in next)) throw new ShellError("syntax error near unexpected token `newline'")
      step.redirects.push({ way: token.op, to: next.word.parts.map((p) => p.text).join('') })
    }
  }
  close(';')
  return out
}
