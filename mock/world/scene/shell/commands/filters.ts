/** Commands that change texts on their way: sed, awk and their kin, as far as they are typed by hand. */
import { type Pattern, literal, pattern, PatternError, replaceMatches } from '../pattern.ts'
import type { Program, Programs } from '../program.ts'
import { at } from './files.ts'
import { linesOf, forEachText } from './text.ts'

type Place = number | '$' | Pattern | undefined
interface Edit {
  from: Place
  to: Place
  not: boolean
  does: 's' | 'p' | 'd' | 'q' | '='
  pattern: Pattern | undefined
  by: string
  everywhere: boolean
  prints: boolean
  nth: number
}
/** Parts between marks, where a mark behind a backslash is itself. */
function parted(text: string, mark: string): string[] {
  const out = ['']
  for (let i = 0; i < text.length; i++)
    if (text[i] === mark) out.push('')
    else {
      const behind = text[i] === '\\'
      const c = behind ? (text[++i] ?? '') : (text[i] ?? '')
      out.push((out.pop() ?? '') + (behind && c !== mark ? `\\${c}` : c))
    }
  return out
}
/** `s/a/b/g`, `2d`, `1,3p`, `/x/d`, `/x/,/y/p`, `3q`, `$=`. */
function edit(text: string, extended: boolean): Edit | undefined {
  const [, from = '', to = '', not = '', verb = ''] =
    /^(\d+|\$|\/(?:\\.|[^/\\])*\/)?(?:,(\d+|\$|\/(?:\\.|[^/\\])*\/))?\s*(!?)\s*([spdq=].*)$/s.exec(text.trim()) ?? []
  const place = (t: string): Place =>
    t === ''
      ? undefined
      : t === '$'
        ? '$'
        : t.startsWith('/')
          ? pattern(t.slice(1, -1).replaceAll('\\/', '/'), false, extended)
          : Number(t)
  const made = {
    from: place(from),
    to: place(to),
    not: not !== '',
    pattern: undefined,
    by: '',
    everywhere: false,
    prints: false,
    nth: 1,
  }
  const does = verb[0]
  if (does === 'p' || does === 'd' || does === 'q' || does === '=')
    return verb.trim().length === 1 ? { ...made, does } : undefined
  if (does !== 's' || !verb[1] || /[\\\n]/.test(verb[1])) return undefined
  const [wanted, by, flags, ...more] = parted(verb.slice(2), verb[1])
  if (
    wanted === undefined ||
    by === undefined ||
    flags === undefined ||
    more.length ||
    !/^[gipI\d]*$/.test(flags.trim())
  )
    return undefined
  return {
    ...made,
    does: 's',
    pattern: pattern(wanted, /i/i.test(flags), extended),
    by,
    everywhere: flags.includes('g'),
    prints: flags.includes('p'),
    nth: Number(/\d+/.exec(flags)?.[0] ?? 1) || 1,
  }
}
/** Which lines it is for; a range is remembered from line to line. */
function chooser(e: Edit): (line: string, n: number, all: number) => boolean {
  const is = (p: Place, line: string, n: number, all: number) =>
    p === '$' ? n === all : typeof p === 'number' ? n === p : p !== undefined && p.test(line)
  let open = false
  const chosen = (line: string, n: number, all: number): boolean => {
    if (e.from === undefined) return true
    if (e.to === undefined) return is(e.from, line, n, all)
    if (open) {
      if (is(e.to, line, n, all) || (typeof e.to === 'number' && n >= e.to)) open = false
      return typeof e.to !== 'number' || n <= e.to
    }
    if (!is(e.from, line, n, all)) return false
    open = !(typeof e.to === 'number' && e.to <= n) && !(e.to === '$' && n === all)
    return true
  }
  return (line, n, all) => chosen(line, n, all) !== e.not
}
/** Commands of a script: `;` parts them, but for one inside of an `s`. */
function commandsOf(script: string): string[] {
  const out = ['']
  let [mark, left] = ['', 0]
  for (let i = 0; i < script.length; i++) {
    const c = script[i] ?? ''
    const last = out.length - 1
    if (left === 0 && c === ';') {
      out.push('')
      continue
    }
    const begins = left === 0 && c === 's' && /^[\d,$\s]*$|\/\s*$/.test(out[last] ?? '')
    if (begins) [mark, left] = [script[i + 1] ?? '', 3]
    else if (left > 0 && c === mark) left--
    out[last] += c === '\\' && left > 0 ? c + (script[++i] ?? '') : c
  }
  return out.filter((x) => x.trim() !== '')
}
const sed: Program = {
  keyboard: (o) => (o.has('e') ? 0 : 1),
  about: 'change lines: s/a/b/g, 2d, 1,3p, /x/d',
  use: 'sed [-n] [-E] [-i[suffix]] [-e] script [file…]',
  more: `  -n             only what is printed by p
  -E, -r         extended patterns
  -i[suffix]     in the file itself; with a suffix what it was is kept
  -e script      more than one
  s/a/b/[g][i][p][n], d, p, q, =   before them: n, $, /pattern/, from,to, !
`,
  knows: 'n/quiet /silent E/regexp-extended r i?/in-place e:/expression s/separate',
  run(c) {
    const { o } = c
    const [first = '', ...others] = o.rest
    const script = o.has('e') ? o.all('e').join('\n') : first
    let edits: Edit[] = []
    let why = 'unknown command or unterminated'
    try {
      const all = script
        .split('\n')
        .flatMap(commandsOf)
        .map((t) => edit(t, o.has('E') || o.has('r')))
      const known = all.filter((e) => e !== undefined)
      if (script.trim() !== '' && known.length === all.length) {
        edits = known
        why = ''
      }
    } catch (e) {
      if (!(e instanceof PatternError)) throw e
      why = e.message
    }
    if (why) {
      c.err(`sed: -e expression #1, char ${script.length}: ${why}\n`)
      return 1
    }
    const files = o.has('e') ? o.rest : others
    const silent = o.has('n') || o.has('silent')
    const apart = o.has('i') || o.has('s')
    const work = (text: string, file: string): void => {
      const lines = linesOf(text)
      const choose = edits.map(chooser)
      const done: string[] = []
      let quits = false
      lines.forEach((given, i) => {
        if (quits) return
        let line: string | undefined = given
        edits.forEach((e, k) => {
          if (line === undefined || quits || !choose[k]?.(line, i + 1, lines.length)) return
          if (e.does === 'd') line = undefined
          else if (e.does === 'p') done.push(line)
          else if (e.does === '=') done.push(String(i + 1))
          else if (e.does === 'q') quits = true
          else if (e.pattern) {
            const fits = e.pattern.test(line)
            line = replaceMatches(line, e.pattern, e.by, e.everywhere, e.nth)
            if (e.prints && fits) done.push(line)
          }
        })
        if (!silent && line !== undefined) done.push(line)
      })
      const said = done.map((l) => `${l}\n`).join('')
      if (!o.has('i') || file === '-') return c.out(said)
      const suffix = o.value('i') ?? ''
      const there = at(c, file)
      const mode = c.shell.disk.stat(there)?.mode
      if (suffix !== '') c.shell.disk.write(`${there}${suffix}`, Buffer.from(text), c.shell.user, mode)
      c.shell.disk.write(there, Buffer.from(said), c.shell.user, mode)
    }
    if (apart) return forEachText(c, 'sed', files, work)
    let whole = ''
    const status = forEachText(c, 'sed', files, (t) => (whole += t === '' || t.endsWith('\n') ? t : `${t}\n`))
    work(whole, '-')
    return status
  },
}

