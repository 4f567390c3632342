/** Commands about people: who one is, and how to become somebody else. */
import { diskText } from '../disk.ts'
import type { Program, Programs } from '../program.ts'
import { passwordFits, secretOf } from '../signIn.ts'
import { groupsOf, rightFor, sudoRightsOf } from '../sudoers.ts'
import { upText } from './load.ts'

const inShadow = (shadow: string, user: string): boolean => shadow.split('\n').some((l) => l.startsWith(`${user}:`))

const passwd: Program = {
  about: 'change a password',
  use: 'passwd [user]',
  knows: '',
  async run(c) {
    const user = c.o.rest[0] ?? c.shell.user
    if (user !== c.shell.user && c.shell.user !== 'root') {
      c.err('passwd: You may not view or modify password information for others.\n')
      return 1
    }
    const shadow = diskText(c.shell.disk.read('/etc/shadow', 'root'))
    if (!inShadow(shadow, user)) {
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
  knows: '~l/login',
  async run(c) {
    const user = c.o.rest.find((a) => a !== '-') ?? 'root'
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

const sudo: Program = {
  about: 'do something as somebody else, as far as /etc/sudoers lets one',
  use: 'sudo [-l] [-i] [-n] [-u user] command…',
  knows: '+ u:/user l/list i/login s/shell n/non-interactive ~E ~H',
  async run(c) {
    const { shell } = c
    const { o } = c
    const as = o.value('u') ?? 'root'
    const list = o.has('l')
    const rights = sudoRightsOf(shell.disk, shell.user)
    if (list) {
      if (!rights.length) c.out(`Sorry, user ${shell.user} may not run sudo on ${shell.host.node.name}.\n`)
      else {
        c.out(`User ${shell.user} may run the following commands on ${shell.host.node.name}:\n`)
        for (const r of rights) c.out(`    (${r.as}) ${r.free ? 'NOPASSWD: ' : ''}${r.command}\n`)
      }
      return rights.length ? 0 : 1
    }
    const shelled = o.has('i') || o.has('s')
    const words = !shelled ? o.rest : o.rest.length ? ['/bin/bash', '-c', o.rest.join(' ')] : ['/bin/bash']
    if (!words.length) {
      c.err(`usage: ${c.use}\n`)
      return 1
    }
    if (!c.accounts().some((a) => a.name === as)) {
      c.err(`sudo: unknown user ${as}\n`)
      return 1
    }
    const right = shell.user === 'root' ? { free: true } : rightFor(rights, as, words)
    if (!right?.free && o.has('n')) {
      c.err('sudo: a password is required\n')
      return 1
    }
    if (!right?.free) {
      let tries = 0
      for (;;) {
        const given = await c.ask(`[sudo] password for ${shell.user}: `, true)
        if (given !== undefined && passwordFits(shell.disk, shell.user, given)) break
        if (given !== undefined) tries++
        if (given === undefined || tries === 3) {
          c.err(
            tries
              ? `sudo: ${tries} incorrect password attempt${tries === 1 ? '' : 's'}\n`
              : 'sudo: a password is required\n',
          )
          return 1
        }
        c.err('Sorry, try again.\n')
      }
    }
    if (!right) {
      c.err(
        rights.length
          ? `Sorry, user ${shell.user} is not allowed to execute '${words.join(' ')}' as ${as} on ${shell.host.node.name}.\n`
          : `${shell.user} is not in the sudoers file.\n`,
      )
      return 1
    }
    const [had, vars] = [shell.user, shell.vars.get('PATH')]
    shell.user = as
    // secure_path: what somebody put before the system's folders does not count here
    shell.vars.set('PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin')
    try {
      return words[0] === 'su'
        ? (await c.enter(words[1] && words[1] !== '-' ? words[1] : 'root'))
          ? 0
          : 1
        : await c.run(words, c.stdin)
    } finally {
      shell.user = had
      if (vars !== undefined) shell.vars.set('PATH', vars)
    }
  },
}

export const accountCommands: Programs = {
  passwd,
  su,
  sudo,
  whoami: { about: 'who am I', use: 'whoami', knows: '', run: (c) => (c.out(`${c.shell.user}\n`), 0) },
  id: {
    about: 'user and groups',
    use: 'id [-ugGn] [user]',
    knows: 'u/user g/group G/groups n/name',
    run(c) {
      const { o } = c
      const name = o.rest[0] ?? c.shell.user
      const a = c.accounts().find((x) => x.name === name)
      if (!a) {
        c.err(`id: '${name}': no such user\n`)
        return 1
      }
      const groups = groupsOf(c.shell.disk, a.name)
      if (['u', 'g', 'G'].some(o.has)) {
        const numbers = diskText(c.shell.disk.read('/etc/group', 'root'))
        const idOf = (g: string) =>
          numbers
            .split('\n')
            .find((l) => l.startsWith(`${g}:`))
            ?.split(':')[2] ?? String(a.uid)
        const all = o.has('G') ? groups : [a.name]
        c.out(`${all.map((g) => (o.has('n') ? g : o.has('u') ? String(a.uid) : idOf(g))).join(' ')}\n`)
        return 0
      }
      if (o.has('n')) {
        c.err('id: cannot print only names or real IDs in default format\n')
        return 1
      }
      c.out(
        `uid=${a.uid}(${a.name}) gid=${a.uid}(${a.name}) groups=${groups
          .map((g, i) => (i ? g : `${a.uid}(${g})`))
          .join(',')}\n`,
      )
      return 0
    },
  },
  groups: {
    about: 'groups of somebody',
    use: 'groups [user]',
    knows: '',
    run: (c) => (c.out(`${groupsOf(c.shell.disk, c.o.rest[0] ?? c.shell.user).join(' ')}\n`), 0),
  },
  who: {
    about: 'who is here',
    use: 'who',
    knows: '',
    run: (c) => (
      c.out(`${c.shell.user.padEnd(8)} ttyS0        ${c.shell.since.toISOString().slice(0, 16).replace('T', ' ')}\n`), 0
    ),
  },
  w: {
    about: 'who is here and does what',
    use: 'w',
    knows: '',
    run: (c) => (c.out(`${upText(c)}USER     TTY      FROM\n${c.shell.user.padEnd(8)} ttyS0    -\n`), 0),
  },
}
