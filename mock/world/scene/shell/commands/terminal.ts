/** What the shell and its terminal do themselves: asking, naming, counting. */
import { sum } from '../language/sum.ts'
import { ShellError } from '../language/tree.ts'
import type { Cmd, Program, Programs } from '../program.ts'

/** Escapes of `printf`. */
const unescaped = (text: string): string =>
  text.replace(/\\(n|t|r|a|e|\\|"|x[\da-fA-F]{1,2}|0?[0-7]{1,3})/g, (_, e: string) =>
    e === 'n'
      ? '\n'
      : e === 't'
        ? '\t'
        : e === 'r'
          ? '\r'
          : e === 'a'
            ? '\x07'
            : e === 'e'
              ? '\x1b'
              : e.startsWith('x')
                ? String.fromCharCode(Number.parseInt(e.slice(1), 16))
                : /^[0-7]/.test(e)
                  ? String.fromCharCode(Number.parseInt(e, 8))
                  : e,
  )

const printf: Program = {
  about: 'say something in a form',
  use: 'printf format [value…]',
  knows: undefined,
  run(c) {
    const [format = '', ...values] = c.args
    let left = [...values]
    do {
      const before = left.length
      c.out(
        unescaped(
          format.replace(
            /%(-?)(0?)(\d*)(?:\.(\d+))?([sdiuxXoqcb%])/g,
            (_, minus: string, zero: string, width: string, cut: string | undefined, kind: string) => {
              if (kind === '%') return '%'
              const said = left.shift() ?? ''
              const n = Math.trunc(Number(said) || 0)
              const text =
                kind === 'd' || kind === 'i' || kind === 'u'
                  ? String(n)
                  : kind === 'x'
                    ? n.toString(16)
                    : kind === 'X'
                      ? n.toString(16).toUpperCase()
                      : kind === 'o'
                        ? n.toString(8)
                        : kind === 'c'
                          ? said.slice(0, 1)
                          : cut === undefined
                            ? said
                            : said.slice(0, Number(cut))
              const wide = Math.min(200, Number(width) || 0)
              return minus ? text.padEnd(wide) : text.padStart(wide, zero && kind !== 's' ? '0' : ' ')
            },
          ),
        ),
      )
      if (left.length === before) left = []
    } while (left.length)
    return 0
  },
}

const seq: Program = {
  about: 'numbers in a row',
  use: 'seq [-s x] [-w] [from [step]] to',
  knows: '-1 s:/separator w/equal-width',
  run(c) {
    const { o } = c
    const n = o.rest.filter((a) => /^-?\d+$/.test(a)).map(Number)
    const [from, step, to] = n.length > 2 ? n : n.length === 2 ? [n[0], 1, n[1]] : [1, 1, n[0]]
    if (from === undefined || to === undefined || !step) {
      c.err('seq: missing operand\n')
      return 1
    }
    const all = Array.from(
      { length: Math.max(0, Math.min(100_000, Math.floor((to - from) / step) + 1)) },
      (_, i) => from + i * step,
    )
    const by = o.value('s')
    const wide = o.has('w') ? Math.max(0, ...all.map((x) => String(x).length)) : 0
    const said = all.map((x) => String(x).padStart(wide, '0'))
    c.out(by === undefined ? said.map((x) => `${x}\n`).join('') : `${said.join(by)}\n`)
    return 0
  },
}

const expr: Program = {
  about: 'a sum, or part of a text',
  use: 'expr 1 + 2',
  knows: undefined,
  run(c) {
    if (c.args[0] === 'length') return c.out(`${(c.args[1] ?? '').length}\n`), 0
    try {
      const n = sum(c.args.map((a) => (a === '=' ? '==' : a)).join(' '), { get: () => '', set: () => {} })
      c.out(`${n}\n`)
      return n === 0 ? 1 : 0
    } catch (e) {
      if (!(e instanceof ShellError)) throw e
      c.err('expr: syntax error\n')
      return 2
    }
  },
}

const read: Program = {
  about: 'a line into variables',
  use: 'read [-r] [-s] [-p prompt] [NAME…]',
  knows: '~r s p:',
  wrong: 2,
  async run(c) {
    const { o } = c
    const said = await c.line(o.value('p') ?? '', o.has('s'))
    if (said === undefined) return 1
    const names = o.rest.length ? o.rest : ['REPLY']
    let rest = said.trim()
    names.forEach((name, i) => {
      const [word = ''] = rest.split(/\s+/, 1)
      c.shell.vars.set(name, i === names.length - 1 ? rest : word)
      rest = rest.slice(word.length).trimStart()
    })
    return 0
  },
}

function settings(c: Cmd): string {
  const size = `rows ${c.shell.rows}; columns ${c.shell.columns};`
  return c.args.includes('-a')
    ? `speed 38400 baud; ${size} line = 0;\nintr = ^C; quit = ^\\; erase = ^?; kill = ^U; eof = ^D; eol = <undef>; start = ^Q; stop = ^S; susp = ^Z;\nwerase = ^W; lnext = ^V; min = 1; time = 0;\n-parenb -parodd cs8 hupcl -cstopb cread clocal -crtscts\nicrnl ixon -ixoff iutf8 opost onlcr\nisig icanon iexten echo echoe echok -echonl -noflsh\n`
    : 'speed 38400 baud; line = 0;\n-brkint -imaxbel iutf8\n'
}
const stty: Program = {
  about: 'settings of this terminal',
  use: 'stty [size|-a|sane|rows n|cols n]',
  knows: undefined,
  run(c) {
    const [what, n] = c.args
    if (what === 'size') c.out(`${c.shell.rows} ${c.shell.columns}\n`)
    else if (what === 'rows' || what === 'cols' || what === 'columns') {
      const to = Number(n)
      if (!(to > 0 && to <= 500)) {
        c.err(`stty: invalid integer argument: '${n ?? ''}'\n`)
        return 1
      }
      if (what === 'rows') c.shell.rows = to
      else c.shell.columns = to
    } else if (what === undefined || what === '-a') c.out(settings(c))
    else if (!/^(sane|raw|cooked|-?(echo|icanon|ixon|isig|tostop))$/.test(what)) {
      c.err(`stty: invalid argument '${what}'\n`)
      return 1
    }
    return 0
  },
}

export const terminalCommands: Programs = {
  printf,
  seq,
  expr,
  read,
  stty,
  tty: { about: 'which terminal this is', use: 'tty', knows: '', run: (c) => (c.out('/dev/ttyS0\n'), 0) },
  tput: {
    about: 'facts of the terminal',
    use: 'tput cols|lines|clear',
    knows: '',
    run(c) {
      const [what] = c.o.rest
      if (what === undefined || !/^(cols|lines|clear)$/.test(what)) {
        c.err(`tput: unknown terminfo capability '${what ?? ''}'\n`)
        return 4
      }
      c.out(
        what === 'cols'
          ? `${c.shell.columns}\n`
          : what === 'lines'
            ? `${c.shell.rows}\n`
            : what === 'clear'
              ? '\x1b[H\x1b[2J'
              : '',
      )
      return 0
    },
  },
  reset: { about: 'empty the screen', use: 'reset', knows: '', run: (c) => (c.out('\x1bc\x1b[H\x1b[2J'), 0) },
  ':': { about: 'nothing, successfully', use: ':', knows: undefined, run: () => 0 },
  alias: {
    about: 'another name for a command',
    use: 'alias [name=command]',
    knows: '~p',
    run(c) {
      const { aliases } = c.shell
      for (const a of c.o.rest) {
        const [name = '', ...to] = a.split('=')
        if (to.length) aliases.set(name, to.join('='))
        else if (aliases.has(name)) c.out(`alias ${name}='${aliases.get(name)}'\n`)
        else c.err(`bash: alias: ${name}: not found\n`)
      }
      if (!c.o.rest.length) for (const [name, to] of aliases) c.out(`alias ${name}='${to}'\n`)
      return 0
    },
  },
  unalias: {
    about: 'forget another name',
    use: 'unalias [-a] name',
    knows: 'a',
    run: (c) => (c.o.has('a') ? c.shell.aliases.clear() : c.o.rest.forEach((a) => c.shell.aliases.delete(a)), 0),
  },
  jobs: { about: 'what runs behind; nothing stays there', use: 'jobs', knows: '', run: () => 0 },
  wait: { about: 'wait for what runs behind', use: 'wait', knows: '', run: () => 0 },
  time: {
    about: 'how long a command takes',
    use: 'time command…',
    knows: '+',
    async run(c) {
      const from = c.shell.now().getTime()
      const status = await c.run(c.o.rest, c.stdin)
      const s = (c.shell.now().getTime() - from) / 1000
      c.err(`\nreal\t${Math.floor(s / 60)}m${(s % 60).toFixed(3)}s\nuser\t0m0.002s\nsys\t0m0.001s\n`)
      return status
    },
  },
}
