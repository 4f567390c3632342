/** Reads a script: lists, pipelines, loops and choices (POSIX.1-2017, XCU 2.10). */
import {
  type ParsedCommand,
  type ShellListItem,
  type List,
  type Pipeline,
  type Redirect,
  ShellError,
  Unfinished,
  type Word,
} from './tree.ts'
import { type ScriptReader, readUntil, readWord } from './word.ts'

const redirect = /^(?:(\d)?(>>|>&|<&|>\||>|<<<|<<-?|<)|(&>>?))/
const assignment = /^([A-Za-z_]\w*)=/
const named = /^([A-Za-z_][\w-]*)[ \t]*\(\)/

interface Document {
  end: string
  plain: boolean
  tabs: boolean
  to: (word: Word) => void
}

/** @throws Unfinished when a later line may end it, ShellError when nothing can */
export function readScript(text: string): List {
  const documents: Document[] = []
  const p: ScriptReader = { text, at: 0, list, script: readScript }
  const over = () => p.at >= text.length
  const next = (s: string) => text.startsWith(s, p.at)
  /** Where a command may begin, a word that means something there. */
  const keyword = (word: string) =>
    next(word) && /^([\s;&|()<>]|$)/.test(text.slice(p.at + word.length, p.at + word.length + 1))
  const unexpected = () =>
    new ShellError(
      `syntax error near unexpected token \`${/^(&&|\|\||;;|\n|[|&;()<>]|[^\s|&;()<>]+)/.exec(text.slice(p.at))?.[0].replace('\n', 'newline') ?? 'newline'}'`,
    )
  const open = (what = 'end of file') => new Unfinished(`syntax error: unexpected ${what}`)

  function blanks(): void {
    for (;;) {
      if (next('\\\n')) p.at += 2
      else if (text[p.at] === ' ' || text[p.at] === '\t') p.at++
      else break
    }
    if (text[p.at] === '#') while (!over() && text[p.at] !== '\n') p.at++
  }
  function newline(): void {
    p.at++
    for (const d of documents.splice(0)) {
      const lines: string[] = []
      for (;;) {
        if (over()) throw open()
        const end = text.indexOf('\n', p.at)
        const line = text.slice(p.at, end < 0 ? text.length : end)
        p.at = end < 0 ? text.length : end + 1
        const bare = d.tabs ? line.replace(/^\t+/, '') : line
        if (bare === d.end) break
        lines.push(bare)
      }
      const body = lines.map((l) => `${l}\n`).join('')
      d.to(
        d.plain
          ? [{ is: 'text', text: body, quoted: true }]
          : readUntil({ text: body, at: 0, list, script: readScript }, ''),
      )
    }
  }
  function gaps(): void {
    for (blanks(); text[p.at] === '\n'; blanks()) newline()
  }
  const closes = (enders: readonly string[]) => enders.some((e) => (/^[a-z}]/.test(e) ? keyword(e) : next(e)))

  function list(enders: readonly string[]): List {
    const out: ShellListItem[] = []
    let when: ShellListItem['when'] = ';'
    for (;;) {
      gaps()
      if (over()) {
        if (enders.length || when !== ';') throw open()
        if (documents.length) throw open()
        return out
      }
      if (when === ';' && closes(enders)) return out
      const item: ShellListItem = { when, line: pipeline(), behind: false }
      out.push(item)
      blanks()
      when = ';'
      if (next('&&') || next('||')) {
        when = next('&&') ? '&&' : '||'
        p.at += 2
      } else if (next(';;')) {
        if (!enders.includes(';;')) throw unexpected()
      } else if (text[p.at] === ';') p.at++
      else if (text[p.at] === '&') {
        item.behind = true
        p.at++
      } else if (!over() && text[p.at] !== '\n' && !closes(enders)) throw unexpected()
    }
  }
  function pipeline(): Pipeline {
    const not = keyword('!')
    if (not) {
      p.at++
      blanks()
    }
    const steps: ParsedCommand[] = []
    for (;;) {
      steps.push(command())
      blanks()
      if (text[p.at] !== '|' || next('||')) return { not, steps }
      p.at += next('|&') ? 2 : 1
      gaps()
      if (over()) throw open()
    }
  }
  const word = (w: string): void => {
    gaps()
    if (over()) throw open()
    if (!keyword(w)) throw unexpected()
    p.at += w.length
  }
  function body(end: 'fi' | 'done' | 'esac' | '}' | ')'): void {
    if (!next(end)) throw open()
    p.at += end.length
  }
  function doGroup(): List {
    gaps()
    if (text[p.at] === ';') p.at++
    word('do')
    const inner = list(['done'])
    body('done')
    return inner
  }
  const redirects = (): Redirect[] => {
    const out: Redirect[] = []
    for (blanks(); redirect.test(text.slice(p.at, p.at + 4)); blanks()) out.push(...redirection())
    return out
  }
  function redirection(): Redirect[] {
    const [whole = '', fd, way = '', both] = redirect.exec(text.slice(p.at, p.at + 4)) ?? []
    p.at += whole.length
    blanks()
    if (over() || text[p.at] === '\n') throw new ShellError("syntax error near unexpected token `newline'")
    const from = both ? 3 : fd === undefined ? (way.startsWith('<') ? 0 : 1) : Number(fd)
    if (way.startsWith('<<') && way !== '<<<') {
      const raw = /^(['"]?)([^'"\s;&|<>()]+)\1/.exec(text.slice(p.at))
      if (!raw) throw unexpected()
      p.at += raw[0].length
      const made: { from: 0; way: 'text'; to: Word } = { from: 0, way: 'text', to: [] }
      documents.push({ end: raw[2] ?? '', plain: raw[1] !== '', tabs: way === '<<-', to: (w) => (made.to = w) })
      return [made]
    }
    const to = readWord(p)
    if (!to.length) throw unexpected()
    if (way === '<<<') return [{ from: 0, way: 'text', to: [...to, { is: 'text', text: '\n', quoted: true }] }]
    if (way === '>&' || way === '<&') return [{ from, way: 'dup', to }]
    return [{ from, way: way === '<' ? '<' : (both ?? way).includes('>>') ? '>>' : '>', to }]
  }

  function command(): ParsedCommand {
    if (next('((')) {
      p.at += 2
      const expression = readUntil(p, '))')
      p.at += 2
      return { is: 'sum', expression, to: redirects() }
    }
    if (next('(') || keyword('{')) {
      const own = next('(')
      p.at++
      const inner = list([own ? ')' : '}'])
      body(own ? ')' : '}')
      return { is: 'group', own, body: inner, to: redirects() }
    }
    if (keyword('if')) return choice()
    if (keyword('while') || keyword('until')) {
      const until = next('until')
      p.at += 5
      const when = list(['do'])
      return { is: 'loop', until, when, body: doGroup(), to: redirects() }
    }
    if (keyword('for')) return each()
    if (keyword('case')) return cases()
    const fn =
      named.exec(text.slice(p.at, p.at + 80)) ??
      /^function[ \t]+([A-Za-z_][\w-]*)[ \t]*(\(\))?/.exec(text.slice(p.at, p.at + 80))
    if (fn) {
      p.at += fn[0].length
      gaps()
      if (over()) throw open()
      return { is: 'function', name: fn[1] ?? '', body: command(), to: [] }
    }
    return simple()
  }
  function choice(): ParsedCommand {
    p.at += 2
    const arms: { when: List; body: List }[] = []
    let otherwise: List | undefined
    for (;;) {
      const when = list(['then'])
      word('then')
      arms.push({ when, body: list(['elif', 'else', 'fi']) })
      if (keyword('elif')) {
        p.at += 4
        continue
      }
      if (keyword('else')) {
        p.at += 4
        otherwise = list(['fi'])
      }
      body('fi')
      return { is: 'if', arms, otherwise, to: redirects() }
    }
  }
  function each(): ParsedCommand {
    p.at += 3
    blanks()
    const name = /^[A-Za-z_]\w*/.exec(text.slice(p.at))?.[0]
    if (!name) throw over() ? open() : unexpected()
    p.at += name.length
    gaps()
    let words: Word[] | undefined
    if (keyword('in')) {
      p.at += 2
      words = []
      for (blanks(); !over() && !'\n;'.includes(text[p.at] ?? ''); blanks()) {
        const w = readWord(p)
        if (!w.length) throw unexpected()
        words.push(w)
      }
    }
    return { is: 'for', name, words, body: doGroup(), to: redirects() }
  }
  function cases(): ParsedCommand {
    p.at += 4
    blanks()
    const of = readWord(p)
    word('in')
    const arms: { patterns: Word[]; body: List }[] = []
    for (gaps(); !keyword('esac'); gaps()) {
      if (over()) throw open()
      if (text[p.at] === '(') p.at++
      const patterns: Word[] = []
      for (;;) {
        blanks()
        const w = readWord(p)
        if (!w.length) throw over() ? open() : unexpected()
        patterns.push(w)
        blanks()
        if (text[p.at] !== '|') break
        p.at++
      }
      if (text[p.at] !== ')') throw over() ? open() : unexpected()
      p.at++
      arms.push({ patterns, body: list([';;', 'esac']) })
      if (next(';;')) p.at += 2
    }
    body('esac')
    return { is: 'case', of, arms, to: redirects() }
  }
  function simple(): ParsedCommand {
    const sets: { name: string; value: Word }[] = []
    const words: Word[] = []
    const to: Redirect[] = []
    const test = keyword('[[')
    for (;;) {
      blanks()
      if (over()) break
      if (test && words.length) {
        // inside of [[ ]] operators are words
        const op = /^(&&|\|\||[<>()])/.exec(text.slice(p.at))?.[0]
        if (op) {
          words.push([{ is: 'text', text: op, quoted: true }])
          p.at += op.length
          continue
        }
      } else if (redirect.test(text.slice(p.at, p.at + 4))) {
        to.push(...redirection())
        continue
      }
      const [whole, name = ''] = words.length ? [] : (assignment.exec(text.slice(p.at)) ?? [])
      if (whole) {
        p.at += whole.length
        sets.push({ name, value: readWord(p) })
        continue
      }
      const w = readWord(p)
      if (!w.length) break
      words.push(w)
      if (test && w.length === 1 && w[0]?.is === 'text' && w[0].text === ']]') break
    }
    if (!sets.length && !words.length && !to.length) throw over() ? open() : unexpected()
    return { is: 'simple', sets, words, to }
  }
  return list([])
}
