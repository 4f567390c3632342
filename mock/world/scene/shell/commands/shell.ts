/** What the shell does itself. */
import type { Programs } from '../program.ts'

export const shellCommands: Programs = {
  env: {
    about: 'variables',
    use: 'env [command…]',
    knows: '+',
    run(c) {
      if (c.o.rest.length) return c.run(c.o.rest)
      for (const [k, v] of c.shell.vars) if (c.shell.exported.has(k)) c.out(`${k}=${v}\n`)
      return 0
    },
  },
  export: {
    about: 'set a variable for everything that is started',
    use: 'export NAME=value',
    knows: 'p',
    run(c) {
      if (!c.o.rest.length)
        for (const [k, v] of c.shell.vars) if (c.shell.exported.has(k)) c.out(`declare -x ${k}="${v}"\n`)
      for (const a of c.o.rest) {
        const [k = '', ...v] = a.split('=')
        if (v.length) c.shell.vars.set(k, v.join('='))
        c.shell.exported.add(k)
      }
      return 0
    },
  },
  unset: {
    about: 'forget a variable',
    use: 'unset NAME',
    knows: '~v',
    run: (c) => (c.o.rest.forEach((a) => c.shell.vars.delete(a)), 0),
  },
  history: {
    about: 'what was typed',
    use: 'history [-c] [lines]',
    knows: 'c',
    run(c) {
      const { history } = c.shell
      if (c.o.has('c')) history.length = 0
      const from = c.o.rest[0] === undefined ? 0 : Math.max(0, history.length - (Number(c.o.rest[0]) || 0))
      history.forEach((l, i) => i >= from && c.out(`${String(i + 1).padStart(5)}  ${l}\n`))
      return 0
    },
  },
  clear: { about: 'empty the screen', use: 'clear', knows: '', run: (c) => (c.out('\x1b[H\x1b[2J\x1b[3J'), 0) },
  true: { about: 'nothing, successfully', use: 'true', knows: undefined, run: () => 0 },
  false: { about: 'nothing, without success', use: 'false', knows: undefined, run: () => 1 },
  sleep: {
    about: 'wait',
    use: 'sleep seconds',
    knows: '',
    async run(c) {
      const [, n = '', unit = 's'] = /^([\d.]+)([smhd]?)$/.exec(c.o.rest[0] ?? '') ?? []
      if (n === '') {
        c.err(`sleep: invalid time interval '${c.o.rest[0] ?? ''}'\n`)
        return 1
      }
      const seconds = Number(n) * ({ m: 60, h: 3600, d: 86_400 }[unit] ?? 1)
      return (await c.sleep(Math.min(3600, seconds) * 1000)) ? 0 : 130
    },
  },
  exit: { about: 'leave', use: 'exit', knows: '', run: (c) => (c.leave(), 0) },
  logout: { about: 'leave', use: 'logout', knows: '', run: (c) => (c.leave(), 0) },
  which: {
    about: 'where a command is',
    use: 'which command',
    knows: '~a',
    run(c) {
      const there = c.o.rest.filter((a) => c.shell.disk.stat(`/usr/bin/${a}`))
      for (const a of there) c.out(`/usr/bin/${a}\n`)
      return there.length === c.o.rest.length ? 0 : 1
    },
  },
}
