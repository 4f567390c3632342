/** Commands that reach other nodes by their names. */
import { gatewaysOf } from '../image.ts'
import { options, type Program, type Programs } from '../program.ts'
import { connect } from './ports.ts'

const ssh: Program = {
  about: 'sign in to another node; unless changed, a password is the account’s name',
  use: 'ssh [user@]address',
  async run(c) {
    const [target = ''] = options(c.args, 'pli').rest
    const [user, name] = target.includes('@') ? target.split('@') : [c.shell.user, target]
    const met = await connect(c, name ?? '', 22)
    if ('why' in met) {
      c.err(`ssh: connect to host ${name} port 22: ${met.why}\n`)
      return 255
    }
    for (let i = 0; i < 3; i++) {
      const given = await c.ask(`${user}@${name}'s password: `, true)
      if (given === undefined) return 130
      if (await c.enter(user ?? '', { host: met.host, password: given })) return 0
      await c.sleep(900)
      c.err('Permission denied, please try again.\n')
    }
    c.err(`${user}@${name}: Permission denied (publickey,password).\n`)
    return 255
  },
}

const lookup: Program = {
  about: 'address of a name',
  use: 'nslookup name',
  run(c) {
    const [name = ''] = options(c.args).rest.filter((a) => !a.startsWith('@') && !a.startsWith('+'))
    const found = c.find(name)
    c.out(`Server:\t\t${gatewaysOf(c.shell.host)[0] ?? '127.0.0.1'}\n\n`)
    if (!found) {
      c.out(`** server can't find ${name}: NXDOMAIN\n`)
      return 1
    }
    c.out(`Name:\t${found.host.node.name}\nAddress: ${found.address}\n`)
    return 0
  },
}

export const remoteCommands: Programs = { ssh, nslookup: lookup, dig: lookup, host: lookup }
