/** Commands about texts. */
import { createHash } from 'node:crypto'
import { textOf } from '../disk.ts'
import { pattern } from '../pattern.ts'
import { type Cmd, type Options, options, type Program, type Programs } from '../program.ts'
import { at, eachFile } from './files.ts'

/** What to do and with which files: the first word, or what stands behind `-e`. */
export function scripted(args: readonly string[]): { o: Options; script: string; files: readonly string[] } {
  const o = options(args, 'e')
  const given = o.value('e')
  const [first = '', ...others] = o.rest
  return given === undefined ? { o, script: first, files: others } : { o, script: given, files: o.rest }
}

/** Texts of the files named, or what was piped in. */
export function texts(
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
    work(f === '-' ? (c.stdin ?? '') : textOf(c.shell.disk.read(at(c, f), c.shell.user)), f),
  )
}
export const linesOf = (text: string): string[] => {
  const all = text.split('\n')
  if (all.at(-1) === '') all.pop()
  return all
}

const ends = (name: 'head' | 'tail'): Program => ({
  keyboard: 0,
  about: `the ${name === 'head' ? 'first' : 'last'} lines`,
  use: `${name} [-n lines] [file…]`,
  run(c) {
    const short = c.args.find((a) => /^-\d+$/.test(a))
    const o = options(
      c.args.filter((a) => a !== short),
      'nc',
    )
    const n = Math.abs(Number(short?.slice(1) ?? o.value('n') ?? 10)) || 0
    return texts(c, name, o.rest, (text, f) => {
      if (o.rest.length > 1) c.out(`==> ${f} <==\n`)
      const lines = linesOf(text)
      for (const l of name === 'head' ? lines.slice(0, n) : n === 0 ? [] : lines.slice(-n)) c.out(`${l}\n`)
    })
  },
})

const grep: Program = {
  keyboard: 1,
  about: 'lines that fit a pattern',
  use: 'grep [-invcrl] pattern [file…]',
  run(c) {
    const { o, script: wanted, files } = scripted(c.args)
    const p = pattern(wanted, o.has('i'), o.has('E') || o.has('P'))
    let found = false
    const named: string[] = []
    const walk = (f: string): void => {
      const file = at(c, f)
      const e = c.shell.disk.stat(file)
      if ((o.has('r') || o.has('R')) && e?.kind === 'folder')
        if (!(e.mode & 4) && e.owner !== c.shell.user && c.shell.user !== 'root')
          c.err(`grep: ${f}: Permission denied\n`)
        else for (const n of c.shell.disk.list(file)) walk(`${f === '/' ? '' : f}/${n}`)
      else named.push(f)
    }
    for (const f of files) walk(f)
    const many = named.length > 1 || o.has('r')
    const status = texts(c, 'grep', named, (text, f) => {
      let n = 0
      linesOf(text).forEach((l, i) => {
        if (p.test(l) === o.has('v')) return
        n++
        found = true
        if (!o.has('c') && !o.has('l') && !o.has('q'))
          c.out(`${many ? `${f}:` : ''}${o.has('n') ? `${i + 1}:` : ''}${l}\n`)
      })
      if (o.has('c')) c.out(`${many ? `${f}:` : ''}${n}\n`)
      if (o.has('l') && n) c.out(`${f}\n`)
    })
    return status || (found ? 0 : 1)
  },
}

const sort: Program = {
  keyboard: 0,
  about: 'lines in order',
  use: 'sort [-rnu] [file…]',
  run(c) {
    const o = options(c.args, 'kt')
    let all: string[] = []
    const status = texts(c, 'sort', o.rest, (t) => all.push(...linesOf(t)))
    const key = Number.parseInt(o.value('k') ?? '', 10)
    const of = (l: string) => (key > 0 ? (l.split(o.value('t') ?? /\s+/)[key - 1] ?? '') : l)
    all.sort((a, b) =>
      o.has('n')
        ? Number.parseFloat(of(a)) - Number.parseFloat(of(b)) || 0
        : of(a) < of(b)
          ? -1
          : of(a) > of(b)
            ? 1
            : 0,
    )
    if (o.has('r')) all.reverse()
    if (o.has('u')) all = [...new Set(all)]
    for (const l of all) c.out(`${l}\n`)
    return status
  },
}

const uniq: Program = {
  keyboard: 0,
  about: 'leaves repeated lines out',
  use: 'uniq [-cd] [file]',
  run(c) {
    const o = options(c.args)
    return texts(c, 'uniq', o.rest, (t) => {
      const groups: [string, number][] = []
      for (const l of linesOf(t)) {
        const last = groups.at(-1)
        if (last?.[0] === l) last[1]++
        else groups.push([l, 1])
      }
      for (const [l, n] of groups)
        if (!o.has('d') || n > 1) c.out(o.has('c') ? `${String(n).padStart(7)} ${l}\n` : `${l}\n`)
    })
  },
}

const cut: Program = {
  keyboard: 0,
  about: 'parts of lines',
  use: 'cut -d x -f 1,3 | -c 1-8 [file…]',
  run(c) {
    const o = options(c.args, 'dfc')
    const asked = (o.value('f') ?? o.value('c') ?? '').split(',').flatMap((r): [number, number][] => {
      const [from, to] = r.split('-')
      const a = Number(from || 1)
      return r === '' ? [] : [[a, to === undefined ? a : Number(to || 1e6)]]
    })
    const picks = (n: number) => asked.some(([a, b]) => n >= a && n <= b)
    const by = o.value('d') ?? '\t'
    return texts(c, 'cut', o.rest, (t) => {
      for (const l of linesOf(t)) {
        if (o.value('c') !== undefined) c.out(`${[...l].filter((_, i) => picks(i + 1)).join('')}\n`)
        else
          c.out(
            `${
              l.includes(by)
                ? l
                    .split(by)
                    .filter((_, i) => picks(i + 1))
                    .join(by)
                : l
            }\n`,
          )
      }
    })
  },
}

