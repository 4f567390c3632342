/** Commands about texts. */
import { createHash } from 'node:crypto'
import { FileError, diskText } from '../disk.ts'
import { type Pattern, pattern, PatternError, verbatim } from '../pattern.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { matchesGlob } from '../language/glob.ts'
import { at, eachFile } from './files.ts'

/** Texts of the files named, or what was piped in. */
export function forEachText(
  c: Cmd,
  name: string,
  files: readonly string[],
  work: (text: string, file: string) => void,
): number {
  if (!files.length) {
    work(c.stdin ?? '', '-')
    return 0
  }
  return eachFile(c, name, files, (f) =>
    work(f === '-' ? (c.stdin ?? '') : diskText(c.shell.disk.read(at(c, f), c.shell.user)), f),
  )
}
export const linesOf = (text: string): string[] => {
  const all = text.split('\n')
  if (all.at(-1) === '') all.pop()
  return all
}

/** Milliseconds between two looks at a file that is followed. */
const look = 1000
/** What is written to files from now on, by whomever, until somebody presses ^C. */
async function follow(c: Cmd, files: readonly string[]): Promise<number> {
  if (!c.tty || !c.attended) {
    c.err('tail: following a file needs a screen of its own on this simulated machine\n')
    return 1
  }
  // what this line has written so far is there for whoever reads the disk anew
  await c.screen?.flush()
  const had = new Map(files.map((f) => [f, read(c.shell.disk, f)]))
  let shown = files.at(-1)
  function read(disk: Cmd['shell']['disk'], f: string): string | undefined {
    try {
      return diskText(disk.read(at(c, f), c.shell.user))
    } catch (e) {
      if (e instanceof FileError) return undefined
      throw e
    }
  }
  while (await c.sleep(look)) {
    await c.screen?.turn()
    const disk = await c.diskOf(c.shell.host)
    for (const f of files) {
      const [before, after] = [had.get(f), read(disk, f)]
      if (after === before) continue
      had.set(f, after)
      if (after === undefined) {
        c.err(`tail: '${f}' has become inaccessible\n`)
        continue
      }
      const grown = after.startsWith(before ?? '')
      if (before === undefined) c.err(`tail: '${f}' has appeared;  following new file\n`)
      else if (!grown) c.err(`tail: ${f}: file truncated\n`)
      if (files.length > 1 && shown !== f && !c.o.has('q')) c.out(`\n==> ${f} <==\n`)
      shown = f
      c.out(grown ? after.slice((before ?? '').length) : after)
    }
  }
  return 130
}

const ends = (name: 'head' | 'tail'): Program => ({
  keyboard: 0,
  about: `the ${name === 'head' ? 'first' : 'last'} lines`,
  use: `${name} [-n ${name === 'head' ? '[-]' : '[+]'}lines] [-c bytes] [-qv]${name === 'tail' ? ' [-f | -F]' : ''} [file…]`,
  knows: `# n:/lines c:/bytes q/quiet v/verbose${name === 'tail' ? ' f/follow F ~s:' : ''}`,
  async run(c) {
    const { o } = c
    const given = o.value('c') ?? o.value('#') ?? o.value('n') ?? '10'
    const [, sign = '', digits = ''] = /^([+-]?)(\d+)$/.exec(given) ?? []
    if (digits === '') {
      c.err(`${name}: invalid number of ${o.has('c') ? 'bytes' : 'lines'}: '${given}'\n`)
      return 1
    }
    const n = Number(digits)
    /** All but the last of them, from that one on, or so many. */
    const part = <T extends { slice(a: number, b?: number): T; length: number }>(all: T): T =>
      name === 'head'
        ? all.slice(0, sign === '-' ? Math.max(0, all.length - n) : n)
        : sign === '+'
          ? all.slice(Math.max(0, n - 1))
          : all.slice(Math.max(0, all.length - n))
    const there: string[] = []
    const status = forEachText(c, name, o.rest, (text, f) => {
      if (f !== '-') there.push(f)
      if ((o.rest.length > 1 && !o.has('q')) || o.has('v')) c.out(`==> ${f === '-' ? 'standard input' : f} <==\n`)
      if (o.has('c')) return c.out(Buffer.from(part(Buffer.from(text) as Uint8Array)).toString('utf8'))
      for (const l of part(linesOf(text))) c.out(`${l}\n`)
    })
    // a file that is not there yet is waited for by -F only
    const files = o.has('F') ? o.rest.filter((f) => f !== '-') : o.has('f') ? there : []
    return files.length ? follow(c, files) : status
  },
})

