/** Commands that change texts on their way: sed, awk and their kin, as far as they are typed by hand. */
import { literal, pattern, replaced } from '../pattern.ts'
import { type Cmd, options, type Program, type Programs } from '../program.ts'
import { linesOf, scripted, texts } from './text.ts'

interface Edit {
  from: string
  to: string
  does: 's' | 'p' | 'd'
  pattern: string
  by: string
  flags: string
}
/** `s/a/b/g`, `2d`, `1,3p`, `/x/d`. */
function edit(text: string): Edit | undefined {
  const [, from = '', to = '', verb = ''] = /^(\d+|\$|\/[^/]*\/)?(?:,(\d+|\$))?\s*([spd].*)$/.exec(text.trim()) ?? []
  if (verb === 'p' || verb === 'd') return { from, to, does: verb, pattern: '', by: '', flags: '' }
  const mark = verb[1] ?? ''
  const [, wanted, by, flags] = verb.startsWith('s') && mark ? verb.split(mark) : []
  return wanted === undefined || by === undefined || flags === undefined || !/^[gip]*$/i.test(flags)
    ? undefined
    : { from, to, does: 's', pattern: wanted, by, flags }
}
function chosen(e: Edit, line: string, n: number, all: number): boolean {
  if (e.from === '') return true
  if (e.from.startsWith('/')) return pattern(e.from.slice(1, -1)).test(line)
  const place = (t: string) => (t === '$' ? all : Number(t))
  return e.to === '' ? n === place(e.from) : n >= place(e.from) && n <= place(e.to)
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
  keyboard: 1,
  about: 'change lines: s/a/b/g, 2d, 1,3p, /x/d',
  use: 'sed [-n] [-i] script [file…]',
  run(c) {
    const { o, script, files } = scripted(c.args)
    const edits = commandsOf(script).map(edit)
    if (!script || edits.some((e) => e === undefined)) {
      c.err(`sed: -e expression #1, char ${script.length}: unknown command or unterminated\n`)
      return 1
    }
    return texts(c, 'sed', files, (text, file) => {
      const lines = linesOf(text)
      const done = lines.flatMap((given, i) => {
        let line = given
        const printed: string[] = []
        for (const e of edits as Edit[]) {
          if (!chosen(e, line, i + 1, lines.length)) continue
          if (e.does === 'd') return printed
          if (e.does === 'p') printed.push(line)
          else {
            const next = replaced(line, e.pattern, e.by, e.flags.includes('g'), /i/i.test(e.flags))
            if (e.flags.includes('p') && next !== line) printed.push(next)
            line = next
          }
        }
        return o.has('n') ? printed : [...printed, line]
      })
      const said = done.map((l) => `${l}\n`).join('')
      if (o.has('i') && file !== '-') c.shell.disk.write(resolve(c, file), Buffer.from(said), c.shell.user)
      else c.out(said)
    })
  },
}
const resolve = (c: Cmd, file: string): string =>
  file.startsWith('/') ? file : `${c.shell.cwd === '/' ? '' : c.shell.cwd}/${file}`

/** `{print $1, "x", NR}`, with `/pattern/` or a comparison of a field before it. */
const awk: Program = {
  keyboard: 1,
  about: 'fields of lines: {print $1, $NF}',
  use: "awk [-F x] '[/pattern/] {print $1}' [file…]",
  run(c) {
    const o = options(c.args, 'F')
    const [script = '', ...files] = o.rest
    const m =
      /^\s*(?:\/([^/]*)\/|(NR|\$\d+|\$NF)\s*(==|!=|>=|<=|>|<)\s*("[^"]*"|[\d.]+))?\s*(?:\{\s*print\s*([^}]*?);?\s*\})?\s*$/.exec(
        script,
      )
    if (!m || script.trim() === '') {
      c.err('awk: only [/pattern/] {print …} is here\n')
      return 2
    }
    const [, like, left, compare, right = '', print = '$0'] = m
    const by = o.value('F')
    return texts(c, 'awk', files, (text) => {
      linesOf(text).forEach((line, i) => {
        const fields = by === undefined ? line.trim().split(/\s+/) : line.split(by)
        const value = (word: string): string =>
          word === '$0' || word === ''
            ? line
            : word === '$NF'
              ? (fields.at(-1) ?? '')
              : word === 'NF'
                ? String(fields.length)
                : word === 'NR'
                  ? String(i + 1)
                  : word.startsWith('$')
                    ? (fields[Number(word.slice(1)) - 1] ?? '')
                    : word.startsWith('"')
                      ? literal(word.slice(1, -1))
                      : word
        if (like !== undefined && !pattern(like).test(line)) return
        if (left !== undefined && !holds(value(left), compare ?? '', value(right))) return
        const said = (print || '$0').match(/"[^"]*"|\$NF|\$\d+|N[RF]|,|[\d.]+/g) ?? []
        c.out(`${said.map((w) => (w === ',' ? ' ' : value(w))).join('')}\n`)
      })
    })
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
  use: 'xargs [-n count] [-I x] command…',
  async run(c) {
    const at = c.args.findIndex((a, i) => !a.startsWith('-') && !/^-[nI]$/.test(c.args[i - 1] ?? ''))
    const o = options(at < 0 ? c.args : c.args.slice(0, at), 'nI')
    const command = at < 0 ? ['echo'] : c.args.slice(at)
    const mark = o.value('I')
    const given = (c.stdin ?? '').split(mark === undefined ? /\s+/ : '\n').filter(Boolean)
    const size = mark === undefined ? Number(o.value('n') ?? given.length) || 1 : 1
    let status = 0
    for (let i = 0; i < given.length; i += size) {
      const words = given.slice(i, i + size)
      status =
        (await c.run(
          mark === undefined ? [...command, ...words] : command.map((w) => w.replaceAll(mark, words[0] ?? '')),
          '',
        )) || status
    }
    return status
  },
}

const turned = (name: string, about: string, turn: (lines: string[]) => string[]): Program => ({
  keyboard: 0,
  about,
  use: `${name} [file…]`,
  run: (c) => texts(c, name, options(c.args).rest, (t) => turn(linesOf(t)).forEach((l) => c.out(`${l}\n`))),
})

const diff: Program = {
  about: 'lines that two files do not share',
  use: 'diff file file',
  run(c) {
    const [a = [], b = []] = [0, 1].map((i): string[] => {
      let lines: string[] = []
      texts(c, 'diff', [c.args.filter((x) => !x.startsWith('-'))[i] ?? ''], (t) => (lines = linesOf(t)))
      return lines
    })
    const gone = a.filter((l) => !b.includes(l))
    const come = b.filter((l) => !a.includes(l))
    for (const l of gone) c.out(`< ${l}\n`)
    if (gone.length && come.length) c.out('---\n')
    for (const l of come) c.out(`> ${l}\n`)
    return gone.length || come.length ? 1 : 0
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
