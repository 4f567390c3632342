/** Commands that reach other nodes by their names. */
import path from 'node:path'
import { bytesOf, type Disk, FileError, fileWords, diskText } from '../disk.ts'
import { accountsOf, gatewaysOf, type Host } from '../image.ts'
import type { Served } from '../model.ts'
import { given } from '../options.ts'
import { type Cmd, type Program, type Programs, type Proof } from '../program.ts'
import { admits, publicKeyFingerprintOf, hostKeyOf, isEncryptedKey, publicKeyOf, takesPasswords } from '../signIn.ts'
import { at, eachFile } from './files.ts'
import { homeOf, sshFolder } from './keys.ts'
import { connectToPort, overheard, type Reached } from './ports.ts'

/** What somebody shows at the door: a key file, or nothing. @returns undefined where it cannot be used, which is said of one that was named */
async function keyFrom(c: Cmd, file: string, named: boolean): Promise<{ key: string } | undefined> {
  const { disk, user } = c.shell
  const e = disk.stat(at(c, file))
  if (!e) {
    if (named) c.err(`Warning: Identity file ${file} not accessible: No such file or directory.\n`)
    return undefined
  }
  if (e.mode & 0o077) {
    const line = '@'.repeat(59)
    c.err(
      `${line}\n@         WARNING: UNPROTECTED PRIVATE KEY FILE!          @\n${line}\nPermissions 0${(e.mode & 0o777).toString(8)} for '${file}' are too open.\nIt is required that your private key files are NOT accessible by others.\nThis private key will be ignored.\nLoad key "${file}": bad permissions\n`,
    )
    return undefined
  }
  const pem = diskText(disk.read(at(c, file), user))
  const words = isEncryptedKey(pem) ? ((await c.ask(`Enter passphrase for key '${file}': `, true)) ?? '') : ''
  const key = publicKeyOf(pem, words)
  if (key === undefined)
    c.err(
      `Load key "${file}": ${isEncryptedKey(pem) ? 'incorrect passphrase supplied to decrypt private key' : 'error in libcrypto'}\n`,
    )
  return key === undefined ? undefined : { key }
}

/** Whether somebody knows the host, or says that he means it. */
async function knownHost(
  c: Cmd,
  name: string,
  { host, address }: Reached,
  strict: string | undefined,
): Promise<boolean> {
  const { disk, user } = c.shell
  const key = hostKeyOf(host)
  const file = path.posix.join(homeOf(c), '.ssh', 'known_hosts')
  const lines = disk.stat(file) ? diskText(disk.read(file, user)).split('\n') : []
  if (lines.includes(`${name} ${key}`)) return true
  if (strict === 'yes') {
    c.err(
      `No ED25519 host key is known for ${name} and you have requested strict checking.\nHost key verification failed.\n`,
    )
    return false
  }
  if (strict !== 'no' && strict !== 'accept-new') {
    const print = publicKeyFingerprintOf(key)
    const shown = name === address ? `${name} (${name})` : `${name} (${address})`
    let said = await c.ask(
      `The authenticity of host '${shown}' can't be established.\nED25519 key fingerprint is ${print}.\nThis key is not known by any other names.\nAre you sure you want to continue connecting (yes/no/[fingerprint])? `,
    )
    while (said !== undefined && !['yes', 'no', print].includes(said.trim()))
      said = await c.ask("Please type 'yes', 'no' or the fingerprint: ")
    if (said === undefined || said.trim() === 'no') {
      c.err('Host key verification failed.\n')
      return false
    }
  }
  c.err(`Warning: Permanently added '${name}' (ED25519) to the list of known hosts.\n`)
  try {
    sshFolder(c)
    disk.write(file, bytesOf([...lines.filter(Boolean), `${name} ${key}`, ''].join('\n')), user, 0o600)
  } catch (e) {
    if (!(e instanceof FileError)) throw e
    c.err(`Failed to add the host to the list of known hosts (${file}).\n`)
  }
  return true
}

