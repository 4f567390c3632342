/** What the shell does itself. */
import { options, type Programs } from '../program.ts'

export const shellCommands: Programs = {
  env: {
    about: 'variables',
    use: 'env [command…]',
    run(c) {
      if (c.args.length) return c.run(c.args)
      for (const [k, v] of c.shell.vars) if (c.shell.exported.has(k)) c.out(`${k}=${v}\n`)
      return 0
    },
  },
  export: {
    about: 'set a variable for everything that is started',
    use: 'export NAME=value',
    run(c) {
      for (const a of c.args) {
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
    run: (c) => (c.args.forEach((a) => c.shell.vars.delete(a)), 0),
  },
  history: {
    about: 'what was typed',
    use: 'history [-c]',
    run(c) {
      if (options(c.args).has('c')) c.shell.history.length = 0
      c.shell.history.forEach((l, i) => c.out(`${String(i + 1).padStart(5)}  ${l}\n`))
      return 0
    },
  },
  clear: { about: 'empty the screen', use: 'clear', run: (c) => (c.out('\x1b[H\x1b[2J\x1b[3J'), 0) },
  true: { about: 'nothing, successfully', use: 'true', run: () => 0 },
  false: { about: 'nothing, without success', use: 'false', run: () => 1 },
  sleep: {
    about: 'wait',
    use: 'sleep seconds',
    run: async (c) => ((await c.sleep(Math.min(3600, Number.parseFloat(c.args[0] ?? '0') || 0) * 1000)) ? 0 : 130),
  },
  exit: { about: 'leave', use: 'exit', run: (c) => (c.leave(), 0) },
  logout: { about: 'leave', use: 'logout', run: (c) => (c.leave(), 0) },
  which: {
    about: 'where a command is',
    use: 'which command',
    run(c) {
      const there = c.args.filter((a) => c.shell.disk.stat(`/usr/bin/${a}`))
      for (const a of there) c.out(`/usr/bin/${a}\n`)
      return there.length === c.args.length ? 0 : 1
    },
  },
}
