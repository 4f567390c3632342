/** Commands about files. */
import path from 'node:path'
import { type DiskEntry, fileWords, FileError, diskText } from '../disk.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { present } from '#src/contract/lib/typed.ts'

export const at = (c: Pick<Cmd, 'shell'>, name: string): string => {
  const { shell } = c
  const home = c.shell.vars.get('HOME') ?? '/root'
  return path.posix.resolve(shell.cwd, name === '~' ? home : name.startsWith('~/') ? home + name.slice(1) : name)
}

/** Does something to each file; says what went wrong as the command's own voice. */
export function eachFile(c: Cmd, name: string, files: readonly string[], work: (file: string) => void): number {
  let status = 0
  for (const f of files)
    try {
      work(f)
    } catch (e) {
      if (!(e instanceof FileError)) throw e
      c.err(`${name}: ${f}: ${fileWords[e.code]}\n`)
      status = 1
    }
  return status
}

const rwx = (n: number): string => `${n & 4 ? 'r' : '-'}${n & 2 ? 'w' : '-'}${n & 1 ? 'x' : '-'}`
/** Setuid, setgid and sticky stand where execution does. */
const lent = (text: string, bit: number, letter: string): string =>
  bit ? `${text.slice(0, 2)}${text.endsWith('x') ? letter : letter.toUpperCase()}` : text
export const modeText = (e: DiskEntry): string =>
  `${e.kind === 'folder' ? 'd' : e.kind === 'link' ? 'l' : '-'}${lent(rwx(e.mode >> 6), e.mode & 0o4000, 's')}${lent(rwx(e.mode >> 3), e.mode & 0o2000, 's')}${lent(rwx(e.mode), e.mode & 0o1000, 't')}`
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
export const when = (d: Date): string =>
  `${months[d.getUTCMonth()]} ${String(d.getUTCDate()).padStart(2)} ${d.toISOString().slice(11, 16)}`
const human = (n: number): string =>
  n < 1024 ? `${n}` : n < 1048576 ? `${(n / 1024).toFixed(1)}K` : `${(n / 1048576).toFixed(1)}M`

const blue = (c: Cmd, plain: string, e: DiskEntry): string => {
  const { o } = c
  const name = `${plain}${!o.has('F') ? '' : e.kind === 'folder' ? '/' : e.kind === 'link' ? '@' : e.mode & 0o111 ? '*' : ''}`
  const colours = o.value('color') === 'always' || (c.tty && o.value('color') !== 'never')
  return !colours
    ? name
    : e.kind === 'folder'
      ? `\x1b[1;34m${name}\x1b[0m`
      : e.mode & 0o111
        ? `\x1b[1;32m${name}\x1b[0m`
        : name
}

function listing(c: Cmd, names: readonly [string, DiskEntry][], long: boolean, sizes: boolean): void {
  if (long) {
    const width = Math.max(...names.map(([, e]) => String(e.size).length), 1)
    for (const [n, e] of names)
      c.out(
        `${modeText(e)} 1 ${e.owner.padEnd(8)} ${e.owner.padEnd(8)} ${(sizes ? human(e.size) : String(e.size)).padStart(width)} ${when(e.changed)} ${blue(c, n, e)}${e.kind === 'link' ? ` -> ${diskText(e.body)}` : ''}\n`,
      )
    return
  }
  if (!c.tty || !names.length) {
    for (const [n, e] of names) c.out(`${blue(c, n, e)}\n`)
    return
  }
  const width = Math.max(...names.map(([n]) => n.length)) + 2 + (c.o.has('F') ? 1 : 0)
  const columns = Math.max(1, Math.floor(c.shell.columns / width))
  const rows = Math.ceil(names.length / columns)
  for (let r = 0; r < rows; r++) {
    const line = Array.from({ length: columns }, (_, k) => names[k * rows + r]).filter((x) => x !== undefined)
    c.out(
      `${line
        .map(([n, e]) => blue(c, n, e) + ' '.repeat(width - n.length))
        .join('')
        .trimEnd()}\n`,
    )
  }
}