interface Door {
  host: Host
  user: string
  place: string
  proof: Proof
}
interface Asked {
  port: number
  identity: string | undefined
  /** `StrictHostKeyChecking`. */
  strict: string | undefined
  /** `PubkeyAuthentication=no`. */
  keyless?: boolean
}
/** Of what stands behind `-o`. */
function settingOf(options: readonly string[], name: string): string | undefined {
  const found = options.find(
    (o) => o.toLowerCase().startsWith(`${name.toLowerCase()}=`) || o.toLowerCase().startsWith(`${name.toLowerCase()} `),
  )
  return found
    ?.slice(name.length + 1)
    .trim()
    .toLowerCase()
}
/** Past the door of another node, or why not (said). */
async function past(
  c: Cmd,
  name: string,
  target: string,
  { port, identity, strict, keyless = false }: Asked,
): Promise<Door | number> {
  const cut = target.lastIndexOf('@')
  const [user, place] = cut < 0 ? [c.shell.user, target] : [target.slice(0, cut), target.slice(cut + 1)]
  const met = await connectToPort(c, place, port)
  if ('why' in met) {
    c.err(
      met.why === 'Could not resolve host'
        ? `${name}: Could not resolve hostname ${place}: Name or service not known\n`
        : `${name}: connect to host ${place} port ${port}: ${met.why}\n`,
    )
    return 255
  }
  if (met.service.name !== 'ssh') {
    c.err(
      `kex_exchange_identification: Connection closed by remote host\nConnection closed by ${met.address} port ${port}\n`,
    )
    return 255
  }
  overheard(c, met, port, [
    ['<', `${met.service.banner}\r\n`],
    ['>', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
  ])
  if (!(await knownHost(c, place, met, strict))) return 255
  const disk = met.host.node.id === c.shell.host.node.id ? c.shell.disk : await c.diskOf(met.host)
  const usual = ['id_ed25519', 'id_rsa'].map((n) => path.posix.join(homeOf(c), '.ssh', n))
  for (const file of keyless ? [] : identity === undefined ? usual : [identity]) {
    const key = await keyFrom(c, file, identity !== undefined)
    if (key && admits(disk, met.host, user, key)) return { host: met.host, user, place, proof: key }
  }
  const words = met.host.system === 'linux' ? takesPasswords(disk) : true
  for (let i = 0; words && i < 3; i++) {
    const given = await c.ask(`${user}@${place}'s password: `, true)
    if (given === undefined) return 130
    const proof = { password: given }
    if (admits(disk, met.host, user, proof)) return { host: met.host, user, place, proof }
    await c.sleep(900)
    if (i < 2) c.err('Permission denied, please try again.\n')
  }
  c.err(`${user}@${place}: Permission denied (publickey${words ? ',password' : ''}).\n`)
  return 255
}

/** Options of `ssh`, which may stand behind the address too, up to the command. */
function sshWords(args: readonly string[]): {
  before: string[]
  options: string[]
  target: string | undefined
  command: string
} {
  const before: string[] = []
  const options: string[] = []
  let target: string | undefined
  let i = 0
  for (; i < args.length; i++) {
    const a = args[i] ?? ''
    if (a === '-o') options.push(args[++i] ?? '')
    else if (a.startsWith('-o')) options.push(a.slice(2))
    else if (/^-[pliFJLRD]$/.test(a)) before.push(a, args[++i] ?? '')
    else if (a.startsWith('-') && a !== '-') before.push(a)
    else if (target === undefined) target = a
    else break
  }
  return { before, options, target, command: args.slice(i).join(' ') }
}

const sshOptions = 'V p: l: i: J: L: R: D: ~v ~q ~t ~T ~C ~x ~4'
const ssh: Program = {
  about: 'sign in to another node, or run a line there',
  use: 'ssh [-i key] [-p port] [-l user] [-o option=value] [user@]address [command…]',
  more: `  -i key         a private key; where nothing is said those in ~/.ssh are tried, then the password
  -p port        22 where nothing is said
  -l user        who signs in
  -o option      StrictHostKeyChecking=no|accept-new|yes, PubkeyAuthentication=no
  -V             version
  exit or Ctrl+D leaves; Ctrl+C at the password gives up
`,
  knows: undefined,
  async run(c) {
    const { before, options, target, command } = sshWords(c.args)
    const more = ssh.more === undefined ? {} : { more: ssh.more }
    const o = given('ssh', { use: c.use, ...more, knows: sshOptions, wrong: 255 }, before, c)
    if (typeof o === 'number') return o
    const other = options.find(
      (x) => !/^(StrictHostKeyChecking|PubkeyAuthentication|UserKnownHostsFile|LogLevel|ConnectTimeout)[= ]/i.test(x),
    )
    if (other !== undefined) {
      c.err(`command-line: line 0: Bad configuration option: ${other.split(/[= ]/)[0]?.toLowerCase()}\n`)
      return 255
    }
    if (o.has('V')) {
      c.err('OpenSSH_9.2p1 Debian-2+deb12u3, OpenSSL 3.0.13 30 Jan 2024\n')
      return 0
    }
    const closed = ['J', 'L', 'R', 'D'].find((l) => o.value(l) !== undefined)
    if (closed !== undefined) {
      c.err(`ssh: -${closed} is not possible on this machine: sign in, and go on from there\n`)
      return 255
    }
    if (target === undefined) {
      c.err(`usage: ${c.use}\n`)
      return 255
    }
    const as = o.value('l')
    const door = await past(c, 'ssh', as ? `${as}@${target}` : target, {
      port: Number(o.value('p') ?? 22),
      identity: o.value('i'),
      strict: settingOf(options, 'StrictHostKeyChecking'),
      keyless: settingOf(options, 'PubkeyAuthentication') === 'no',
    })
    if (typeof door === 'number') return door
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

/** The public half goes where the other node looks for it. */
const copyId: Program = {
  about: 'let a key of yours in on another node',
  use: 'ssh-copy-id [-f] [-i key] [-p port] [user@]address',
  knows: 'f i: p: o:',
  async run(c) {
    const { o } = c
    const [target] = o.rest
    if (target === undefined) {
      c.err(`usage: ${c.use}\n`)
      return 1
    }
    const given = o.value('i')?.replace(/\.pub$/, '')
    const own = ['id_ed25519', 'id_rsa'].map((n) => path.posix.join(homeOf(c), '.ssh', n))
    const file = given ?? own.find((f) => c.shell.disk.stat(`${f}.pub`))
    if (file === undefined || !c.shell.disk.stat(at(c, `${file}.pub`))) {
      c.err('/usr/bin/ssh-copy-id: ERROR: No identities found\n')
      return 1
    }
    const line = diskText(c.shell.disk.read(at(c, `${file}.pub`), c.shell.user)).trim()
    c.out(`/usr/bin/ssh-copy-id: INFO: Source of key(s) to be installed: "${file}.pub"\n`)
    const strict = settingOf([o.value('o') ?? ''], 'StrictHostKeyChecking')
    const door = await past(c, 'ssh', target, { port: Number(o.value('p') ?? 22), identity: undefined, strict })
    if (typeof door === 'number') return door
    const { host, user } = door
    const here = host.node.id === c.shell.host.node.id
    const disk = here ? c.shell.disk : await c.diskOf(host)
    const home = accountsOf(host).find((a) => a.name === user)?.home ?? '/'
    const folder = path.posix.join(home, '.ssh')
    const keys = path.posix.join(folder, 'authorized_keys')
    try {
      if (!disk.stat(folder)) {
        disk.folder(folder, user)
        disk.chmod(folder, 0o700, undefined, user)
      }
      const had = disk.stat(keys) ? diskText(disk.read(keys, user)) : ''
      if (had.split('\n').includes(line) && !o.has('f')) {
        c.err('/usr/bin/ssh-copy-id: WARNING: All keys were skipped because they already exist on the remote system.\n')
        return 0
      }
      disk.write(keys, bytesOf(`${had}${had === '' || had.endsWith('\n') ? '' : '\n'}${line}\n`), user, 0o600)
    } catch (e) {
      if (!(e instanceof FileError)) throw e
      c.err(`bash: ${e.at}: ${fileWords[e.code]}\n`)
      return 1
    }
    if (!here) c.keep(host, disk)
    c.out(
      `\nNumber of key(s) added: 1\n\nNow try logging into the machine, with:   "ssh '${target}'"\nand check to make sure that only the key(s) you wanted were added.\n`,
    )
    return 0
  },
}

const scp: Program = {
  about: 'copy a file from or to another node',
  use: 'scp [-q] [-i key] [-P port] [user@]address:file file',
  knows: 'q i: P: o: ~p',
  async run(c) {
    const { o } = c
    const [from = '', to = ''] = o.rest
    const remote = from.includes(':') ? from : to
    if (o.rest.length !== 2 || !remote.includes(':') || (from.includes(':') && to.includes(':'))) {
      c.err(`usage: ${c.use}\n`)
      return 1
    }
    const cut = remote.indexOf(':')
    const door = await past(c, 'ssh', remote.slice(0, cut), {
      port: Number(o.value('P') ?? 22),
      identity: o.value('i'),
      strict: settingOf([o.value('o') ?? ''], 'StrictHostKeyChecking'),
    })
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
        if (!o.has('q')) c.out(`${path.posix.basename(there).padEnd(40)} 100% ${String(body.length).padStart(6)}\n`)
      } else {
        disk.write(into(disk, there, from), c.shell.disk.read(at(c, from), c.shell.user), door.user)
        c.keep(door.host, disk)
      }
    })
  },
}

