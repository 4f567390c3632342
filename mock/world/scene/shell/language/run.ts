/** Runs a script: what a list, a pipe, a loop and a choice do with what is written and read. */
import path from 'node:path'
import { FileError, fileWords, diskText as bytesText } from '../disk.ts'
import type { CommandStreams, Shell } from '../program.ts'
import { wordFieldsOf, fitsCasePattern, type ExpansionContext, expandedText } from './expand.ts'
import { readScript } from './read.ts'
import { sum } from './sum.ts'
import { type ParsedCommand, type List, type Pipeline, type Redirect, ShellError } from './tree.ts'

export interface Machine {
  shell: Shell
  /** A program by its name, or one that is not there. */
  program(words: string[], io: CommandStreams): Promise<number>
  files: (pattern: string) => string[]
  /** Gives others a turn; false when somebody pressed ^C. */
  tick(): Promise<boolean>
}
/** Out of a loop, a function or the whole script. */
class Jump extends Error {
  constructor(
    readonly way: 'break' | 'continue' | 'return' | 'exit' | 'interrupt',
    public n: number,
  ) {
    super(way)
  }
}

/** Commands one line may run, and how much one of a pipe hands to the next. */
const most = { steps: 20_000, out: 1024 * 1024, deep: 40 } as const
const at = (shell: Shell, name: string) => path.posix.resolve(shell.cwd, name)