const grep = (name: 'grep' | 'egrep' | 'fgrep'): Program => ({
  keyboard: (o) => (o.has('r') ? -1 : o.has('e') ? 0 : 1),
  about: 'lines that fit a pattern',
  use: `${name} [-EFP] [-ivwx] [-noclLHhqs] [-m n] [-A n] [-B n] [-C n] [-r] [-e] pattern [file…]`,
  more: `  -E, -F, -P     extended pattern; the text as it is; as Perl writes them
  -i, -v         upper and lower case alike; lines that do not fit
  -w, -x         whole words; whole lines
  -o             what fits, and not its line
  -n, -c         with numbers of lines; how many lines
  -l, -L         names of files with and without such lines
  -H, -h         with names of files; without
  -A, -B, -C n   n lines after, before, around
  -m n           stops after n lines
  -r             whole folders; --include=*.conf: only such files
  -q, -s         says nothing; nothing of files that cannot be read
`,
  knows:
    '# i/ignore-case v/invert-match n/line-number c/count l/files-with-matches L/files-without-match o/only-matching E/extended-regexp F/fixed-strings P/perl-regexp ~G w/word-regexp x/line-regexp h/no-filename H/with-filename q/quiet s/no-messages r/recursive R e:/regexp m:/max-count A:/after-context B:/before-context C:/context /include: ~a/text ~I /color?',
  wrong: 2,
  run(c) {
    const { o } = c
    const many = o.has('r') || o.has('R')
    const [first, ...others] = o.rest
    const wanted = o.has('e') ? o.all('e') : (first ?? '').split('\n')
    if (!o.has('e') && first === undefined) {
      c.err(`usage: ${c.use}\n`)
      return 2
    }
    const files = o.has('e') ? o.rest : others
    let p: Pattern[]
    try {
      const plain = o.has('F') || name === 'fgrep'
      p = wanted.map((w) =>
        pattern(plain ? verbatim(w) : w, o.has('i'), !plain && (o.has('E') || o.has('P') || name === 'egrep')),
      )
    } catch (e) {
      if (!(e instanceof PatternError)) throw e
      c.err(`${name}: ${e.message}\n`)
      return 2
    }
    const word = (x: string | undefined) => x !== undefined && /\w/.test(x)
    /** The next part of a line that fits. */
    const next = (line: string, from: number): { from: number; to: number } | undefined => {
      for (let at = from; at <= line.length; at++) {
        const all = p.flatMap((one) => one.find(line, at) ?? []).sort((a, b) => a.from - b.from || b.to - a.to)
        const found = all.find(
          (f) =>
            (!o.has('w') || (!word(line[f.from - 1]) && !word(line[f.to]))) &&
            (!o.has('x') || (f.from === 0 && f.to === line.length)),
        )
        if (found) return found
        if (!all[0] || o.has('x')) return undefined
        at = all[0].from
      }
      return undefined
    }
    const count = (letter: string) => Number(o.value(letter) ?? o.value('C') ?? o.value('#') ?? 0) || 0
    const [before, after] = [count('B'), count('A')]
    const most = o.has('m') ? Number(o.value('m')) || 0 : Infinity
    const wants = o.value('include')
    const names: string[] = []
    let [found, locked] = [false, false]
    const walk = (f: string): void => {
      const file = at(c, f)
      const e = c.shell.disk.stat(file)
      if (e?.kind !== 'folder') names.push(f)
      else if (!many) {
        if (!o.has('s')) c.err(`${name}: ${f}: Is a directory\n`)
      } else if (!(e.mode & 4) && e.owner !== c.shell.user && c.shell.user !== 'root') {
        locked = true
        if (!o.has('s')) c.err(`${name}: ${f}: Permission denied\n`)
      } else
        for (const n of c.shell.disk.list(file)) {
          const inner = `${f === '/' ? '' : f}/${n}`
          if (c.shell.disk.stat(at(c, inner))?.kind === 'folder' || wants === undefined || matchesGlob(wants, n))
            walk(inner)
        }
    }
    const asked = files.length ? files : many ? ['.'] : []
    for (const f of asked) walk(f)
    const shown = o.has('H') || (!o.has('h') && (many || asked.length > 1))
    const red = (text: string) =>
      c.tty && o.has('color') && o.value('color') !== 'never' ? `\x1b[1;31m${text}\x1b[0m` : text
    const silent = o.has('c') || o.has('l') || o.has('L') || o.has('q')
    const work = (text: string, f: string): void => {
      const called = f === '-' ? '(standard input)' : f
      const head = (mark: string, i: number) =>
        `${shown ? `${called}${mark}` : ''}${o.has('n') ? `${i + 1}${mark}` : ''}`
      const lines = linesOf(text)
      let [n, last, open] = [0, -1, 0]
      for (const [i, l] of lines.entries()) {
        const fits = (next(l, 0) !== undefined) !== o.has('v')
        if (!fits || n >= most) {
          if (i < open && !silent && !o.has('o')) {
            c.out(`${head('-', i)}${l}\n`)
            last = i
          }
          if (n >= most && i >= open) break
          continue
        }
        n++
        found = true
        if (silent) continue
        if (o.has('o')) {
          if (o.has('v')) continue
          for (let m = next(l, 0); m; m = next(l, m.to > m.from ? m.to : m.to + 1))
            if (m.to > m.from) c.out(`${head(':', i)}${red(l.slice(m.from, m.to))}\n`)
          continue
        }
        const from = Math.max(last + 1, i - before)
        if ((before || after) && last >= 0 && from > last + 1) c.out('--\n')
        for (let k = from; k < i; k++) c.out(`${head('-', k)}${lines[k]}\n`)
        let [said, at] = ['', 0]
        for (let m = o.has('v') ? undefined : next(l, 0); m && m.to > m.from; m = next(l, m.to)) {
          said += l.slice(at, m.from) + red(l.slice(m.from, m.to))
          at = m.to
        }
        c.out(`${head(':', i)}${said}${l.slice(at)}\n`)
        last = i
        open = i + 1 + after
      }
      if (o.has('q')) return
      if (o.has('l') || o.has('L')) {
        if (n > 0 === o.has('l')) c.out(`${called}\n`)
      } else if (o.has('c')) c.out(`${shown ? `${called}:` : ''}${n}\n`)
    }
    const speaks: Cmd = o.has('s') ? { ...c, stdin: names.length ? undefined : c.stdin, err: () => {} } : c
    const status = asked.length
      ? eachFile(speaks, name, names, (f) =>
          work(f === '-' ? (c.stdin ?? '') : diskText(c.shell.disk.read(at(c, f), c.shell.user)), f),
        )
      : (work(c.stdin ?? '', '-'), 0)
    return found && o.has('q') ? 0 : status || locked ? 2 : found ? 0 : 1
  },
})