const wide = (set: string): string[] => {
  const named: Record<string, string> = {
    '[:upper:]': 'A-Z',
    '[:lower:]': 'a-z',
    '[:digit:]': '0-9',
    '[:space:]': ' \t\n',
  }
  const s = named[set] ?? set.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
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
  use: 'tr [-d] set [set]',
  run(c) {
    const o = options(c.args)
    const [a, b] = [wide(o.rest[0] ?? ''), wide(o.rest[1] ?? '')]
    const map = new Map(a.map((x, i) => [x, o.has('d') ? '' : (b[i] ?? b.at(-1) ?? x)]))
    c.out([...(c.stdin ?? '')].map((x) => map.get(x) ?? x).join(''))
    return 0
  },
}

const digest = (name: string, algorithm: string): Program => ({
  keyboard: 0,
  about: `${algorithm.toUpperCase()} of files`,
  use: `${name} [file…]`,
  run(c) {
    if (!options(c.args).rest.length) {
      c.out(
        `${createHash(algorithm)
          .update(c.stdin ?? '')
          .digest('hex')}  -\n`,
      )
      return 0
    }
    return eachFile(c, name, options(c.args).rest, (f) => {
      c.out(
        `${createHash(algorithm)
          .update(c.shell.disk.read(at(c, f), c.shell.user))
          .digest('hex')}  ${f}\n`,
      )
    })
  },
})

export const textCommands: Programs = {
  cat: {
    keyboard: 0,
    about: 'show files',
    use: 'cat [-n] [file…]',
    run(c) {
      const o = options(c.args)
      let n = 0
      return texts(c, 'cat', o.rest, (t) => {
        if (o.has('n')) for (const l of linesOf(t)) c.out(`${String(++n).padStart(6)}\t${l}\n`)
        else c.out(t)
      })
    },
  },
  echo: {
    about: 'say something',
    use: 'echo [-ne] text…',
    run(c) {
      const words = [...c.args]
      let [end, escapes] = ['\n', false]
      while (/^-[ne]+$/.test(words[0] ?? '')) {
        const w = words.shift() ?? ''
        if (w.includes('n')) end = ''
        if (w.includes('e')) escapes = true
      }
      const text = words.join(' ')
      c.out((escapes ? text.replaceAll('\\n', '\n').replaceAll('\\t', '\t') : text) + end)
      return 0
    },
  },
  head: ends('head'),
  tail: ends('tail'),
  more: { about: 'show a file', use: 'more file', run: (c) => texts(c, 'more', options(c.args).rest, (t) => c.out(t)) },
  less: { about: 'show a file', use: 'less file', run: (c) => texts(c, 'less', options(c.args).rest, (t) => c.out(t)) },
  grep,
  wc: {
    keyboard: 0,
    about: 'count lines, words, bytes',
    use: 'wc [-lwc] [file…]',
    run(c) {
      const o = options(c.args)
      const all = !o.has('l') && !o.has('w') && !o.has('c')
      return texts(c, 'wc', o.rest, (t, f) => {
        const n = [
          ...(all || o.has('l') ? [t.split('\n').length - 1] : []),
          ...(all || o.has('w') ? [t.split(/\s+/).filter(Boolean).length] : []),
          ...(all || o.has('c') ? [Buffer.byteLength(t)] : []),
        ]
        c.out(
          `${n.map((x) => (n.length > 1 ? String(x).padStart(7) : String(x))).join(' ')}${f === '-' ? '' : ` ${f}`}\n`,
        )
      })
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
    run(c) {
      const o = options(c.args)
      c.out(c.stdin ?? '')
      return eachFile(c, 'tee', o.rest, (f) => {
        const file = at(c, f)
        const had = o.has('a') && c.shell.disk.stat(file) ? textOf(c.shell.disk.read(file, c.shell.user)) : ''
        c.shell.disk.write(file, Buffer.from(had + (c.stdin ?? '')), c.shell.user)
      })
    },
  },
  strings: {
    about: 'readable parts of a file',
    use: 'strings file',
    run: (c) =>
      texts(c, 'strings', options(c.args).rest, (t) =>
        t
          .split(/[^\x20-\x7e]+/)
          .filter((x) => x.length >= 4)
          .forEach((x) => c.out(`${x}\n`)),
      ),
  },
  base64: {
    keyboard: 0,
    about: 'base64, there and back',
    use: 'base64 [-d] [file]',
    run(c) {
      const o = options(c.args)
      return texts(c, 'base64', o.rest, (t) => {
        if (o.has('d') || o.has('--decode')) c.out(Buffer.from(t, 'base64').toString('utf8'))
        else
          c.out(
            `${(
              Buffer.from(t)
                .toString('base64')
                .match(/.{1,76}/g) ?? []
            ).join('\n')}\n`,
          )
      })
    },
  },
  md5sum: digest('md5sum', 'md5'),
  sha1sum: digest('sha1sum', 'sha1'),
  sha256sum: digest('sha256sum', 'sha256'),
}
