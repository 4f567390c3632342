/** Commands about people: who one is, and how to become somebody else. */
import { createHash } from 'node:crypto'
import { textOf } from '../disk.ts'
import type { Program, Programs } from '../program.ts'
import { upText } from './load.ts'

/** As /etc/shadow has it after `passwd`; before that an account’s password is its name. */
const secretOf = (user: string, text: string): string =>
  `$5$${createHash('sha256').update(`${user} ${text}`).digest('base64')}`
function lineOf(shadow: string, user: string): string[] | undefined {
  return shadow
    .split('\n')
    .map((l) => l.split(':'))
    .find(([n]) => n === user)
}
export function passwordFits(
  disk: { read(at: string, user: string): Uint8Array },
  user: string,
  given: string,
): boolean {
  const kept = lineOf(textOf(disk.read('/etc/shadow', 'root')), user)?.[1] ?? '*'
  if (kept === '*') return false
  return kept.startsWith('$5$') ? kept === secretOf(user, given) : given === user
}

const passwd: Program = {
  about: 'change a password',
  use: 'passwd [user]',
  async run(c) {
    const user = c.args[0] ?? c.shell.user
    if (user !== c.shell.user && c.shell.user !== 'root') {
      c.err('passwd: You may not view or modify password information for others.\n')
      return 1
    }
    const shadow = textOf(c.shell.disk.read('/etc/shadow', 'root'))
    if (!lineOf(shadow, user)) {
      c.err(`passwd: user '${user}' does not exist\n`)
      return 1
    }
    if (c.shell.user !== 'root') {
      const had = await c.ask('Current password: ', true)
      if (had === undefined || !passwordFits(c.shell.disk, user, had)) {
        c.err('passwd: Authentication token manipulation error\n')
        return 10
      }
    }
    const first = await c.ask('New password: ', true)
    const second = await c.ask('Retype new password: ', true)
    if (!first || first !== second) {
      c.err('Sorry, passwords do not match.\n')
      return 10
    }
    const next = shadow
      .split('\n')
      .map((l) =>
        l.startsWith(`${user}:`)
          ? l
              .split(':')
              .map((f, i) => (i === 1 ? secretOf(user, first) : f))
              .join(':')
          : l,
      )
      .join('\n')
    c.shell.disk.write('/etc/shadow', Buffer.from(next), 'root')
    c.out('passwd: password updated successfully\n')
    return 0
  },
}

const su: Program = {
  about: 'become somebody else',
  use: 'su [-] [user]',
  async run(c) {
    const user = c.args.find((a) => a !== '-') ?? 'root'
    if (!c.accounts().some((a) => a.name === user)) {
      c.err(`su: user ${user} does not exist\n`)
      return 1
    }
    if (c.shell.user !== 'root') {
      const given = await c.ask('Password: ', true)
      if (given === undefined || !passwordFits(c.shell.disk, user, given)) {
        c.err('su: Authentication failure\n')
        return 1
      }
    }
    await c.enter(user)
    return 0
  },
}

export const accountCommands: Programs = {
  passwd,
  su,
  sudo: {
    about: 'do something as root',
    use: 'sudo command…',
    async run(c) {
      if (!c.args.length) {
        c.err('usage: sudo command\n')
        return 1
      }
      if (c.args[0] === '-i' || c.args[0] === 'su') {
        await c.enter('root')
        return 0
      }
      const had = c.shell.user
      c.shell.user = 'root'
      try {
        return await c.run(c.args, c.stdin)
      } finally {
        c.shell.user = had
      }
    },
  },
  whoami: { about: 'who am I', use: 'whoami', run: (c) => (c.out(`${c.shell.user}\n`), 0) },
  id: {
    about: 'user and groups',
    use: 'id [user]',
    run(c) {
      const name = c.args[0] ?? c.shell.user
      const a = c.accounts().find((x) => x.name === name)
      if (!a) {
        c.err(`id: '${name}': no such user\n`)
        return 1
      }
      c.out(`uid=${a.uid}(${a.name}) gid=${a.uid}(${a.name}) groups=${a.uid}(${a.name})\n`)
      return 0
    },
  },
  groups: {
    about: 'groups of somebody',
    use: 'groups [user]',
    run: (c) => (c.out(`${c.args[0] ?? c.shell.user}\n`), 0),
  },
  who: {
    about: 'who is here',
    use: 'who',
    run: (c) => (
      c.out(`${c.shell.user.padEnd(8)} ttyS0        ${c.shell.since.toISOString().slice(0, 16).replace('T', ' ')}\n`), 0
    ),
  },
  w: {
    about: 'who is here and does what',
    use: 'w',
    run: (c) => (c.out(`${upText(c)}USER     TTY      FROM\n${c.shell.user.padEnd(8)} ttyS0    -\n`), 0),
  },
}