interface Key {
  from: number
  to: number
  letters: string
}
const sort: Program = {
  keyboard: 0,
  about: 'lines in order',
  use: 'sort [-rnufhV] [-k from[,to]] [-t x] [-o file] [file…]',
  knows:
    'r/reverse n/numeric-sort u/unique f/ignore-case h/human-numeric-sort V/version-sort b/ignore-leading-blanks c/check k:/key t:/field-separator o:/output ~s/stable',
  wrong: 2,
  run(c) {
    const { o } = c
    const by = o.value('t')
    const given = o.all('k').map((k): Key | undefined => {
      const [, from = '', letters = '', to = '', more = ''] =
        /^(\d+)(?:\.\d+)?([bfhnrV]*)(?:,(\d+)([bfhnrV]*))?$/.exec(k) ?? []
      return from === ''
        ? undefined
        : { from: Number(from), to: to === '' ? Infinity : Number(to), letters: letters + more }
    })
    const keys = given.filter((k) => k !== undefined)
    const unknown = keys.length < given.length
    if (unknown || (by !== undefined && by.length !== 1 && by !== '\\t')) {
      c.err(unknown ? `sort: invalid number at field start\n` : `sort: multi-character tab '${by}'\n`)
      return 2
    }
    const mark = by === '\\t' ? '\t' : by
    const partOf = (l: string, { from, to }: Key): string =>
      mark === undefined
        ? (l.match(/\s*\S+/g) ?? []).slice(from - 1, to).join('')
        : l
            .split(mark)
            .slice(from - 1, to)
            .join(mark)
    const size = (t: string) => {
      const [, n = '0', unit = ''] = /^\s*(-?[\d.]+)([KMGT]?)/.exec(t) ?? []
      return Number(n) * 1024 ** ' KMGT'.indexOf(unit || ' ')
    }
    const compared = (a: string, b: string, has: (l: string) => boolean): number => {
      const ready = (t: string) => (has('f') ? t.toUpperCase() : t)
      const [x, y] = has('b') ? [ready(a.trimStart()), ready(b.trimStart())] : [ready(a), ready(b)]
      const by = has('n')
        ? (Number.parseFloat(x) || 0) - (Number.parseFloat(y) || 0)
        : has('h')
          ? size(x) - size(y)
          : has('V')
            ? x.localeCompare(y, 'en', { numeric: true })
            : x < y
              ? -1
              : x > y
                ? 1
                : 0
      return has('r') ? -by : by
    }
    const order = (a: string, b: string): number => {
      for (const k of keys) {
        const n = compared(partOf(a, k), partOf(b, k), (l) => (k.letters ? k.letters.includes(l) : o.has(l)))
        if (n) return n
      }
      return keys.length ? 0 : compared(a, b, o.has)
    }
    let all: string[] = []
    const status = forEachText(c, 'sort', o.rest, (t) => all.push(...linesOf(t)))
    if (o.has('c')) {
      const wrong = all.findIndex((l, i) => i > 0 && order(all[i - 1] ?? '', l) > 0)
      if (wrong >= 0) c.err(`sort: ${o.rest[0] ?? '-'}:${wrong + 1}: disorder: ${all[wrong]}\n`)
      return wrong >= 0 ? 1 : 0
    }
    const plain = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    // lines that are alike by what was asked for stand by the whole line
    all.sort((a, b) => order(a, b) || (o.has('u') ? 0 : o.has('r') ? -plain(a, b) : plain(a, b)))
    if (o.has('u')) all = all.filter((l, i) => i === 0 || order(all[i - 1] ?? '', l) !== 0)
    const file = o.value('o')
    const said = all.map((l) => `${l}\n`).join('')
    if (file === undefined) c.out(said)
    else
      return eachFile(c, 'sort', [file], (f) => c.shell.disk.write(at(c, f), Buffer.from(said), c.shell.user)) || status
    return status
  },
}

