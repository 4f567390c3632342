/** Commands about files. */
import path from 'node:path'
import { type Entry, fileWords, FileError, textOf } from '../disk.ts'
import { matches } from '../language/glob.ts'
import { type Cmd, options, type Program, type Programs } from '../program.ts'

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
export const modeText = (e: Entry): string =>
  `${e.kind === 'folder' ? 'd' : e.kind === 'link' ? 'l' : '-'}${rwx(e.mode >> 6)}${rwx(e.mode >> 3)}${rwx(e.mode)}`
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const when = (d: Date): string =>
  `${months[d.getUTCMonth()]} ${String(d.getUTCDate()).padStart(2)} ${d.toISOString().slice(11, 16)}`
const human = (n: number): string =>
  n < 1024 ? `${n}` : n < 1048576 ? `${(n / 1024).toFixed(1)}K` : `${(n / 1048576).toFixed(1)}M`

const blue = (c: Cmd, name: string, e: Entry): string =>
  !c.tty ? name : e.kind === 'folder' ? `\x1b[1;34m${name}\x1b[0m` : e.mode & 0o111 ? `\x1b[1;32m${name}\x1b[0m` : name

function listing(c: Cmd, names: readonly [string, Entry][], long: boolean, sizes: boolean): void {
  if (long) {
    const width = Math.max(...names.map(([, e]) => String(e.size).length), 1)
    for (const [n, e] of names)
      c.out(
        `${modeText(e)} 1 ${e.owner.padEnd(8)} ${e.owner.padEnd(8)} ${(sizes ? human(e.size) : String(e.size)).padStart(width)} ${when(e.changed)} ${blue(c, n, e)}${e.kind === 'link' ? ` -> ${textOf(e.body)}` : ''}\n`,
      )
    return
  }
  if (!c.tty || !names.length) {
    for (const [n] of names) c.out(`${n}\n`)
    return
  }
  const width = Math.max(...names.map(([n]) => n.length)) + 2
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
  use: 'ls [-alhR1] [file…]',
  run(c) {
    const o = options(c.args)
    const targets = o.rest.length ? o.rest : ['.']
    return eachFile(c, 'ls', targets, (t) => {
      const file = at(c, t)
      const e = c.shell.disk.stat(file)
      if (!e) throw new FileError('ENOENT', file)
      if (e.kind !== 'folder') return listing(c, [[t, e]], o.has('l'), o.has('h'))
      if (!(e.mode & 4) && c.shell.user !== 'root' && e.owner !== c.shell.user) throw new FileError('EACCES', file)
      if (targets.length > 1) c.out(`${t}:\n`)
      const names = c.shell.disk
        .list(file)
        .filter((n) => o.has('a') || o.has('A') || !n.startsWith('.'))
        .map((n): [string, Entry] => [n, c.shell.disk.stat(path.posix.join(file, n)) as Entry])
      const dots: [string, Entry][] = o.has('a')
        ? [
            ['.', e],
            ['..', c.shell.disk.stat(path.posix.dirname(file)) ?? e],
          ]
        : []
      if (o.has('l')) c.out(`total ${names.length * 4}\n`)
      if (o.has('1')) for (const [n] of [...dots, ...names]) c.out(`${n}\n`)
      else listing(c, [...dots, ...names], o.has('l'), o.has('h'))
    })
  },
}