const ls: Program = {
  about: 'list what is in a folder',
  use: 'ls [-aAlhdRF1tSr] [--color=never] [file…]',
  knows: 'a/all A/almost-all l h/human-readable d/directory R/recursive F/classify 1 t S r/reverse /color?',
  wrong: 2,
  run(c) {
    const { o } = c
    const targets = o.rest.length ? o.rest : ['.']
    const order = (all: [string, DiskEntry][]): [string, DiskEntry][] => {
      const by = o.has('t')
        ? all.toSorted((a, b) => b[1].changed.getTime() - a[1].changed.getTime())
        : o.has('S')
          ? all.toSorted((a, b) => b[1].size - a[1].size)
          : all
      return o.has('r') ? by.toReversed() : by
    }
    /** A name stands above a folder where there is more than one. */
    let shown = 0
    const folder = (file: string, name: string): void => {
      const e = present(c.shell.disk.stat(file))
      if (!(e.mode & 4) && c.shell.user !== 'root' && e.owner !== c.shell.user) throw new FileError('EACCES', file)
      if (targets.length > 1 || o.has('R')) c.out(`${shown++ ? '\n' : ''}${name}:\n`)
      const names = order(
        c.shell.disk
          .list(file)
          .filter((n) => o.has('a') || o.has('A') || !n.startsWith('.'))
          .map((n) => [n, present(c.shell.disk.stat(path.posix.join(file, n)))]),
      )
      const dots: [string, DiskEntry][] = o.has('a')
        ? [
            ['.', e],
            ['..', c.shell.disk.stat(path.posix.dirname(file)) ?? e],
          ]
        : []
      if (o.has('l')) c.out(`total ${names.length * 4}\n`)
      if (o.has('1') && !o.has('l')) for (const [n, one] of [...dots, ...names]) c.out(`${blue(c, n, one)}\n`)
      else listing(c, [...dots, ...names], o.has('l'), o.has('h'))
      if (o.has('R'))
        for (const [n, inside] of names)
          if (inside.kind === 'folder')
            eachFile(c, 'ls', [`${name.replace(/\/$/, '')}/${n}`], (f) => folder(path.posix.join(file, n), f))
    }
    return eachFile(c, 'ls', targets, (t) => {
      const file = at(c, t)
      const e = c.shell.disk.stat(file)
      if (!e) throw new FileError('ENOENT', file)
      if (e.kind !== 'folder' || o.has('d')) {
        shown++
        return listing(c, [[t, e]], o.has('l'), o.has('h'))
      }
      folder(file, t)
    })
  },
}

const cd: Program = {
  about: 'change the folder',
  use: 'cd [folder]',
  knows: '',
  run(c) {
    const [name = '~'] = c.o.rest
    const to = name === '-' ? (c.shell.vars.get('OLDPWD') ?? c.shell.cwd) : at(c, name)
    const e = c.shell.disk.stat(to)
    const locked = e && !(e.mode & 1) && e.owner !== c.shell.user && c.shell.user !== 'root'
    const why = !e ? fileWords.ENOENT : e.kind !== 'folder' ? fileWords.ENOTDIR : locked ? fileWords.EACCES : undefined
    if (why) {
      c.err(`bash: cd: ${name}: ${why}\n`)
      return 1
    }
    c.shell.vars.set('OLDPWD', c.shell.cwd)
    c.shell.cwd = to
    c.shell.vars.set('PWD', to)
    if (name === '-') c.out(`${to}\n`)
    return 0
  },
}

const remove: Program = {
  about: 'remove files or folders',
  use: 'rm [-rfvi] file…',
  knows: 'r/recursive R f/force v/verbose i',
  async run(c) {
    const { o } = c
    const { disk, user } = c.shell
    const all = (file: string): void => {
      if (disk.stat(file)?.kind === 'folder') for (const n of disk.list(file)) all(path.posix.join(file, n))
      disk.remove(file, user)
      if (o.has('v')) c.out(`removed '${file}'\n`)
    }
    const meant: string[] = []
    for (const f of o.rest) if (!o.has('i') || /^y/i.test((await c.ask(`rm: remove '${f}'? `)) ?? '')) meant.push(f)
    return eachFile(c, 'rm: cannot remove', meant, (f) => {
      const file = at(c, f)
      const e = disk.stat(file)
      if (!e && o.has('f')) return
      if (e?.kind === 'folder' && !o.has('r') && !o.has('R')) throw new FileError('EISDIR', file)
      all(file)
    })
  },
}