/** Records of a name: of the server that is asked, else what the machine itself knows; undefined where the server does not answer. */
async function recordsOf(
  c: Cmd,
  name: string,
  type: string,
  server: string | undefined,
): Promise<{ records: Served['records']; transfer: boolean } | undefined> {
  if (server === undefined) {
    const found = c.find(name)
    const known = found && found.address !== name && (type === 'A' || type === 'ANY')
    return { records: known ? [[name, 'A', found.address]] : [], transfer: false }
  }
  const met = await connectToPort(c, server, 53)
  if ('why' in met || met.service.served?.kind !== 'dns') return undefined
  const { records, transfer } = met.service.served
  const same = (a: string) => a.toLowerCase() === name.toLowerCase().replace(/\.$/, '')
  const inZone = (a: string) => a.toLowerCase().endsWith(name.toLowerCase().replace(/\.$/, ''))
  return {
    transfer,
    records: records.filter(([n, t]) => (type === 'AXFR' ? inZone(n) : same(n) && (t === type || type === 'ANY'))),
  }
}
/** A name as the network's own servers know it: a node that serves names is asked, where one is told to. */
const dig: Program = {
  about: 'ask a name server',
  use: 'dig [@server] name [type] [-t type] [+short] [+noall +answer]',
  knows: 't:',
  async run(c) {
    const words = c.o.rest
    const server = words.find((a) => a.startsWith('@'))?.slice(1)
    const plus = words.filter((a) => a.startsWith('+'))
    const other = plus.find((a) => !/^\+(short|noall|answer)$/.test(a))
    if (other !== undefined) {
      c.err(`dig: option ${other} is not supported on this simulated machine\nusage: ${c.use}\n`)
      return 1
    }
    const [name = '', wanted = 'A'] = words.filter((a) => !/^[@+]/.test(a))
    const type = (c.o.value('t') ?? wanted).toUpperCase()
    const got = await recordsOf(c, name, type, server)
    if (!got) {
      c.err(';; communications error: connection refused\n;; no servers could be reached\n')
      return 9
    }
    if (type === 'AXFR' && !got.transfer) {
      c.out('; Transfer failed.\n')
      return 0
    }
    const found = got.records
    if (plus.includes('+short')) for (const [, , v] of found) c.out(`${v}\n`)
    else {
      const all = !plus.includes('+noall')
      if (all)
        c.out(
          `; <<>> DiG 9.18.24 <<>> ${c.args.join(' ')}\n;; status: ${found.length ? 'NOERROR' : 'NXDOMAIN'}\n\n;; ANSWER SECTION:\n`,
        )
      if (all || plus.includes('+answer'))
        for (const [n, t, v] of found)
          c.out(`${`${n}.`.padEnd(32)} 3600 IN ${t.padEnd(6)} ${t === 'TXT' ? `"${v}"` : v}\n`)
      if (all) c.out(`\n;; SERVER: ${server ?? gatewaysOf(c.shell.host)[0] ?? '127.0.0.1'}#53\n`)
    }
    return 0
  },
}