interface Clause {
  when: 'begin' | 'end' | 'line'
  like: Pattern | undefined
  field: string
  compare: string
  right: string
  print: string[]
}
/** Clauses of `BEGIN`, `END`, `/pattern/`, `$2 > 5`, `$1 ~ /x/`, each with `{print …}`; undefined where there is something else. */
function clausesOf(script: string): Clause[] | undefined {
  const out: Clause[] = []
  let rest = script.trim()
  while (rest !== '') {
    const m =
      /^(BEGIN|END|\/((?:\\.|[^/\\])*)\/|(NR|NF|\$\w+)\s*(==|!=|>=|<=|>|<|~|!~)\s*("[^"]*"|[\d.]+|\/(?:\\.|[^/\\])*\/|\$\w+|NR|NF))?\s*(?:\{\s*print\b\s*((?:"(?:\\.|[^"\\])*"|[^"}])*?);?\s*\}|(?=$))\s*;?\s*/.exec(
        rest,
      )
    if (!m || m[0] === '') return undefined
    const [whole, head, like, field = '', compare = '', right = '', print = ''] = m
    const words = print.match(/"(?:\\.|[^"\\])*"|\$\w+|N[RF]|,|[\d.]+|\S/g) ?? []
    if (!words.every((w) => /^("[^]*"|\$\d+|\$NF|N[RF]|,|[\d.]+)$/.test(w))) return undefined
    out.push({
      when: head === 'BEGIN' ? 'begin' : head === 'END' ? 'end' : 'line',
      like: like === undefined ? undefined : pattern(like.replaceAll('\\/', '/'), false, true),
      field,
      compare,
      right,
      print: words,
    })
    rest = rest.slice(whole.length)
  }
  return out
}
const awk: Program = {
  keyboard: 1,
  about: 'fields of lines: {print $1, $NF}',
  use: "awk [-F x] '[BEGIN|END|/pattern/|$2 > 5|$1 ~ /x/] {print $1, $NF}' [file…]",
  knows: 'F:/field-separator',
  wrong: 2,
  run(c) {
    const { o } = c
    const [script = '', ...files] = o.rest
    let clauses: Clause[] | undefined
    let by: Pattern | undefined
    const given = o.value('F')
    try {
      clauses = clausesOf(script)
      by = given === undefined || given === ' ' || given.length === 1 ? undefined : pattern(given, false, true)
    } catch (e) {
      if (!(e instanceof PatternError)) throw e
      c.err(`awk: ${e.message}\n`)
      return 2
    }
    if (!clauses || script.trim() === '') {
      c.err(`awk: on this simulated machine there is only [condition] {print …}\nusage: ${c.use}\n`)
      return 2
    }
    const fieldsOf = (line: string): string[] => {
      if (given === undefined || given === ' ') return line.trim().split(/\s+/)
      if (!by) return line.split(given)
      const out: string[] = []
      let at = 0
      for (let f = by.find(line, 0); f && f.to > f.from; f = by.find(line, at)) {
        out.push(line.slice(at, f.from))
        at = f.to
      }
      return [...out, line.slice(at)]
    }
    const does = (e: Clause, line: string, n: number): void => {
      const fields = line === '' ? [] : fieldsOf(line)
      const value = (word: string): string =>
        word === '$0'
          ? line
          : word === '$NF'
            ? (fields.at(-1) ?? '')
            : word === 'NF'
              ? String(fields.length)
              : word === 'NR'
                ? String(n)
                : word.startsWith('$')
                  ? (fields[Number(word.slice(1)) - 1] ?? '')
                  : word.startsWith('"')
                    ? literal(word.slice(1, -1).replaceAll('\\"', '"'))
                    : word
      if (e.like && !e.like.test(line)) return
      if (e.field !== '') {
        const left = value(e.field)
        const fits = e.right.startsWith('/')
          ? pattern(e.right.slice(1, -1), false, true).test(left) === (e.compare === '~')
          : /~/.test(e.compare)
            ? pattern(value(e.right), false, true).test(left) === (e.compare === '~')
            : holds(left, e.compare, value(e.right))
        if (!fits) return
      }
      const words = e.print.length ? e.print : ['$0']
      c.out(`${words.map((w) => (w === ',' ? ' ' : value(w))).join('')}\n`)
    }
    const of = (when: Clause['when']) => (clauses ?? []).filter((e) => e.when === when)
    for (const e of of('begin')) does(e, '', 0)
    let [n, last] = [0, '']
    let status = 0
    if (of('line').length || of('end').length)
      status = forEachText(c, 'awk', files, (text) => {
        for (const line of linesOf(text)) {
          n++
          last = line
          for (const e of of('line')) does(e, line, n)
        }
      })
    for (const e of of('end')) does(e, last, n)
    return status
  },
}
function holds(a: string, op: string, b: string): boolean {
  const [x, y] = Number.isNaN(Number(a)) || Number.isNaN(Number(b)) ? [a, b] : [Number(a), Number(b)]
  if (op === '==') return x === y
  if (op === '!=') return x !== y
  if (op === '>') return x > y
  if (op === '<') return x < y
  return op === '>=' ? x >= y : x <= y
}

const xargs: Program = {
  keyboard: 99,
  about: 'what comes in as words of a command',
  use: 'xargs [-n count] [-I x] [-d x] [-0] [-t] [-r] command…',
  knows: '+ n:/max-args I:/replace d:/delimiter 0/null t/verbose r/no-run-if-empty',
  async run(c) {
    const { o } = c
    const command = o.rest.length ? o.rest : ['echo']
    const mark = o.value('I')
    const by = o.has('0') ? '\0' : o.has('d') ? literal(o.value('d') ?? '') : mark === undefined ? /\s+/ : '\n'
    const given = (c.stdin ?? '').split(by).filter((w) => w !== '' && w !== '\n')
    const size = mark === undefined ? Number(o.value('n') ?? given.length) || 1 : 1
    const does = async (words: string[]): Promise<number> => {
      if (o.has('t')) c.err(`${words.join(' ')}\n`)
      return c.run(words, '')
    }
    // with nothing to give it runs once, as GNU's does
    if (!given.length) return o.has('r') || mark !== undefined ? 0 : does(command)
    let status = 0
    for (let i = 0; i < given.length; i += size) {
      const words = given.slice(i, i + size)
      status =
        (await does(
          mark === undefined ? [...command, ...words] : command.map((w) => w.replaceAll(mark, words[0] ?? '')),
        )) || status
    }
    return status
  },
}

const turned = (name: string, about: string, turn: (lines: string[]) => string[]): Program => ({
  keyboard: 0,
  about,
  use: `${name} [file…]`,
  knows: '',
  run: (c) => forEachText(c, name, c.o.rest, (t) => turn(linesOf(t)).forEach((l) => c.out(`${l}\n`))),
})

/** Lines that both have in their order, by the table of longest common parts. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  const size = a.length * b.length > 4_000_000 ? 0 : 1
  const best = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; size && i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      best[i]![j] = a[i] === b[j] ? best[i + 1]![j + 1]! + 1 : Math.max(best[i + 1]![j]!, best[i]![j + 1]!)
  const out: [number, number][] = []
  for (let i = 0, j = 0; size && i < a.length && j < b.length; )
    if (a[i] === b[j]) out.push([i++, j++])
    else if (best[i + 1]![j]! >= best[i]![j + 1]!) i++
    else j++
  return out
}
const diff: Program = {
  about: 'what two files do not share',
  use: 'diff [-u] [-q] [-i] [-w] file file',
  knows: 'q/brief u/unified i/ignore-case w/ignore-all-space s/report-identical-files',
  wrong: 2,
  run(c) {
    const { o } = c
    const [x, y] = o.rest
    if (x === undefined || y === undefined) {
      c.err(`diff: missing operand after '${x ?? 'diff'}'\n`)
      return 2
    }
    const sides = [x, y].map((f): string[] | undefined => {
      let lines: string[] | undefined
      forEachText(c, 'diff', [f], (t) => (lines = linesOf(t)))
      return lines
    })
    const [a, b] = sides
    if (!a || !b) return 2
    const of = (l: string) => {
      const t = o.has('w') ? l.replace(/\s+/g, '') : l
      return o.has('i') ? t.toLowerCase() : t
    }
    const pairs = [...common(a.map(of), b.map(of)), [a.length, b.length] as [number, number]]
    if (pairs.length - 1 === a.length && a.length === b.length) {
      if (o.has('s')) c.out(`Files ${x} and ${y} are identical\n`)
      return 0
    }
    if (o.has('q')) {
      c.out(`Files ${x} and ${y} differ\n`)
      return 1
    }
    if (o.has('u')) c.out(`--- ${x}\n+++ ${y}\n@@ -1,${a.length} +1,${b.length} @@\n`)
    let [i, j] = [0, 0]
    const span = (from: number, to: number) => (to - from > 1 ? `${from + 1},${to}` : `${to > from ? from + 1 : from}`)
    for (const [p, q] of pairs) {
      if (o.has('u')) {
        for (; i < p; i++) c.out(`-${a[i]}\n`)
        for (; j < q; j++) c.out(`+${b[j]}\n`)
        if (p < a.length) c.out(` ${a[p]}\n`)
      } else if (i < p || j < q) {
        c.out(`${span(i, p)}${i === p ? 'a' : j === q ? 'd' : 'c'}${span(j, q)}\n`)
        for (let k = i; k < p; k++) c.out(`< ${a[k]}\n`)
        if (i < p && j < q) c.out('---\n')
        for (let k = j; k < q; k++) c.out(`> ${b[k]}\n`)
      }
      i = p + 1
      j = q + 1
    }
    return 1
  },
}

export const filterCommands: Programs = {
  sed,
  awk,
  xargs,
  tac: turned('tac', 'lines, the last first', (l) => l.toReversed()),
  rev: turned('rev', 'lines from behind', (l) => l.map((x) => [...x].toReversed().join(''))),
  nl: turned('nl', 'lines with numbers', (l) => l.map((x, i) => `${String(i + 1).padStart(6)}\t${x}`)),
  diff,
}