/** Copies, or moves by removing what was copied. */
const carry = (name: 'cp' | 'mv'): Program => ({
  about: name === 'cp' ? 'copy files' : 'move or rename files',
  use: `${name} ${name === 'cp' ? '[-rv] ' : '[-v] '}[-n] from… to`,
  knows:
    name === 'cp' ? 'r/recursive R a/archive v/verbose n/no-clobber ~p ~f/force' : 'v/verbose n/no-clobber ~f/force',
  run(c) {
    const { o } = c
    const { disk, user } = c.shell
    const target = o.rest.at(-1)
    if (o.rest.length < 2 || target === undefined) {
      c.err(`${name}: missing file operand\n`)
      return 1
    }
    const into = disk.stat(at(c, target))?.kind === 'folder'
    const copy = (from: string, to: string): void => {
      const e = disk.stat(from)
      if (!e) throw new FileError('ENOENT', from)
      if (e.kind !== 'folder')
        return disk.write(to, disk.read(from, user), user, user === e.owner ? e.mode : e.mode & 0o777)
      if (name === 'cp' && !o.has('r') && !o.has('R') && !o.has('a')) throw new FileError('EISDIR', from)
      if (!disk.stat(to)) disk.folder(to, user)
      for (const n of disk.list(from)) copy(path.posix.join(from, n), path.posix.join(to, n))
    }
    const drop = (file: string): void => {
      for (const n of disk.stat(file)?.kind === 'folder' ? disk.list(file) : []) drop(path.posix.join(file, n))
      disk.remove(file, user)
    }
    return eachFile(c, name, o.rest.slice(0, -1), (f) => {
      const from = at(c, f)
      const to = into ? path.posix.join(at(c, target), path.posix.basename(from)) : at(c, target)
      if (from === to || (o.has('n') && disk.stat(to))) return
      copy(from, to)
      if (o.has('v'))
        c.out(
          `${name === 'mv' ? 'renamed ' : ''}'${f}' -> '${into ? path.posix.join(target, path.posix.basename(from)) : target}'\n`,
        )
      if (name === 'mv') drop(from)
    })
  },
})

/** How far the bits of the owner, the group and the others are to the left, what `s` means of each, and what the letters mean. */
export const modeShifts: Readonly<Record<string, number>> = { u: 6, g: 3, o: 0 }
export const setIdBits: Readonly<Record<string, number>> = { u: 0o4000, g: 0o2000, o: 0 }
export const permissionBits: Readonly<Record<string, number>> = { r: 4, w: 2, x: 1, X: 1 }

/** `644`, `u+x`, `go-w,a=r`: a mode after a change; undefined where it cannot be read. */
function modeAfter(text: string, had: number): number | undefined {
  if (/^[0-7]{3,4}$/.test(text)) return Number.parseInt(text, 8)
  let mode = had
  for (const part of text.split(',')) {
    const [, who = '', how = '', what = ''] = /^([ugoa]*)([-+=])([rwxXst]*)$/.exec(part) ?? []
    if (how === '') return undefined
    let [bits, all] = [0, 0]
    for (const w of who === '' || who.includes('a') ? 'ugo' : who) {
      const up = modeShifts[w] ?? 0
      all |= 7 << up
      for (const l of what)
        if (l === 's') bits |= setIdBits[w] ?? 0
        else if (l === 't') bits |= 0o1000
        else if (l !== 'X' || had & 0o111) bits |= (permissionBits[l] ?? 0) << up
    }
    // of everybody, the usual mask keeps others from writing
    if (who === '') bits &= ~0o022
    mode = how === '+' ? mode | bits : how === '-' ? mode & ~bits : (mode & ~all) | bits
  }
  return mode
}
/** A file, and all that is in it where it is a folder. */
function below(c: Cmd, file: string): string[] {
  const inside = c.shell.disk.stat(file)?.kind === 'folder' ? c.shell.disk.list(file) : []
  return [file, ...inside.flatMap((n) => below(c, path.posix.join(file, n)))]
}
const chmod: Program = {
  about: 'change who may do what with a file',
  use: 'chmod [-R] [-v] mode file…',
  knows: 'R/recursive v/verbose',
  // a mode may begin with a dash
  spelled(args) {
    const at = args.findIndex((a) => /^-[rwxXst]+$/.test(a))
    return at < 0 ? args : [...args.slice(0, at), '--', ...args.slice(at)]
  },
  run(c) {
    const { o } = c
    const [mode = '', ...files] = o.rest
    if (modeAfter(mode, 0) === undefined) {
      c.err(mode === '' ? 'chmod: missing operand\n' : `chmod: invalid mode: '${mode}'\n`)
      return 1
    }
    return eachFile(c, 'chmod', files, (f) => {
      for (const file of o.has('R') ? below(c, at(c, f)) : [at(c, f)]) {
        const next = modeAfter(mode, c.shell.disk.stat(file)?.mode ?? 0) ?? 0
        c.shell.disk.chmod(file, next, undefined, c.shell.user)
        if (o.has('v')) c.out(`mode of '${file}' changed to ${next.toString(8).padStart(4, '0')}\n`)
      }
    })
  },
}

