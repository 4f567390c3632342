/** `find`: tests that are joined by and, or, not and brackets, and what is done with what they let through. */
import path from 'node:path'
import { type DiskEntry, FileError, fileWords } from '../disk.ts'
import { matchesGlob } from '../language/glob.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { at, eachFile, modeShifts, modeText, permissionBits, setIdBits, when } from './files.ts'

type Test = (file: string, e: DiskEntry) => boolean
class Wrong extends Error {}

/** `4000`, `u=s`, `g+w,o=x`: bits of a mode; undefined of anything else. */
function modeBits(text: string): number | undefined {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8)
  let bits = 0
  for (const part of text.split(',')) {
    const [, who = '', , what = ''] = /^([ugoa]*)([=+])([rwxst]+)$/.exec(part) ?? []
    if (what === '') return undefined
    const all = who === '' || who.includes('a') ? 'ugo' : who
    for (const w of all)
      for (const l of what)
        bits |= l === 's' ? (setIdBits[w] ?? 0) : l === 't' ? 0o1000 : (permissionBits[l] ?? 0) << (modeShifts[w] ?? 0)
  }
  return bits
}

function permTest(text: string): Test {
  const bits = modeBits(text.replace(/^[-/+]/, ''))
  if (bits === undefined) throw new Wrong(`invalid mode '${text}'`)
  if (text.startsWith('-')) return (_, e) => (e.mode & bits) === bits
  if (text.startsWith('/') || text.startsWith('+')) return (_, e) => bits === 0 || (e.mode & bits) !== 0
  return (_, e) => (e.mode & 0o7777) === bits
}
/** `+5`, `-5`, `5` */
function compared(text: string, name: string): (n: number) => boolean {
  const [, sign = '', digits = ''] = /^([+-]?)(\d+)$/.exec(text) ?? []
  if (digits === '') throw new Wrong(`invalid argument \`${text}' to \`${name}'`)
  const n = Number(digits)
  return (v) => (sign === '+' ? v > n : sign === '-' ? v < n : v === n)
}

interface Read {
  test: Test
  deepest: number
  shallowest: number
  long: boolean
  zero: boolean
  quits: boolean
  removes: boolean
  prints: boolean
  exec: string[] | undefined
  /** Before each. */
  asks: boolean
}
function read(c: Cmd, words: string[]): Read {
  const out: Read = {
    test: () => true,
    deepest: 64,
    shallowest: 0,
    long: false,
    zero: false,
    quits: false,
    removes: false,
    prints: false,
    exec: undefined,
    asks: false,
  }
  const own = (e: DiskEntry) => e.owner === c.shell.user
  const may = (e: DiskEntry, bit: number) => c.shell.user === 'root' || ((e.mode >> (own(e) ? 6 : 0)) & bit) !== 0
  const value = (name: string): string => {
    const v = words.shift()
    if (v === undefined) throw new Wrong(`missing argument to \`${name}'`)
    return v
  }
  const named = (wanted: string, fold: boolean): Test => {
    const of = (s: string) => (fold ? s.toLowerCase() : s)
    return (f) => matchesGlob(of(wanted), of(path.posix.basename(f)))
  }
  const age = (e: DiskEntry, one: number) => Math.floor((c.shell.now().getTime() - e.changed.getTime()) / one)
  const yes: Test = () => true

  function either(): Test {
    const all = [both()]
    while (words[0] === '-o' || words[0] === '-or') {
      words.shift()
      all.push(both())
    }
    return (f, e) => all.some((t) => t(f, e))
  }
  function both(): Test {
    const all: Test[] = []
    while (words.length && !['-o', '-or', ')'].includes(words[0] ?? '')) {
      if (words[0] === '-a' || words[0] === '-and') words.shift()
      else all.push(one())
    }
    return (f, e) => all.every((t) => t(f, e))
  }
  function one(): Test {
    const word = words.shift() ?? ''
    switch (word) {
      case '!':
      case '-not': {
        const inner = one()
        return (f, e) => !inner(f, e)
      }
      case '(': {
        const inner = either()
        if (words.shift() !== ')')
          throw new Wrong("invalid expression; I was expecting to find a ')' somewhere but did not see one.")
        return inner
      }
      case '-name':
      case '-iname':
        return named(value(word), word === '-iname')
      case '-path':
      case '-wholename': {
        const wanted = value(word)
        return (f) => matchesGlob(wanted, f)
      }
      case '-type': {
        const letters = value(word).split(',')
        const kinds = letters.map((l) => ({ f: 'file', d: 'folder', l: 'link' })[l])
        return (_, e) => kinds.includes(e.kind)
      }
      case '-perm':
        return permTest(value(word))
      case '-user':
      case '-group': {
        const name = value(word)
        if (word === '-user' && !c.accounts().some((a) => a.name === name))
          throw new Wrong(`'${name}' is not the name of a known user`)
        return (_, e) => e.owner === name
      }
      case '-uid': {
        const fits = compared(value(word), word)
        return (_, e) => fits(c.accounts().find((a) => a.name === e.owner)?.uid ?? 0)
      }
      case '-size': {
        const [, n = '', unit = 'b'] = /^([+-]?\d+)([bckMG]?)$/.exec(value(word)) ?? []
        const fits = compared(n, word)
        const one = { b: 512, c: 1, k: 1024, M: 1024 ** 2, G: 1024 ** 3 }[unit || 'b'] ?? 512
        return (_, e) => fits(Math.ceil(e.size / one))
      }
      case '-mmin':
      case '-mtime':
      case '-cmin':
      case '-ctime': {
        const fits = compared(value(word), word)
        const one = word.endsWith('min') ? 60_000 : 86_400_000
        return (_, e) => fits(age(e, one))
      }
      case '-newer': {
        const name = value(word)
        const than = c.shell.disk.stat(at(c, name))
        if (!than) throw new Wrong(`'${name}': ${fileWords.ENOENT}`)
        return (_, e) => e.changed > than.changed
      }
      case '-empty':
        return (f, e) => (e.kind === 'folder' ? !c.shell.disk.list(f).length : e.size === 0)
      case '-readable':
        return (_, e) => may(e, 4)
      case '-writable':
        return (_, e) => may(e, 2)
      case '-executable':
        return (_, e) => may(e, 1)
      case '-maxdepth':
      case '-mindepth': {
        const n = Number(value(word))
        if (!Number.isInteger(n)) throw new Wrong(`Expected a positive decimal integer argument to ${word}`)
        if (word === '-maxdepth') out.deepest = n
        else out.shallowest = n
        return yes
      }
      case '-print':
        out.prints = true
        return yes
      case '-print0':
        out.zero = true
        return yes
      case '-ls':
        out.long = true
        return yes
      case '-quit':
        out.quits = true
        return yes
      case '-delete':
        out.removes = true
        return yes
      case '-xdev':
      case '-mount':
        return yes
      case '-exec':
      case '-ok': {
        const end = words.findIndex((w) => w === ';' || w === '+')
        if (end < 0) throw new Wrong("missing argument to `-exec'")
        out.asks = word === '-ok'
        out.exec = words.splice(0, end + 1).slice(0, -1)
        return yes
      }
      default:
        throw new Wrong(
          word.startsWith('-') ? `unknown predicate \`${word}'` : `paths must precede expression: \`${word}'`,
        )
    }
  }
  out.test = words.length ? either() : yes
  if (words.length) throw new Wrong("invalid expression; you have too many ')'")
  return out
}

