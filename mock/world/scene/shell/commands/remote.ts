/** Commands that reach other nodes by their names. */
import path from 'node:path'
import { type Disk, textOf } from '../disk.ts'
import { accountsOf, gatewaysOf, type Host } from '../image.ts'
import { type Cmd, options, type Program, type Programs, type Proof, strictly } from '../program.ts'
import { admits, publicKeyOf, takesPasswords } from '../signIn.ts'
import { at, eachFile } from './files.ts'
import { connect, overheard } from './ports.ts'

/** What somebody shows at the door: a key file, or nothing yet. @returns undefined where the file cannot be used, which is said */
function keyFrom(c: Cmd, name: string, file: string | undefined): { key: string } | undefined | 'none' {
  if (file === undefined) return 'none'
  const e = c.shell.disk.stat(at(c, file))
  if (!e) {
    c.err(`Warning: Identity file ${file} not accessible: No such file or directory.\n`)
    return 'none'
  }
  if (e.mode & 0o077) {
    c.err(
      `@@@ WARNING: UNPROTECTED PRIVATE KEY FILE! @@@\nPermissions 0${(e.mode & 0o777).toString(8)} for '${file}' are too open.\nThis private key will be ignored.\n`,
    )
    return 'none'
  }
  const key = publicKeyOf(textOf(c.shell.disk.read(at(c, file), c.shell.user)))
  if (key === undefined) c.err(`${name}: Load key "${file}": error in libcrypto\n`)
  return key === undefined ? 'none' : { key }
}
interface Door {
  host: Host
  user: string
  proof: Proof
}
/** Past the door of another node, or why not (said). */
async function past(
  c: Cmd,
  name: string,
  target: string,
  port: number,
  identity: string | undefined,
): Promise<Door | number> {
  const cut = target.lastIndexOf('@')
  const [user, place] = cut < 0 ? [c.shell.user, target] : [target.slice(0, cut), target.slice(cut + 1)]
  const met = await connect(c, place, port)
  if ('why' in met) {
    c.err(`${name}: connect to host ${place} port ${port}: ${met.why}\n`)
    return 255
  }
  if (met.service.name !== 'ssh') {
    c.err(`kex_exchange_identification: Connection closed by remote host\n`)
    return 255
  }
  overheard(c, met, port, [
    ['<', `${met.service.banner}\r\n`],
    ['>', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
  ])
  const disk = met.host.node.id === c.shell.host.node.id ? c.shell.disk : await c.diskOf(met.host)
  const key = keyFrom(c, name, identity)
  if (typeof key === 'object' && admits(disk, met.host, user, key)) return { host: met.host, user, proof: key }
  const words = met.host.system === 'linux' ? takesPasswords(disk) : true
  for (let i = 0; words && i < 3; i++) {
    const given = await c.ask(`${user}@${place}'s password: `, true)
    if (given === undefined) return 130
    if (admits(disk, met.host, user, { password: given })) return { host: met.host, user, proof: { password: given } }
    await c.sleep(900)
    c.err('Permission denied, please try again.\n')
  }
  c.err(`${user}@${place}: Permission denied (publickey${words ? ',password' : ''}).\n`)
  return 255
}

const ssh: Program = {
  about: 'sign in to another node, or run a line there',
  use: 'ssh [-i key] [-p port] [user@]address [command…]',
  async run(c) {
    const at = c.args.findIndex((a, i) => !a.startsWith('-') && !/^-[pilo]$/.test(c.args[i - 1] ?? ''))
    const before = at < 0 ? c.args : c.args.slice(0, at)
    const o = strictly({ args: before, use: c.use, out: c.out, err: c.err }, 'ssh', 'vtTqN', 'pilo')
    const target = at < 0 ? undefined : c.args[at]
    if (!o || target === undefined) {
      if (o) c.err(`usage: ${c.use}\n`)
      return 255
    }
    const as = o.value('l')
    const door = await past(c, 'ssh', as ? `${as}@${target}` : target, Number(o.value('p') ?? 22), o.value('i'))
    if (typeof door === 'number') return door
    const command = c.args.slice(at + 1).join(' ')
    if (command !== '') {
      const { status, out } = await c.on(door.host, door.user, command)
      c.out(out)
      return status
    }
    if (await c.enter(door.user, { host: door.host, proof: door.proof })) return 0
    c.err('shell request failed\n')
    return 255
  },
}

const scp: Program = {
  about: 'copy a file from or to another node',
  use: 'scp [-i key] [-P port] [user@]address:file file',
  async run(c) {
    const o = strictly(c, 'scp', 'qpr', 'iP')
    const [from = '', to = ''] = o?.rest ?? []
    const remote = from.includes(':') ? from : to
    if (!o || o.rest.length !== 2 || !remote.includes(':') || (from.includes(':') && to.includes(':'))) {
      if (o) c.err(`usage: ${c.use}\n`)
      return 1
    }
    const cut = remote.indexOf(':')
    const door = await past(c, 'scp', remote.slice(0, cut), Number(o.value('P') ?? 22), o.value('i'))
    if (typeof door === 'number') return door
    const disk = await c.diskOf(door.host)
    const home = accountsOf(door.host).find((a) => a.name === door.user)?.home ?? '/'
    const there = path.posix.resolve(home, remote.slice(cut + 1))
    const into = (d: Disk, folder: string, name: string) =>
      d.stat(folder)?.kind === 'folder' ? path.posix.join(folder, path.posix.basename(name)) : folder
    return eachFile(c, 'scp', [remote], () => {
      if (from === remote) {
        const body = disk.read(there, door.user)
        c.shell.disk.write(into(c.shell.disk, at(c, to), there), body, c.shell.user)
        c.out(`${path.posix.basename(there).padEnd(40)} 100% ${String(body.length).padStart(6)}\n`)
      } else {
        disk.write(into(disk, there, from), c.shell.disk.read(at(c, from), c.shell.user), door.user)
        c.keep(door.host, disk)
      }
    })
  },
}

const keygen: Program = {
  about: 'the public half of a key',
  use: 'ssh-keygen -y -f file',
  run(c) {
    const o = strictly(c, 'ssh-keygen', 'y', 'f')
    if (!o) return 1
    const file = o.value('f')
    if (!o.has('y') || file === undefined) {
      c.err(`usage: ${c.use}\n`)
      return 1
    }
    return eachFile(c, 'ssh-keygen', [file], (f) => {
      const key = publicKeyOf(textOf(c.shell.disk.read(at(c, f), c.shell.user)))
      if (key === undefined) c.err(`Load key "${f}": error in libcrypto\n`)
      else c.out(`${key}\n`)
    })
  },
}

/** A name as the network's own servers know it: a node that serves names is asked, where one is told to. */
const dig: Program = {
  about: 'ask a name server',
  use: 'dig [@server] name [type] [+short]',
  async run(c) {
    const server = c.args.find((a) => a.startsWith('@'))?.slice(1)
    const [name = '', wanted = 'A'] = c.args.filter((a) => !/^[@+-]/.test(a))
    if (server === undefined) return c.run(['nslookup', name])
    const met = await connect(c, server, 53)
    if ('why' in met || met.service.served?.kind !== 'dns') {
      c.err(';; communications error: connection refused\n;; no servers could be reached\n')
      return 9
    }
    const { records, transfer } = met.service.served
    const type = wanted.toUpperCase()
    const same = (a: string) => a.toLowerCase() === name.toLowerCase().replace(/\.$/, '')
    const inZone = (a: string) => a.toLowerCase().endsWith(name.toLowerCase().replace(/\.$/, ''))
    if (type === 'AXFR' && !transfer) {
      c.out('; Transfer failed.\n')
      return 0
    }
    const found = records.filter(([n, t]) => (type === 'AXFR' ? inZone(n) : same(n) && (t === type || type === 'ANY')))
    if (c.args.includes('+short')) for (const [, , v] of found) c.out(`${v}\n`)
    else {
      c.out(
        `; <<>> DiG 9.18.24 <<>> ${c.args.join(' ')}\n;; status: ${found.length ? 'NOERROR' : 'NXDOMAIN'}\n\n;; ANSWER SECTION:\n`,
      )
      for (const [n, t, v] of found)
        c.out(`${`${n}.`.padEnd(32)} 3600 IN ${t.padEnd(6)} ${t === 'TXT' ? `"${v}"` : v}\n`)
      c.out(`\n;; SERVER: ${server}#53\n`)
    }
    return 0
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

export const remoteCommands: Programs = { ssh, scp, 'ssh-keygen': keygen, nslookup: lookup, dig, host: lookup }
