/** A shell of a Linux node: runs lines, gives commands what they need. */
import path from 'node:path'
import { FileError, fileWords, textOf } from './disk.ts'
import { accountsOf, type Host } from './image.ts'
import { parse, matches, ShellError, statements, type Step } from './parse.ts'
import type { Cmd, Programs, Shell } from './program.ts'
import { at, fileCommands } from './commands/files.ts'
import { netCommands } from './commands/net.ts'
import { shellCommands } from './commands/shell.ts'
import { systemCommands } from './commands/system.ts'
import { textCommands } from './commands/text.ts'

/** What a shell needs of the terminal it is at. */
export interface Ends {
  out(text: string): void
  sleep(ms: number): Promise<boolean>
  ask(prompt: string, hidden?: boolean): Promise<string | undefined>
  enter: Cmd['enter']
  leave(): void
  find: Cmd['find']
  /** Switches the node off. */
  shutdown(reboot: boolean): Promise<void>
}

const help: Programs = {
  help: {
    about: 'this list',
    use: 'help',
    run(c) {
      const names = Object.keys(programs).sort()
      for (const n of names) c.out(`${n.padEnd(12)} ${programs[n]?.about}\n`)
      return 0
    },
  },
  man: {
    about: 'what a command does',
    use: 'man command',
    run(c) {
      const p = Object.hasOwn(programs, c.args[0] ?? '') ? programs[c.args[0] ?? ''] : undefined
      if (!p) {
        c.err(`No manual entry for ${c.args[0] ?? ''}\n`)
        return 16
      }
      c.out(`NAME\n    ${c.args[0]} - ${p.about}\n\nSYNOPSIS\n    ${p.use}\n`)
      return 0
    },
  },
}

export const programs: Programs = {
  ...fileCommands,
  ...textCommands,
  ...systemCommands,
  ...shellCommands,
  ...netCommands,
  ...help,
  shutdown: { about: 'switch this node off', use: 'shutdown [-r] now', run: () => 0 },
  reboot: { about: 'switch this node off and on', use: 'reboot', run: () => 0 },
}
/** Names of programs that lie on the disk. */
export const programNames = Object.keys(programs).filter(
  (n) => !['cd', 'exit', 'logout', 'export', 'unset', 'history', 'help'].includes(n),
)

export function shellFor(host: Host, user: string, disk: Shell['disk'], now: () => Date, columns: number): Shell {
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
    stopped: new Set(),
    now,
    columns,
  }
}

export const promptOf = (s: Shell): string => {
  const home = s.vars.get('HOME') ?? ''
  const where = s.cwd === home ? '~' : s.cwd.startsWith(`${home}/`) ? `~${s.cwd.slice(home.length)}` : s.cwd
  return `\x1b[1;32m${s.user}@${s.host.node.name}\x1b[0m:\x1b[1;34m${where}\x1b[0m${s.user === 'root' ? '#' : '$'} `
}

/** Most that one command of a pipe hands to the next. */
const mostOut = 1024 * 1024

function glob(s: Shell, pattern: string): string[] {
  const cut = pattern.lastIndexOf('/')
  const folder = cut < 0 ? '.' : pattern.slice(0, cut) || '/'
  const last = pattern.slice(cut + 1)
  return s.disk
    .list(path.posix.resolve(s.cwd, folder))
    .filter((n) => matches(last, n) && (last.startsWith('.') || !n.startsWith('.')))
    .map((n) => (cut < 0 ? n : path.posix.join(folder, n)))
}