const cd: Program = {
  about: 'change the folder',
  use: 'cd [folder]',
  run(c) {
    const [name = '~'] = c.args
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
  use: 'rm [-rf] file…',
  run(c) {
    const o = options(c.args)
    const { disk, user } = c.shell
    const all = (file: string): void => {
      if (disk.stat(file)?.kind === 'folder') for (const n of disk.list(file)) all(path.posix.join(file, n))
      disk.remove(file, user)
    }
    return eachFile(c, 'rm: cannot remove', o.rest, (f) => {
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
  use: `${name} ${name === 'cp' ? '[-r] ' : ''}from… to`,
  run(c) {
    const o = options(c.args)
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
      if (e.kind !== 'folder') return disk.write(to, disk.read(from, user), user, e.mode)
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
      if (from === to) return
      copy(from, to)
      if (name === 'mv') drop(from)
    })
  },
})

const find: Program = {
  about: 'look for files',
  use: 'find [folder] [-name pattern] [-type f|d]',
  run(c) {
    const [first = '.'] = c.args
    const start = first.startsWith('-') ? '.' : first
    const option = (name: string) => (c.args.includes(name) ? c.args[c.args.indexOf(name) + 1] : undefined)
    const [wanted, type] = [option('-name'), option('-type')]
    const walk = (file: string, shown: string): void => {
      const e = c.shell.disk.stat(file)
      if (!e) throw new FileError('ENOENT', file)
      const fits =
        (wanted === undefined || matches(wanted, path.posix.basename(file))) &&
        (type === undefined || (type === 'd') === (e.kind === 'folder'))
      if (fits) c.out(`${shown}\n`)
      if (e.kind !== 'folder') return
      if (!(e.mode & 4) && e.owner !== c.shell.user && c.shell.user !== 'root')
        return c.err(`find: '${shown}': ${fileWords.EACCES}\n`)
      for (const n of c.shell.disk.list(file)) walk(path.posix.join(file, n), shown === '/' ? `/${n}` : `${shown}/${n}`)
    }
    return eachFile(c, 'find', [start], (f) => walk(at(c, f), f))
  },
}

const chmod: Program = {
  about: 'change who may do what with a file',
  use: 'chmod mode file…',
  run(c) {
    const [mode = '', ...files] = c.args
    const octal = /^[0-7]{3,4}$/.test(mode)
    const letters = /^[ugoa]*([+-])([rwx]+)$/.exec(mode)
    if (!octal && !letters) {
      c.err(`chmod: invalid mode: '${mode}'\n`)
      return 1
    }
    return eachFile(c, 'chmod', files, (f) => {
      const file = at(c, f)
      const had = c.shell.disk.stat(file)?.mode ?? 0
      const bits = [...(letters?.[2] ?? '')].reduce((n, l) => n | { r: 0o444, w: 0o200, x: 0o111 }[l as 'r'], 0)
      const next = octal ? Number.parseInt(mode, 8) : letters?.[1] === '+' ? had | bits : had & ~bits
      c.shell.disk.chmod(file, next, undefined, c.shell.user)
    })
  },
}

export const fileCommands: Programs = {
  ls,
  cd,
  pwd: { about: 'say which folder this is', use: 'pwd', run: (c) => (c.out(`${c.shell.cwd}\n`), 0) },
  mkdir: {
    about: 'make folders',
    use: 'mkdir [-p] folder…',
    run(c) {
      const o = options(c.args)
      return eachFile(c, 'mkdir: cannot create directory', o.rest, (f) => {
        const file = at(c, f)
        if (!o.has('p')) return c.shell.disk.folder(file, c.shell.user)
        const parts = file.split('/').filter(Boolean)
        parts.forEach((_, i) => {
          const up = `/${parts.slice(0, i + 1).join('/')}`
          if (!c.shell.disk.stat(up)) c.shell.disk.folder(up, c.shell.user)
        })
      })
    },
  },
  rm: remove,
  rmdir: {
    about: 'remove empty folders',
    use: 'rmdir folder…',
    run: (c) =>
      eachFile(c, 'rmdir: failed to remove', options(c.args).rest, (f) => c.shell.disk.remove(at(c, f), c.shell.user)),
  },
  cp: carry('cp'),
  mv: carry('mv'),
  touch: {
    about: 'make an empty file, or renew its time',
    use: 'touch file…',
    run: (c) =>
      eachFile(c, 'touch', options(c.args).rest, (f) => {
        const file = at(c, f)
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
    use: 'chown user file…',
    run(c) {
      const [owner = '', ...files] = options(c.args).rest
      if (c.shell.user !== 'root') {
        c.err(`chown: changing ownership: ${fileWords.EACCES}\n`)
        return 1
      }
      return eachFile(c, 'chown', files, (f) => {
        const file = at(c, f)
        c.shell.disk.chmod(file, c.shell.disk.stat(file)?.mode ?? 0o644, owner.split(':')[0], 'root')
      })
    },
  },
  find,
  file: {
    about: 'say what a file is',
    use: 'file file…',
    run: (c) =>
      eachFile(c, 'file', options(c.args).rest, (f) => {
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
                    : b.some((x) => x === 0)
                      ? 'data'
                      : b.some((x) => x > 127)
                        ? 'Unicode text, UTF-8 text'
                        : 'ASCII text'
        c.out(`${f}: ${kind}\n`)
      }),
  },
}