/** By how it begins; undefined of what begins as anything may. */
function kindOf(b: Uint8Array): string | undefined {
  const head = Buffer.from(b.subarray(0, 80))
  if (head.length >= 24 && head.readUInt32LE(0) === 0xa1b2c3d4)
    return 'pcap capture file, microsecond ts (little-endian) - version 2.4 (Ethernet, capture length 65535)'
  const text = head.toString('latin1')
  const [, shell] = /^#! ?\S*\/(\w+)/.exec(text) ?? []
  if (shell)
    return `${{ sh: 'POSIX shell', bash: 'Bourne-Again shell', python3: 'Python' }[shell] ?? shell} script, ASCII text executable`
  if (/^-----BEGIN (\w+ )?PRIVATE KEY-----/.test(text)) return 'PEM private key'
  if (/^ssh-(ed25519|rsa) /.test(text)) return `OpenSSH ${text.startsWith('ssh-rsa') ? 'RSA' : 'ED25519'} public key`
  return undefined
}

export const fileCommands: Programs = {
  ls,
  cd,
  pwd: { about: 'say which folder this is', use: 'pwd', knows: '', run: (c) => (c.out(`${c.shell.cwd}\n`), 0) },
  mkdir: {
    about: 'make folders',
    use: 'mkdir [-p] [-v] [-m mode] folder…',
    knows: 'p/parents v/verbose m:/mode',
    run(c) {
      const { o } = c
      return eachFile(c, 'mkdir: cannot create directory', o.rest, (f) => {
        const file = at(c, f)
        const make = (folder: string): void => {
          c.shell.disk.folder(folder, c.shell.user)
          if (o.has('v')) c.out(`mkdir: created directory '${folder}'\n`)
        }
        const parts = file.split('/').filter(Boolean)
        if (!o.has('p')) make(file)
        else
          parts.forEach((_, i) => {
            const up = `/${parts.slice(0, i + 1).join('/')}`
            if (!c.shell.disk.stat(up)) make(up)
          })
        const mode = o.value('m')
        if (mode !== undefined) c.shell.disk.chmod(file, modeAfter(mode, 0o755) ?? 0o755, undefined, c.shell.user)
      })
    },
  },
  rm: remove,
  rmdir: {
    about: 'remove empty folders',
    use: 'rmdir folder…',
    knows: '',
    run: (c) => eachFile(c, 'rmdir: failed to remove', c.o.rest, (f) => c.shell.disk.remove(at(c, f), c.shell.user)),
  },
  cp: carry('cp'),
  mv: carry('mv'),
  touch: {
    about: 'make an empty file, or renew its time',
    use: 'touch [-c] file…',
    knows: 'c/no-create',
    run: (c) =>
      eachFile(c, 'touch', c.o.rest, (f) => {
        const file = at(c, f)
        if (c.o.has('c') && !c.shell.disk.stat(file)) return
        c.shell.disk.write(
          file,
          c.shell.disk.stat(file) ? c.shell.disk.read(file, c.shell.user) : new Uint8Array(),
          c.shell.user,
        )
      }),
  },
  chmod,
  chown: {
    about: 'give a file to somebody',
    use: 'chown [-R] user file…',
    knows: 'R/recursive v/verbose',
    run(c) {
      const [owner = '', ...files] = c.o.rest
      if (c.shell.user !== 'root') {
        c.err(`chown: changing ownership: ${fileWords.EACCES}\n`)
        return 1
      }
      return eachFile(c, 'chown', files, (f) => {
        for (const file of c.o.has('R') ? below(c, at(c, f)) : [at(c, f)]) {
          c.shell.disk.chmod(file, c.shell.disk.stat(file)?.mode ?? 0o644, owner.split(':')[0], 'root')
          if (c.o.has('v')) c.out(`changed ownership of '${file}' to ${owner}\n`)
        }
      })
    },
  },
  file: {
    about: 'say what a file is',
    use: 'file [-b] file…',
    knows: 'b/brief',
    run: (c) =>
      eachFile(c, 'file', c.o.rest, (f) => {
        const e = c.shell.disk.stat(at(c, f))
        if (!e) throw new FileError('ENOENT', f)
        const b = e.kind === 'folder' ? undefined : c.shell.disk.read(at(c, f), c.shell.user)
        const kind = !b
          ? 'directory'
          : b.length === 0
            ? 'empty'
            : b[0] === 0x7f
              ? 'ELF 64-bit LSB pie executable, x86-64'
              : b[0] === 0x89
                ? 'PNG image data'
                : b[0] === 0x50 && b[1] === 0x4b
                  ? 'Zip archive data'
                  : b[0] === 0x1f
                    ? 'gzip compressed data'
                    : kindOf(b) !== undefined
                      ? kindOf(b)
                      : b.some((x) => x === 0)
                        ? 'data'
                        : b.some((x) => x > 127)
                          ? 'Unicode text, UTF-8 text'
                          : 'ASCII text'
        c.out(`${c.o.has('b') ? '' : `${f}: `}${kind}\n`)
      }),
  },
}