export function bash(shell: Shell, ends: Ends) {
  let status = 0
  const vars = (name: string): string =>
    name === '?' ? String(status) : name === '$' ? '731' : (shell.vars.get(name) ?? '')

  function command(
    words: string[],
    stdin: string | undefined,
    out: (t: string) => void,
    err: (t: string) => void,
  ): Cmd {
    return {
      args: words.slice(1),
      stdin,
      shell,
      out,
      err,
      sleep: ends.sleep,
      ask: ends.ask,
      run: (inner, given) => start(inner, given, out, err),
      leave: ends.leave,
      enter: ends.enter,
      find: ends.find,
      accounts: () => accountsOf(shell.host),
    }
  }
  async function start(
    words: string[],
    stdin: string | undefined,
    out: (t: string) => void,
    err: (t: string) => void,
  ): Promise<number> {
    const [name = ''] = words
    const assigned = /^([A-Za-z_]\w*)=(.*)$/s.exec(name)
    if (assigned && words.length === 1) {
      shell.vars.set(assigned[1] ?? '', assigned[2] ?? '')
      return 0
    }
    const base = name.startsWith('/') ? path.posix.basename(name) : name
    if (base === 'shutdown' || base === 'reboot') {
      if (shell.user !== 'root') {
        err(`${base}: must be superuser.\n`)
        return 1
      }
      await ends.shutdown(base === 'reboot' || words.includes('-r'))
      ends.leave()
      return 0
    }
    const program = Object.hasOwn(programs, base) ? programs[base] : undefined
    if (program) return program.run(command(words, stdin, out, err))
    return script(name, out, err)
  }
  /** A file that may be run, line by line. */
  async function script(name: string, out: (t: string) => void, err: (t: string) => void): Promise<number> {
    const file = at({ shell }, name)
    const e = name.includes('/') ? shell.disk.stat(file) : undefined
    if (!e) {
      err(`bash: ${name}: ${name.includes('/') ? fileWords.ENOENT : 'command not found'}\n`)
      return 127
    }
    if (e.kind === 'folder' || !(e.mode & 0o111)) {
      err(`bash: ${name}: ${e.kind === 'folder' ? fileWords.EISDIR : fileWords.EACCES}\n`)
      return 126
    }
    let last = 0
    for (const line of textOf(shell.disk.read(file, shell.user)).split('\n').slice(0, 500))
      if (!line.startsWith('#')) last = await run(line, out, err)
    return last
  }
  function redirect(step: Step, sink: { out: string; err: string }, failed: (t: string) => void): void {
    for (const r of step.redirects)
      if (r.way !== '<' && r.way !== '2>&1' && r.to !== '/dev/null') {
        const file = at({ shell }, r.to)
        try {
          const had = r.way === '>>' && shell.disk.stat(file) ? textOf(shell.disk.read(file, shell.user)) : ''
          shell.disk.write(file, Buffer.from(had + (r.way === '2>' ? sink.err : sink.out)), shell.user)
        } catch (e) {
          if (!(e instanceof FileError)) throw e
          failed(`bash: ${r.to}: ${fileWords[e.code]}\n`)
        }
      }
  }
  let depth = 0
  async function run(line: string, out: (t: string) => void, err: (t: string) => void): Promise<number> {
    if (depth > 8) return 1
    depth++
    try {
      for (const { text, when } of statements(line)) {
        if ((when === '&&' && status !== 0) || (when === '||' && status === 0)) continue
        const steps = parse(text, vars, (p) => glob(shell, p)).flatMap((x) => x.steps)
        let piped: string | undefined
        for (const [i, step] of steps.entries()) {
          const last = i === steps.length - 1
          const ways = step.redirects.map((r) => r.way)
          const kept = !last || ways.includes('>') || ways.includes('>>')
          const errKept = ways.includes('2>')
          const sink = { out: '', err: '' }
          const say = (t: string) => (kept ? sink.out.length < mostOut && (sink.out += t) : out(t))
          const complain = (t: string) => (ways.includes('2>&1') ? say(t) : errKept ? (sink.err += t) : err(t))
          const from = step.redirects.find((r) => r.way === '<')
          try {
            if (from) piped = textOf(shell.disk.read(at({ shell }, from.to), shell.user))
            status = step.words.length
              ? await start(
                  step.words,
                  piped ?? (last && !kept ? undefined : kept && i === 0 ? '' : undefined),
                  say,
                  complain,
                )
              : 0
          } catch (e) {
            if (!(e instanceof FileError)) throw e
            err(`bash: ${e.at}: ${fileWords[e.code]}\n`)
            status = 1
          }
          redirect(step, sink, err)
          piped = sink.out
        }
      }
    } catch (e) {
      if (!(e instanceof ShellError)) throw e
      err(`bash: ${e.message}\n`)
      status = 2
    } finally {
      depth--
    }
    return status
  }
  return {
    prompt: () => promptOf(shell),
    run: (line: string) => run(line, ends.out, ends.out),
    history: shell.history,
    complete(before: string): string[] {
      const word = /\S*$/.exec(before)?.[0] ?? ''
      if (word === before.trimStart() && !word.includes('/'))
        return Object.keys(programs)
          .filter((n) => n.startsWith(word))
          .sort()
      const cut = word.lastIndexOf('/')
      const folder = at({ shell }, cut < 0 ? '.' : word.slice(0, cut) || '/')
      return shell.disk
        .list(folder)
        .filter((n) => n.startsWith(word.slice(cut + 1)))
        .map((n) => (shell.disk.stat(path.posix.join(folder, n))?.kind === 'folder' ? `${n}/` : n))
    },
  }
}
/** How a kind of system talks at its terminal. */
export interface Dialect {
  prompt(): string
  run(line: string): Promise<number>
  history: string[]
  complete(before: string): string[]
}