const uniq: Program = {
  keyboard: 0,
  about: 'leaves repeated lines out',
  use: 'uniq [-cdui] [file]',
  knows: 'c/count d/repeated u/unique i/ignore-case',
  run(c) {
    const { o } = c
    const of = (l: string) => (o.has('i') ? l.toLowerCase() : l)
    return forEachText(c, 'uniq', o.rest.slice(0, 1), (t) => {
      const groups: [string, number][] = []
      for (const l of linesOf(t)) {
        const last = groups.at(-1)
        if (last && of(last[0]) === of(l)) last[1]++
        else groups.push([l, 1])
      }
      for (const [l, n] of groups)
        if ((!o.has('d') || n > 1) && (!o.has('u') || n === 1))
          c.out(o.has('c') ? `${String(n).padStart(7)} ${l}\n` : `${l}\n`)
    })
  },
}

const cut: Program = {
  keyboard: 0,
  about: 'parts of lines',
  use: 'cut -d x -f 1,3 [-s] | -c 1-8 | -b 1-8 [--complement] [--output-delimiter=x] [file…]',
  knows: 'd:/delimiter f:/fields c:/characters b:/bytes s/only-delimited /complement /output-delimiter:',
  run(c) {
    const { o } = c
    const list = o.value('f') ?? o.value('c') ?? o.value('b')
    const by = o.value('d') ?? '\t'
    if (['f', 'c', 'b'].filter(o.has).length > 1) {
      c.err('cut: only one type of list may be specified\n')
      return 1
    }
    if (list === undefined || !/^(\d+(-\d*)?|-\d+)(,(\d+(-\d*)?|-\d+))*$/.test(list) || by.length !== 1) {
      c.err(
        list === undefined
          ? 'cut: you must specify a list of bytes, characters, or fields\n'
          : by.length === 1
            ? `cut: invalid field value '${list}'\n`
            : 'cut: the delimiter must be a single character\n',
      )
      return 1
    }
    const asked = list.split(',').map((r): [number, number] => {
      const [from, to] = r.split('-')
      const a = Number(from || 1)
      return [a, to === undefined ? a : Number(to || 1e6)]
    })
    const picks = (_: unknown, i: number) => asked.some(([a, b]) => i + 1 >= a && i + 1 <= b) !== o.has('complement')
    const joint = o.value('output-delimiter') ?? by
    return forEachText(c, 'cut', o.rest, (t) => {
      for (const l of linesOf(t))
        if (o.has('c')) c.out(`${[...l].filter(picks).join('')}\n`)
        else if (o.has('b')) c.out(`${Buffer.from([...Buffer.from(l)].filter(picks)).toString('utf8')}\n`)
        else if (l.includes(by)) c.out(`${l.split(by).filter(picks).join(joint)}\n`)
        else if (!o.has('s')) c.out(`${l}\n`)
    })
  },
}

