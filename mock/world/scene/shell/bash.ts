/** A shell of a Linux node: runs lines, gives commands what they need. */
import path from 'node:path'
import { seededInteger } from '../../service/chance.ts'
import { fileWords } from './disk.ts'
import { accountsOf, type Host, trusted } from './image.ts'
import { matchesGlob } from './language/glob.ts'
import { readScript } from './language/read.ts'
import { runner } from './language/run.ts'
import { ShellError, Unfinished } from './language/tree.ts'
import type { Dialect, Ends } from './dialect.ts'
import { at } from './commands/files.ts'
import type { Cmd, CommandStreams, Shell } from './program.ts'
import { given, type Options } from './options.ts'
import { builtins, programs } from './programs.ts'

export function shellFor(
  host: Host,
  user: string,
  disk: Shell['disk'],
  now: () => Date,
  size = { columns: 80, rows: 24 },
): Shell {
  const home = accountsOf(host).find((a) => a.name === user)?.home ?? '/'
  const vars = new Map([
    ['HOME', home],
    ['USER', user],
    ['PWD', home],
    ['SHELL', '/bin/bash'],
    ['TERM', 'xterm-256color'],
    ['LANG', 'C.UTF-8'],
    ['PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
  ])
  return {
    host,
    disk,
    user,
    cwd: home,
    vars,
    exported: new Set(vars.keys()),
    history: [],
    killed: new Set(),
    now,
    pid: seededInteger(700, 900, host.node.id, user),
    since: now(),
    aliases: new Map([
      ['ll', 'ls -l'],
      ['la', 'ls -A'],
    ]),
    ...size,
  }
}

const promptOf = (s: Shell): string => {
  const home = s.vars.get('HOME') ?? ''
  const where = s.cwd === home ? '~' : s.cwd.startsWith(`${home}/`) ? `~${s.cwd.slice(home.length)}` : s.cwd
  return `\x1b[1;32m${s.user}@${s.host.node.name}\x1b[0m:\x1b[1;34m${where}\x1b[0m${s.user === 'root' ? '#' : '$'} `
}

function glob(s: Shell, pattern: string): string[] {
  const parts = pattern.split('/')
  let found = [pattern.startsWith('/') ? '/' : '']
  for (const part of parts.filter((p, i) => p !== '' || (i === 0 && !pattern.startsWith('/'))))
    found = found.flatMap((folder) => {
      if (!/[*?[]/.test(part)) {
        const file = folder + part.replace(/\\(.)/g, '$1')
        return s.disk.stat(path.posix.resolve(s.cwd, file)) ? [`${file}/`] : []
      }
      return s.disk
        .list(path.posix.resolve(s.cwd, folder || '.'))
        .filter((n) => matchesGlob(part, n) && (part.startsWith('.') || !n.startsWith('.')))
        .map((n) => `${folder}${n}/`)
    })
  return found.map((f) => f.slice(0, -1)).filter((f) => f !== '')
}

/** An earlier line: `!!`, `!12`, `!ca`. */
function recalled(line: string, history: readonly string[]): string | undefined {
  const [, what = '', rest = ''] = /^!(!|-?\d+|[\w./-]+)(.*)$/s.exec(line.trimStart()) ?? []
  if (what === '') return line
  const n = Number(what)
  const had =
    what === '!'
      ? history.at(-1)
      : Number.isInteger(n)
        ? n < 0
          ? history.at(n)
          : history[n - 1]
        : history.findLast((h) => h.startsWith(what))
  return had === undefined ? undefined : had + rest
}

/** Folders whose programs are the system's own. */
const systems: ReadonlySet<string> = new Set(['/usr/sbin', '/usr/bin', '/sbin', '/bin'])

export function bash(shell: Shell, ends: Ends, tty = true): Dialect {
  const machine = runner({ shell, program: start, files: (p) => glob(shell, p), tick: ends.tick })
  const screen: CommandStreams = { source: undefined, out: ends.out, err: ends.out, tty }

  function command(words: string[], o: Options, io: CommandStreams): Cmd {
    let taken: string | undefined
    return {
      use: programs[path.posix.basename(words[0] ?? '')]?.use ?? '',
      args: words.slice(1),
      o,
      get stdin() {
        if (io.source && taken === undefined) {
          taken = io.source.rest
          io.source.rest = ''
        }
        return taken
      },
      async line(prompt = '', hidden = false) {
        if (!io.source) return ends.ask(prompt, hidden)
        if (io.source.rest === '') return undefined
        const [first = ''] = io.source.rest.split('\n', 1)
        io.source.rest = io.source.rest.slice(first.length + 1)
        return first
      },
      shell,
      out: io.out,
      err: io.err,
      tty: io.tty,
      attended: ends.terminal !== undefined && !io.hasty,
      terminal: io.tty && !io.source ? ends.terminal : undefined,
      screen: io.tty ? ends.terminal : undefined,
      sleep: io.hasty ? async () => true : ends.sleep,
      ask: ends.ask,
      run: (inner, given) => start(inner, given === undefined ? io : { ...io, source: { rest: given } }),
      leave: ends.leave,
      enter: ends.enter,
      find: ends.find,
      diskOf: ends.diskOf,
      on: ends.on,
      keep: ends.keep,
      hosts: ends.hosts,
      wire: ends.wire,
      accounts: () => accountsOf(shell.host),
    }
  }
  async function start(words: string[], io: CommandStreams): Promise<number> {
    const [name = '', ...args] = words
    const base = /^(\/usr)?(\/local)?\/s?bin\//.test(name) ? path.posix.basename(name) : name
    if (base === 'shutdown' || base === 'reboot') {
      const other = args.find((a) => !(base === 'shutdown' ? /^(-r|-h|-P|now|\+0)$/ : /^$/).test(a))
      if (other !== undefined) {
        io.err(`${base}: ${other} is not supported on this simulated machine\nusage: ${programs[base]?.use}\n`)
        return 1
      }
      if (shell.user !== 'root') {
        io.err(`${base}: must be superuser.\n`)
        return 1
      }
      await ends.shutdown(base === 'reboot' || words.includes('-r'))
      ends.leave()
      return 0
    }
    const lent = lentBy(base)
    if (base === 'bash' || base === 'sh') {
      const words = args.filter((a) => a !== '-p' && a !== '-i')
      // a shell gives up what its file lends, unless it is told to keep it
      return as(lent !== undefined && args.includes('-p') ? lent : shell.user, () =>
        words.length
          ? words[0] === '-c'
            ? machine.text(words[1] ?? '', io)
            : script(words[0] ?? '', words.slice(1), io, true)
          : inner(io),
      )
    }
    const program = Object.hasOwn(programs, base) ? programs[base] : undefined
    const own = name.includes('/') ? undefined : onPath(name)
    if (own !== undefined) return script(own, args, io)
    if (!program) return script(name, args, io)
    const o = given(base, program, args, io)
    if (typeof o === 'number') return o
    const names = (program.knows === undefined ? args.filter((a) => !a.startsWith('-') || a === '-') : o.rest).length
    const most = typeof program.keyboard === 'function' ? program.keyboard(o) : program.keyboard
    const reads = most !== undefined && (names <= most || (most >= 0 && args.includes('-')))
    const source = reads && !io.source ? { rest: await keyed() } : io.source
    return as(lent ?? shell.user, () => Promise.resolve(program.run(command([base, ...args], o, { ...io, source }))))
  }
  /** A shell inside this one; of what is piped in, its lines. */
  async function inner(io: CommandStreams): Promise<number> {
    if (io.source) return machine.text(io.source.rest, io)
    return (await ends.enter(shell.user)) ? 0 : 1
  }
  async function as(user: string, work: () => Promise<number>): Promise<number> {
    const had = shell.user
    shell.user = user
    try {
      return await work()
    } finally {
      shell.user = had
    }
  }
  /** Whose rights the file of a program lends to whoever runs it (setuid). */
  function lentBy(base: string): string | undefined {
    if (trusted.includes(base)) return undefined
    const e = shell.disk.stat(`/usr/bin/${base}`)
    return e && e.kind === 'file' && (e.mode & 0o4001) === 0o4001 && e.owner !== shell.user ? e.owner : undefined
  }
  /** What PATH finds before the system's own programs, and what it finds of no such name. */
  function onPath(name: string): string | undefined {
    for (const folder of (shell.vars.get('PATH') ?? '').split(':')) {
      const file = path.posix.resolve(shell.cwd, folder || '.', name)
      if (systems.has(folder)) {
        if (Object.hasOwn(programs, name)) return undefined
        continue
      }
      const e = shell.disk.stat(file)
      if (e?.kind === 'file' && e.mode & 0o111) return file
    }
    return undefined
  }
  /** Lines of the keyboard up to ^D. */
  async function keyed(): Promise<string> {
    let text = ''
    for (let line = await ends.ask(''); line !== undefined && (await ends.tick()); line = await ends.ask(''))
      text += `${line}\n`
    return text
  }
  /** A file that may be run, or is given to be. */
  async function script(name: string, args: string[], io: CommandStreams, given = false): Promise<number> {
    const e = name.includes('/') || given ? shell.disk.stat(at({ shell }, name)) : undefined
    const why = !e
      ? name.includes('/') || given
        ? fileWords.ENOENT
        : 'command not found'
      : e.kind === 'folder'
        ? fileWords.EISDIR
        : !given && !(e.mode & 0o111)
          ? fileWords.EACCES
          : undefined
    if (why) {
      io.err(`bash: ${name}: ${why}\n`)
      return e ? 126 : 127
    }
    const lends = e !== undefined && (e.mode & 0o4001) === 0o4001
    return as(lends ? e.owner : shell.user, () => machine.script(name, args, io))
  }
  return {
    prompt: () => promptOf(shell),
    async run(typed) {
      const line = recalled(typed, shell.history.slice(0, -1))
      if (line === undefined) {
        ends.out(`bash: ${typed.trim()}: event not found\n`)
        return 1
      }
      if (line !== typed) {
        ends.out(`${line}\n`)
        shell.history.splice(-1, 1, line)
      }
      const { status, leave } = await machine.line(line, screen)
      if (leave) ends.leave()
      return status
    },
    unfinished(text) {
      try {
        readScript(text)
        return false
      } catch (e) {
        if (!(e instanceof ShellError)) throw e
        return e instanceof Unfinished
      }
    },
    history: shell.history,
    complete(before: string): string[] {
      const word = /[^\s;|&<>]*$/.exec(before)?.[0] ?? ''
      if (word.startsWith('$'))
        return [...shell.vars.keys()].filter((n) => n.startsWith(word.slice(1))).map((n) => `$${n}`)
      const first = /(^|[;|&(]|\bsudo)\s*$/.test(before.slice(0, before.length - word.length))
      if (first && !word.includes('/'))
        return [...new Set([...Object.keys(programs), ...builtins, ...machine.known(), ...shell.aliases.keys()])]
          .filter((n) => n.startsWith(word) && /^\w/.test(n))
          .sort()
      const cut = word.lastIndexOf('/')
      const folder = at({ shell }, cut < 0 ? '.' : word.slice(0, cut) || '/')
      const hidden = word.slice(cut + 1).startsWith('.')
      return shell.disk
        .list(folder)
        .filter((n) => n.startsWith(word.slice(cut + 1)) && (hidden || !n.startsWith('.')))
        .map((n) => (shell.disk.stat(path.posix.join(folder, n))?.kind === 'folder' ? `${n}/` : n))
    },
  }
}