const find: Program = {
  about: 'look for files',
  use: 'find [folder…] [test…] [-exec command {} \\;]',
  more: `  -name p, -iname p, -path p    by name, with * and ?
  -type f|d|l                   files, folders, links
  -perm mode                    exactly these rights; -perm -mode: all of them; -perm /mode: one of them
                                (4000 or u=s: runs with the rights of its owner)
  -user name, -uid n            by owner
  -size [+-]n[ckMG]             by size
  -mtime [+-]days, -mmin [+-]minutes, -newer file
  -readable, -writable, -executable, -empty
  -maxdepth n, -mindepth n
  ! test, test -o test, \\( … \\)
  -print, -ls, -delete, -quit, -exec command {} \\;
`,
  knows: undefined,
  async run(c) {
    const begin = c.args.findIndex((a) => /^[-(!]/.test(a))
    const folders = begin < 0 ? c.args : c.args.slice(0, begin)
    let o: Read
    try {
      o = read(c, begin < 0 ? [] : c.args.slice(begin))
    } catch (e) {
      if (!(e instanceof Wrong)) throw e
      c.err(`find: ${e.message}\n`)
      return 1
    }
    const found: [file: string, shown: string, e: DiskEntry][] = []
    let locked = 0
    const walk = (file: string, shown: string, deep: number): void => {
      const e = c.shell.disk.stat(file)
      if (!e) throw new FileError('ENOENT', file)
      if (deep >= o.shallowest && o.test(file, e)) found.push([file, shown, e])
      if (e.kind !== 'folder' || deep >= o.deepest) return
      if (!(e.mode & 4) && e.owner !== c.shell.user && c.shell.user !== 'root') {
        locked++
        return c.err(`find: '${shown}': ${fileWords.EACCES}\n`)
      }
      for (const n of c.shell.disk.list(file))
        walk(path.posix.join(file, n), shown.endsWith('/') ? `${shown}${n}` : `${shown}/${n}`, deep + 1)
    }
    let status = eachFile(c, 'find', folders.length ? folders : ['.'], (f) => walk(at(c, f), f, 0))
    if (locked) status = 1
    for (const [, shown, e] of found.slice(0, o.quits ? 1 : found.length)) {
      if (o.exec) {
        const words = o.exec.map((w) => w.replaceAll('{}', shown))
        if (!o.asks || /^y/i.test((await c.ask(`< ${words.join(' ')} > ? `)) ?? ''))
          status = (await c.run(words)) || status
        if (!(await c.sleep(0))) return 130
      }
      if (o.long)
        c.out(
          `${modeText(e)}   1 ${e.owner.padEnd(8)} ${e.owner.padEnd(8)} ${String(e.size).padStart(8)} ${when(e.changed)} ${shown}\n`,
        )
      else if (o.prints || (!o.exec && !o.removes)) c.out(o.zero ? `${shown}\0` : `${shown}\n`)
    }
    if (o.removes)
      status =
        eachFile(c, 'find: cannot delete', found.map(([file]) => file).toReversed(), (f) =>
          c.shell.disk.remove(f, c.shell.user),
        ) || status
    return status
  },
}

export const findCommands: Programs = { find }