const sets: Readonly<Record<string, string>> = {
  upper: 'A-Z',
  lower: 'a-z',
  digit: '0-9',
  alpha: 'A-Za-z',
  alnum: 'A-Za-z0-9',
  space: ' \t\n\r',
  blank: ' \t',
  punct: '!-/:-@[-`{-~',
  xdigit: '0-9A-Fa-f',
  print: ' -~',
}
const wide = (set: string): string[] => {
  const s = set
    .replace(/\[:(\w+):\]/g, (whole, n: string) => sets[n] ?? whole)
    .replace(/\\(n|t|r|\\|[0-7]{1,3})/g, (_, l: string) =>
      /\d/.test(l) ? String.fromCharCode(Number.parseInt(l, 8)) : ({ n: '\n', t: '\t', r: '\r' }[l] ?? l),
    )
  const out: string[] = []
  for (let i = 0; i < s.length; i++)
    if (s[i + 1] === '-' && i + 2 < s.length) {
      for (let k = s.charCodeAt(i); k <= s.charCodeAt(i + 2); k++) out.push(String.fromCharCode(k))
      i += 2
    } else out.push(s[i] ?? '')
  return out
}
const tr: Program = {
  keyboard: 2,
  about: 'characters for others',
  use: 'tr [-cds] set [set]',
  knows: 'd/delete s/squeeze-repeats c/complement C',
  run(c) {
    const { o } = c
    const [first, second] = o.rest
    if (first === undefined || (second === undefined && !o.has('d') && !o.has('s'))) {
      c.err(first === undefined ? 'tr: missing operand\n' : `tr: missing operand after '${first}'\n`)
      return 1
    }
    const [a, b] = [wide(first), wide(second ?? '')]
    const not = o.has('c') || o.has('C')
    const at = new Map(a.map((x, i) => [x, i]))
    const inside = (x: string) => at.has(x) !== not
    const turned = (x: string) => (not ? b.at(-1) : (b[at.get(x) ?? 0] ?? b.at(-1))) ?? x
    const squeezed = new Set(second === undefined ? a : b)
    const once = (x: string) => o.has('s') && (second === undefined ? inside(x) : squeezed.has(x))
    let out = ''
    for (const x of c.stdin ?? '') {
      if (o.has('d') && inside(x)) continue
      const y = !o.has('d') && second !== undefined && inside(x) ? turned(x) : x
      if (once(y) && out.endsWith(y)) continue
      out += y
    }
    c.out(out)
    return 0
  },
}