const host: Program = {
  about: 'address of a name',
  use: 'host [-t type] name [server]',
  knows: 't:',
  async run(c) {
    const [name = '', server] = c.o.rest
    const type = (c.o.value('t') ?? 'A').toUpperCase()
    const found = c.find(name)
    if (server === undefined && found?.address === name) {
      c.out(`${name.split('.').reverse().join('.')}.in-addr.arpa domain name pointer ${found.host.node.name}.\n`)
      return 0
    }
    const got = await recordsOf(c, name, type, server)
    if (!got) {
      c.out(';; connection timed out; no servers could be reached\n')
      return 1
    }
    for (const [n, t, v] of got.records) c.out(t === 'A' ? `${n} has address ${v}\n` : `${n} ${t} record ${v}\n`)
    if (!got.records.length) c.out(found ? `${name} has no ${type} record\n` : `Host ${name} not found: 3(NXDOMAIN)\n`)
    return got.records.length ? 0 : 1
  },
}

const lookup: Program = {
  about: 'address of a name',
  use: 'nslookup name [server]',
  knows: '',
  async run(c) {
    const [name = '', server] = c.o.rest
    const got = await recordsOf(c, name, 'A', server)
    if (!got) {
      c.out(';; communications error: connection refused\n;; no servers could be reached\n')
      return 1
    }
    c.out(`Server:\t\t${server ?? gatewaysOf(c.shell.host)[0] ?? '127.0.0.1'}\n\n`)
    const [record] = got.records
    if (!record) {
      c.out(`** server can't find ${name}: NXDOMAIN\n`)
      return 1
    }
    c.out(`Name:\t${record[0]}\nAddress: ${record[2]}\n`)
    return 0
  },
}

export const remoteCommands: Programs = { ssh, scp, 'ssh-copy-id': copyId, nslookup: lookup, dig, host }