export function runner(m: Machine) {
  const { shell } = m
  const functions = new Map<string, ParsedCommand>()
  let positional: string[] = []
  let [status, outcome, steps, deep] = [0, 0, 0, 0]

  const ground = (io: CommandStreams): ExpansionContext => ({
    get(name) {
      if (name === '?') return String(status)
      if (name === '$') return String(shell.pid)
      if (name === '#') return String(positional.length)
      if (name === '!') return ''
      if (name === 'RANDOM') return String(((shell.now().getTime() * 48_271 + steps * 16_807) >>> 3) % 32_768)
      if (name === 'SECONDS') return String(Math.floor((shell.now().getTime() - shell.since.getTime()) / 1000))
      if (name === '0') return 'bash'
      if (/^\d+$/.test(name)) return positional[Number(name) - 1] ?? ''
      return shell.vars.get(name) ?? ''
    },
    set: (name, value) => void shell.vars.set(name, value),
    has: (name) => (/^\d+$/.test(name) ? Number(name) <= positional.length : shell.vars.has(name)),
    get positional() {
      return positional
    },
    home: () => shell.vars.get('HOME') ?? '/root',
    spend(characters) {
      steps += Math.floor(characters / 1000)
      if (steps > most.steps) throw new ShellError(`stopped after ${most.steps} commands`)
    },
    async output(list) {
      let text = ''
      const out = (t: string) => text.length < most.out && (text += t)
      const before = status
      outcome = await apart(() => all(list, { ...io, out, tty: false }))
      status = before
      return text.replace(/\n+$/, '')
    },
    files: m.files,
  })

  /** With variables and a folder of its own. */
  async function apart(work: () => Promise<number>): Promise<number> {
    const kept = { vars: new Map(shell.vars), cwd: shell.cwd, positional }
    try {
      return await work()
    } catch (e) {
      if (e instanceof Jump && e.way === 'exit') return (status = e.n)
      throw e
    } finally {
      shell.vars.clear()
      for (const [k, v] of kept.vars) shell.vars.set(k, v)
      shell.cwd = kept.cwd
      positional = kept.positional
    }
  }

  async function all(list: List, io: CommandStreams): Promise<number> {
    for (const item of list) {
      if ((item.when === '&&' && status !== 0) || (item.when === '||' && status === 0)) continue
      if (item.behind) io.err(`[1] ${shell.pid + 1 + (steps % 900)}\n`)
      status = await pipeline(item.line, item.behind ? { ...io, hasty: true } : io)
    }
    return status
  }
  async function pipeline({ steps: parts, not }: Pipeline, io: CommandStreams): Promise<number> {
    let { source } = io
    let last = 0
    for (const [i, part] of parts.entries()) {
      if (i === parts.length - 1) {
        last = await command(part, { ...io, source })
        break
      }
      let text = ''
      const out = (t: string) => text.length < most.out && (text += t)
      await apart(() => command(part, { ...io, source, out, tty: false }))
      source = { rest: text }
    }
    return not ? (last === 0 ? 1 : 0) : last
  }

  async function command(c: ParsedCommand, given: CommandStreams): Promise<number> {
    steps++
    if (steps > most.steps) throw new ShellError(`stopped after ${most.steps} commands`)
    if (!(await m.tick())) throw new Jump('interrupt', 130)
    const closing: (() => void)[] = []
    const io = await opened(c.to, given, closing)
    if (!io) return 1
    try {
      return await does(c, io)
    } finally {
      for (const close of closing) close()
    }
  }
  /** Its streams, led where it says; undefined where that cannot be, which is said. */
  async function opened(
    to: readonly Redirect[],
    given: CommandStreams,
    closing: (() => void)[],
  ): Promise<CommandStreams | undefined> {
    const io = { ...given }
    for (const r of to) {
      const name = await expandedText(r.to, ground(given))
      try {
        if (r.way === 'text') io.source = { rest: name }
        else if (r.way === 'dup') {
          if (r.from === 2 && name === '1') io.err = io.out
          else if (r.from === 1 && name === '2') io.out = io.err
        } else if (r.way === '<') {
          io.source = { rest: name === '/dev/null' ? '' : bytesText(shell.disk.read(at(shell, name), shell.user)) }
        } else {
          const write = sink(name, r.way === '>>', closing)
          if (r.from !== 2) [io.out, io.tty] = [write, false]
          if (r.from >= 2) io.err = write
        }
      } catch (e) {
        if (!(e instanceof FileError)) throw e
        given.err(`bash: ${name}: ${fileWords[e.code]}\n`)
        return undefined
      }
    }
    return io
  }
  function sink(name: string, more: boolean, closing: (() => void)[]): (t: string) => void {
    if (name === '/dev/null') return () => {}
    const file = at(shell, name)
    const had = more && shell.disk.stat(file) ? bytesText(shell.disk.read(file, shell.user)) : ''
    let [text, fresh] = [had, false]
    // emptied before anything is read, as a real one is
    shell.disk.write(file, Buffer.from(text), shell.user)
    closing.push(() => fresh && shell.disk.write(file, Buffer.from(text), shell.user))
    return (t) => {
      if (text.length < most.out) [text, fresh] = [text + t, true]
    }
  }

  async function does(c: ParsedCommand, io: CommandStreams): Promise<number> {
    const g = ground(io)
    switch (c.is) {
      case 'simple':
        return simple(c, io, g)
      case 'sum':
        return sum(await expandedText(c.expression, g), g) === 0 ? 1 : 0
      case 'group':
        return c.own ? apart(() => all(c.body, io)) : all(c.body, io)
      case 'function':
        functions.set(c.name, c.body)
        return 0
      case 'if':
        for (const arm of c.arms) if ((await all(arm.when, io)) === 0) return none(arm.body, io)
        return none(c.otherwise ?? [], io)
      case 'case': {
        const text = await expandedText(c.of, g)
        for (const arm of c.arms)
          for (const pattern of arm.patterns) if (await fitsCasePattern(text, pattern, g)) return none(arm.body, io)
        return 0
      }
      case 'for': {
        const words: string[] = c.words ? [] : [...positional]
        for (const w of c.words ?? []) words.push(...(await wordFieldsOf(w, g)))
        return loop(async (turn) => {
          if (turn >= words.length) return undefined
          shell.vars.set(c.name, words[turn] ?? '')
          return all(c.body, io)
        })
      }
      default:
        return loop(async () => (((await all(c.when, io)) === 0) !== c.until ? none(c.body, io) : undefined))
    }
  }
  /** A list that may be empty, whose status then is success. */
  const none = (list: List, io: CommandStreams): Promise<number> => {
    status = 0
    return all(list, io)
  }
  async function loop(turn: (n: number) => Promise<number | undefined>): Promise<number> {
    let last = 0
    for (let n = 0; ; n++) {
      steps++
      try {
        const next = await turn(n)
        if (next === undefined) return last
        last = next
      } catch (e) {
        if (!(e instanceof Jump) || (e.way !== 'break' && e.way !== 'continue')) throw e
        if (--e.n > 0) throw e
        if (e.way === 'break') return 0
      }
    }
  }

  async function simple(
    c: Extract<ParsedCommand, { is: 'simple' }>,
    io: CommandStreams,
    g: ExpansionContext,
  ): Promise<number> {
    const words: string[] = []
    outcome = 0
    for (const w of c.words) words.push(...(await wordFieldsOf(w, g)))
    const said = words[0] === undefined ? undefined : shell.aliases.get(words[0])
    if (said !== undefined) words.splice(0, 1, ...said.split(' '))
    const had = new Map(c.sets.map(({ name }) => [name, shell.vars.get(name)]))
    for (const { name, value } of c.sets) shell.vars.set(name, await expandedText(value, g))
    // where there is no command, the last one whose output was taken counts
    if (!words.length) return outcome
    const fresh = c.sets.filter(({ name }) => !shell.exported.has(name))
    for (const { name } of fresh) shell.exported.add(name)
    try {
      return await call(words, io, g)
    } finally {
      for (const { name } of fresh) shell.exported.delete(name)
      for (const [name, value] of had)
        if (value === undefined) shell.vars.delete(name)
        else shell.vars.set(name, value)
    }
  }
  async function call(words: string[], io: CommandStreams, g: ExpansionContext): Promise<number> {
    const [name = '', ...args] = words
    const fn = functions.get(name)
    if (fn) return within(args, () => command(fn, io))
    const count = () => Math.max(1, Number(args[0] ?? 1) || 1)
    switch (name) {
      case 'break':
      case 'continue':
        throw new Jump(name, count())
      case 'return':
        throw new Jump(name, Number(args[0] ?? status) || 0)
      case 'exit':
        if (args[0] !== undefined && !/^\d+$/.test(args[0])) {
          io.err(`bash: exit: ${args[0]}: numeric argument required\n`)
          throw new Jump(name, 2)
        }
        throw new Jump(name, Number(args[0] ?? status) || 0)
      case 'shift':
        positional = positional.slice(count())
        return 0
      case 'set':
        if (args[0] === '--') positional = args.slice(1)
        else if (args.length) {
          io.err(`bash: set: ${args[0]}: is not supported on this simulated machine\n`)
          return 2
        } else for (const [k, v] of [...shell.vars].sort()) io.out(`${k}=${v}\n`)
        return 0
      case 'local':
      case 'declare':
      case 'readonly':
        for (const a of args.filter((x) => x.startsWith('-')))
          if (a !== '-x' || name !== 'declare') {
            io.err(`bash: ${name}: ${a}: is not supported on this simulated machine\n`)
            return 2
          }
        for (const a of args.filter((x) => !x.startsWith('-'))) {
          const [k = '', ...v] = a.split('=')
          shell.vars.set(k, v.join('='))
          if (args.includes('-x')) shell.exported.add(k)
        }
        return 0
      case 'let':
        return args.map((a) => sum(a, g)).at(-1) === 0 ? 1 : 0
      case 'eval':
        return all(readScript(args.join(' ')), io)
      case '.':
      case 'source':
        return script(args[0] ?? '', args.slice(1), io)
      default:
        return m.program(words, io)
    }
  }
  async function within(args: string[], work: () => Promise<number>): Promise<number> {
    if (++deep > most.deep) throw new ShellError('maximum nesting level exceeded')
    const kept = positional
    positional = args
    try {
      return await work()
    } catch (e) {
      if (e instanceof Jump && e.way === 'return') return e.n
      throw e
    } finally {
      positional = kept
      deep--
    }
  }
  /** @throws FileError */
  async function script(file: string, args: string[], io: CommandStreams): Promise<number> {
    const list = readScript(bytesText(shell.disk.read(at(shell, file), shell.user)))
    return within(args, () => all(list, io))
  }

  return {
    /** A script as a program: what it sets is its own. */
    script: (file: string, args: string[], io: CommandStreams) => apart(() => script(file, args, io)),
    /** Text as a program, as `bash -c` has it. */
    text: (text: string, io: CommandStreams) => apart(() => all(readScript(text), io)),
    known: () => [...functions.keys()],
    /** A line as it was typed. */
    async line(text: string, io: CommandStreams): Promise<{ status: number; leave: boolean }> {
      ;[steps, deep] = [0, 0]
      try {
        await all(readScript(text), io)
      } catch (e) {
        if (e instanceof FileError) {
          io.err(`bash: ${e.at}: ${fileWords[e.code]}\n`)
          status = 1
        } else if (e instanceof ShellError) {
          io.err(`bash: ${e.message}\n`)
          status = 2
        } else if (e instanceof Jump) {
          status = e.n
          if (e.way === 'exit') return { status, leave: true }
        } else throw e
      }
      return { status, leave: false }
    },
  }
}