const digest = (name: string, algorithm: string): Program => ({
  keyboard: 0,
  about: `${algorithm.toUpperCase()} of files, or whether they still have it`,
  use: `${name} [-c] [file…]`,
  knows: 'c/check /quiet /status ~b/binary ~t/text',
  run(c) {
    const { o } = c
    const of = (f: string) =>
      createHash(algorithm)
        .update(f === '-' ? (c.stdin ?? '') : c.shell.disk.read(at(c, f), c.shell.user))
        .digest('hex')
    const files = o.rest.length ? o.rest : ['-']
    if (!o.has('c')) return eachFile(c, name, files, (f) => c.out(`${of(f)}  ${f}\n`))
    let wrong = 0
    const status = forEachText(c, name, o.rest, (t) => {
      for (const l of linesOf(t)) {
        const [, sum = '', f = ''] = /^([0-9a-f]+) [ *](.+)$/i.exec(l) ?? []
        if (f === '') continue
        const same = eachFile(c, name, [f], () => {
          if (of(f) !== sum.toLowerCase()) wrong++
          else if (!o.has('quiet') && !o.has('status')) c.out(`${f}: OK\n`)
          if (of(f) !== sum.toLowerCase() && !o.has('status')) c.out(`${f}: FAILED\n`)
        })
        if (same) wrong++
      }
    })
    if (wrong && !o.has('status'))
      c.err(`${name}: WARNING: ${wrong} computed checksum${wrong === 1 ? ' did' : 's did'} NOT match\n`)
    return status || (wrong ? 1 : 0)
  },
})

/** Escapes of `echo -e`. */
const escaped = (text: string): string =>
  text.replace(/\\(n|t|r|a|e|\\|x[\da-fA-F]{1,2}|0[0-7]{0,3})/g, (_, e: string) =>
    e.startsWith('x')
      ? String.fromCharCode(Number.parseInt(e.slice(1), 16))
      : e.startsWith('0')
        ? String.fromCharCode(Number.parseInt(e, 8))
        : ({ n: '\n', t: '\t', r: '\r', a: '\x07', e: '\x1b' }[e] ?? e),
  )

export const textCommands: Programs = {
  cat: {
    keyboard: 0,
    about: 'show files',
    use: 'cat [-nbsEA] [file…]',
    knows: 'n/number b/number-nonblank s/squeeze-blank E/show-ends T/show-tabs A/show-all',
    run(c) {
      const { o } = c
      let [n, empty] = [0, false]
      return forEachText(c, 'cat', o.rest, (t) => {
        if (!['n', 'b', 's', 'E', 'T', 'A'].some(o.has)) return c.out(t)
        for (const l of linesOf(t)) {
          if (o.has('s') && l === '' && empty) continue
          empty = l === ''
          const counted = o.has('b') ? l !== '' : o.has('n')
          const said = o.has('T') || o.has('A') ? l.replaceAll('\t', '^I').replaceAll('\r', '^M') : l
          c.out(`${counted ? `${String(++n).padStart(6)}\t` : ''}${said}${o.has('E') || o.has('A') ? '$' : ''}\n`)
        }
      })
    },
  },
  echo: {
    about: 'say something',
    use: 'echo [-neE] text…',
    knows: undefined,
    run(c) {
      const words = [...c.args]
      let [end, escapes] = ['\n', false]
      while (/^-[neE]+$/.test(words[0] ?? ''))
        for (const l of words.shift() ?? '')
          if (l === 'n') end = ''
          else if (l !== '-') escapes = l === 'e'
      const text = words.join(' ')
      c.out((escapes ? escaped(text) : text) + end)
      return 0
    },
  },
  head: ends('head'),
  tail: ends('tail'),
  grep: grep('grep'),
  egrep: grep('egrep'),
  fgrep: grep('fgrep'),
  wc: {
    keyboard: 0,
    about: 'count lines, words, bytes',
    use: 'wc [-lwcmL] [file…]',
    knows: 'l/lines w/words c/bytes m/chars L/max-line-length',
    run(c) {
      const { o } = c
      const all = !['l', 'w', 'c', 'm', 'L'].some(o.has)
      const sums: number[] = []
      const row = (n: readonly number[], f: string) =>
        c.out(
          `${n.map((x) => (n.length > 1 ? String(x).padStart(7) : String(x))).join(' ')}${f === '-' ? '' : ` ${f}`}\n`,
        )
      const status = forEachText(c, 'wc', o.rest, (t, f) => {
        const n = [
          ...(all || o.has('l') ? [t.split('\n').length - 1] : []),
          ...(all || o.has('w') ? [t.split(/\s+/).filter(Boolean).length] : []),
          ...(o.has('m') ? [[...t].length] : []),
          ...(all || o.has('c') ? [Buffer.byteLength(t)] : []),
          ...(o.has('L') ? [Math.max(0, ...linesOf(t).map((l) => l.length))] : []),
        ]
        n.forEach((x, i) => (sums[i] = (sums[i] ?? 0) + x))
        row(n, f)
      })
      if (o.rest.length > 1) row(sums, 'total')
      return status
    },
  },
  sort,
  uniq,
  cut,
  tr,
  tee: {
    keyboard: 99,
    about: 'write what comes in to a file as well',
    use: 'tee [-a] file',
    knows: 'a/append',
    run(c) {
      const { o } = c
      c.out(c.stdin ?? '')
      return eachFile(c, 'tee', o.rest, (f) => {
        const file = at(c, f)
        const had = o.has('a') && c.shell.disk.stat(file) ? diskText(c.shell.disk.read(file, c.shell.user)) : ''
        c.shell.disk.write(file, Buffer.from(had + (c.stdin ?? '')), c.shell.user)
      })
    },
  },
  strings: {
    keyboard: 0,
    about: 'readable parts of a file',
    use: 'strings [-n length] file',
    knows: '# n:/bytes ~a/all',
    run(c) {
      const least = Number(c.o.value('n') ?? c.o.value('#') ?? 4) || 4
      return forEachText(c, 'strings', c.o.rest, (t) =>
        t
          .split(/[^\x20-\x7e]+/)
          .filter((x) => x.length >= least)
          .forEach((x) => c.out(`${x}\n`)),
      )
    },
  },
  base64: {
    keyboard: 0,
    about: 'base64, there and back',
    use: 'base64 [-d] [-i] [-w columns] [file]',
    knows: 'd/decode D i/ignore-garbage w:/wrap',
    run(c) {
      const { o } = c
      let bad = false
      const status = eachFile(c, 'base64', [o.rest[0] ?? '-'], (f) => {
        const given = f === '-' ? Buffer.from(c.stdin ?? '') : Buffer.from(c.shell.disk.read(at(c, f), c.shell.user))
        if (o.has('d') || o.has('D')) {
          const text = given.toString('latin1').replace(/\s/g, '')
          const clean = o.has('i') ? text.replace(/[^A-Za-z0-9+/=]/g, '') : text
          const good = /^[A-Za-z0-9+/]*/.exec(clean)?.[0] ?? ''
          c.out(Buffer.from(good, 'base64').toString('utf8'))
          bad = !/^[A-Za-z0-9+/]*={0,2}$/.test(clean) || good.length % 4 === 1
          return
        }
        const columns = Number(o.value('w') ?? 76)
        const text = given.toString('base64')
        const rows = columns > 0 ? (text.match(new RegExp(`.{1,${Math.min(1000, columns)}}`, 'g')) ?? []) : []
        c.out(columns > 0 ? rows.map((l) => `${l}\n`).join('') : text)
      })
      if (bad) c.err('base64: invalid input\n')
      return status || (bad ? 1 : 0)
    },
  },
  md5sum: digest('md5sum', 'md5'),
  sha1sum: digest('sha1sum', 'sha1'),
  sha256sum: digest('sha256sum', 'sha256'),
}
