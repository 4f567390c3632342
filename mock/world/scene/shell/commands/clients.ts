/** Clients of services: shares of files, stores, databases. */
import { posix } from 'node:path'
import { FileError, fileWords, diskText } from '../disk.ts'
import { withFlags } from '../image.ts'
import type { TrafficConversation, Served } from '../model.ts'
import type { Cmd, Program, Programs } from '../program.ts'
import { select, SqlError, sqlResultText } from '../serve/sql.ts'
import { passwordFits } from '../signIn.ts'
import { siteOf } from '../serve/site.ts'
import { serviceUnitOf, nodeServicesOf } from '../services.ts'
import { at, eachFile } from './files.ts'
import { connectToPort, overheard, type Reached, redisSays } from './ports.ts'

const smbclient: Program = {
  about: 'shares of Windows and Samba',
  use: 'smbclient -L //host | //host/share [-N] [-U user[%password]] [-p port] [-c "ls; cd x; get y"]',
  knows: 'N/no-pass L/list U:/user c:/command p:/port',
  async run(c) {
    const { o } = c
    const [, name = '', share = ''] = /^(?:\/\/|\\\\)?([^/\\]+)(?:[/\\](.+))?$/.exec(o.rest[0] ?? '') ?? []
    if (name === '') {
      c.err(`usage: ${c.use}\n`)
      return 1
    }
    const met = await connectToPort(c, name, Number(o.value('p') ?? 445))
    if ('why' in met || met.service.served?.kind !== 'smb') {
      c.err(
        `do_connect: Connection to ${name} failed (Error NT_STATUS_${'why' in met && met.why === 'Could not resolve host' ? 'NOT_FOUND' : 'CONNECTION_REFUSED'})\n`,
      )
      return 1
    }
    const { shares } = met.service.served
    const [user = '', given] = (o.value('U') ?? '').split('%')
    const password =
      o.has('N') || user === '' ? '' : (given ?? (await c.ask(`Password for [WORKGROUP\\${user}]: `, true)) ?? '')
    const disk = await c.diskOf(met.host)
    const guest = o.has('N') || user === ''
    const known = !guest && passwordFits(disk, user, password)
    overheard(c, met, 445, [
      ['>', 'SMB2 NEGOTIATE'],
      ['<', 'SMB2 NEGOTIATE'],
      ['>', `SMB2 SESSION_SETUP ${user || 'anonymous'}`],
    ])
    if (!guest && !known) {
      c.err('session setup failed: NT_STATUS_LOGON_FAILURE\n')
      return 1
    }
    if (o.has('L')) {
      c.out('\n\tSharename       Type      Comment\n\t---------       ----      -------\n')
      for (const s of shares) c.out(`\t${s.name.padEnd(15)} Disk      ${s.about}\n`)
      c.out('\tIPC$            IPC       Remote IPC\n')
      return 0
    }
    const found = shares.find((s) => s.name.toLowerCase() === share.toLowerCase())
    if (!found || !(found.guests || (known && found.users.includes(user)))) {
      c.err(`tree connect failed: NT_STATUS_${found ? 'ACCESS_DENIED' : 'BAD_NETWORK_NAME'}\n`)
      return 1
    }
    let folder = found.path
    const inside = (word: string) => {
      const to = posix.resolve(folder, word.replaceAll('\\', '/').replace(/^\//, `${found.path}/`))
      return to === found.path || to.startsWith(`${found.path}/`) ? to : found.path
    }
    const say = (line: string): boolean => {
      const [verb = '', ...words] = line.trim().split(/\s+/)
      const word = words.join(' ').replace(/^"|"$/g, '')
      if (verb === 'exit' || verb === 'quit' || verb === 'q') return false
      if (verb === 'ls' || verb === 'dir')
        for (const n of disk.list(folder)) {
          const e = disk.stat(posix.join(folder, n))
          c.out(
            `  ${n.padEnd(34)} ${e?.kind === 'folder' ? 'D' : 'A'} ${String(e?.kind === 'folder' ? 0 : e?.size).padStart(9)}\n`,
          )
        }
      else if (verb === 'cd') {
        const to = inside(word)
        if (disk.stat(to)?.kind === 'folder') folder = to
        else c.out(`cd \\${word}\\: NT_STATUS_OBJECT_NAME_NOT_FOUND\n`)
      } else if (verb === 'get' || verb === 'more') {
        const from = inside(word)
        if (disk.stat(from)?.kind !== 'file') c.out(`NT_STATUS_OBJECT_NAME_NOT_FOUND opening remote file \\${word}\n`)
        else if (verb === 'more') c.out(diskText(disk.read(from, 'Administrator')))
        else {
          const body = disk.read(from, 'Administrator')
          eachFile(c, 'smbclient', [posix.basename(from)], (f) => c.shell.disk.write(at(c, f), body, c.shell.user))
          c.out(`getting file \\${word} of size ${body.length} as ${posix.basename(from)}\n`)
        }
      } else if (verb === 'pwd')
        c.out(`Current directory is \\\\${name}\\${found.name}${folder.slice(found.path.length)}\\\n`)
      else if (verb === 'help' || verb === '?') c.out('ls  cd folder  get file  more file  pwd  exit\n')
      else if (verb !== '') c.out(`${verb}: command not found\n`)
      return true
    }
    const given_lines = o.value('c')
    if (given_lines !== undefined) {
      for (const l of given_lines.split(';')) if (!say(l)) break
      return 0
    }
    c.out('Try "help" to get a list of possible commands.\n')
    for (let l = await c.line('smb: \\> '); l !== undefined && say(l); l = await c.line('smb: \\> '));
    return 0
  },
}

const redis: Program = {
  about: 'talk to a Redis store',
  use: 'redis-cli [-h address] [-p port] [-a password] [command…]',
  knows: '+ h: p: a:/pass',
  async run(c) {
    const { o } = c
    const [name, port] = [o.value('h') ?? '127.0.0.1', Number(o.value('p') ?? 6379)]
    const met = await connectToPort(c, name, port)
    if ('why' in met || met.service.served?.kind !== 'redis') {
      c.err(`Could not connect to Redis at ${name}:${port}: Connection refused\n`)
      return 1
    }
    const talk: TrafficConversation['says'] = []
    const say = (l: string) => {
      const said = redisSays(met, l, o.value('a'))
      talk.push(['>', `${l}\r\n`], ['<', said])
      c.out(said)
    }
    if (o.rest.length) say(o.rest.join(' '))
    else
      for (
        let l = await c.line(`${name}:${port}> `);
        l !== undefined && !/^(quit|exit)$/.test(l.trim());
        l = await c.line(`${name}:${port}> `)
      )
        say(l)
    overheard(c, met, port, talk.slice(0, 40))
    return 0
  },
}

function tablesOf({ host, service }: Reached): Served['tables'] {
  return Object.fromEntries(
    Object.entries(service.served?.tables ?? {}).map(([n, rows]) => [
      n,
      rows.map((r) =>
        Object.fromEntries(Object.entries(r).map(([k, v]) => [k, typeof v === 'string' ? withFlags(host, v) : v])),
      ),
    ]),
  )
}
const mysql: Program = {
  about: 'ask a MySQL or MariaDB server',
  use: 'mysql -h address -u user [-ppassword] [-P port] [-e "select …"]',
  knows: 'p?/password h:/host u:/user P:/port e:/execute',
  async run(c) {
    const { o } = c
    const name = o.value('h') ?? '127.0.0.1'
    const port = Number(o.value('P') ?? 3306)
    // without -p nobody is asked, and there is none
    const given = !o.has('p') ? '' : o.value('p') || ((await c.ask('Enter password: ', true)) ?? '')
    const met = await connectToPort(c, name, port)
    if ('why' in met || met.service.served?.kind !== 'mysql') {
      c.err(`ERROR 2002 (HY000): Can't connect to server on '${name}' (115)\n`)
      return 1
    }
    const { user, password } = met.service.served
    if (o.value('u') !== user || given !== (password ?? '')) {
      c.err(
        `ERROR 1045 (28000): Access denied for user '${o.value('u') ?? ''}'@'${c.shell.host.node.name}' (using password: ${given ? 'YES' : 'NO'})\n`,
      )
      return 1
    }
    const tables = tablesOf(met)
    const say = (l: string) => {
      try {
        if (/^show tables;?$/i.test(l.trim()))
          c.out(sqlResultText({ columns: ['Tables_in_app'], rows: Object.keys(tables).map((t) => [t]) }))
        else if (l.trim() !== '') c.out(sqlResultText(select(l, tables)))
      } catch (e) {
        if (!(e instanceof SqlError)) throw e
        c.err(`ERROR 1064 (42000): ${e.message}\n`)
      }
    }
    const line = o.value('e')
    if (line !== undefined) say(line)
    else
      for (
        let l = await c.line('MariaDB [app]> ');
        l !== undefined && !/^(quit|exit);?$/.test(l.trim());
        l = await c.line('MariaDB [app]> ')
      )
        say(l)
    return 0
  },
}

/** Why the web server of a node would not start; undefined where it would. */
export function webFault(c: Pick<Cmd, 'shell'>, unit?: string): string | undefined {
  const { host, disk } = c.shell
  for (const s of nodeServicesOf(host)) {
    const file =
      s.served?.kind === 'http' && (unit === undefined || serviceUnitOf(s) === unit) ? s.served.config : undefined
    if (file === undefined) continue
    const site = disk.stat(file)
      ? siteOf(diskText(disk.read(file, 'root')), file)
      : { fault: `nginx: [emerg] open() "${file}" failed` }
    if ('fault' in site) return site.fault
  }
  return undefined
}

export const clientCommands: Programs = {
  smbclient,
  'redis-cli': redis,
  mysql,
  mariadb: mysql,
  ftp: {
    about: 'fetch from a file server (as `curl ftp://…`)',
    use: 'ftp [user:password@]address [file]',
    knows: '',
    run: (c) => {
      const [place = '', file = ''] = c.o.rest
      return c.run(['curl', ...(file ? ['-o', posix.basename(file)] : []), `ftp://${place}/${file}`])
    },
  },
  nginx: {
    about: 'the web server: whether its files are in order',
    use: 'nginx -t',
    knows: 't',
    run(c) {
      if (!c.o.has('t')) {
        c.err(`usage: ${c.use} (systemctl starts and stops it)\n`)
        return 1
      }
      try {
        const fault = webFault(c)
        c.err(
          fault
            ? `${fault}\nnginx: configuration file /etc/nginx/nginx.conf test failed\n`
            : 'nginx: the configuration file /etc/nginx/nginx.conf syntax is ok\nnginx: configuration file /etc/nginx/nginx.conf test is successful\n',
        )
        return fault ? 1 : 0
      } catch (e) {
        if (!(e instanceof FileError)) throw e
        c.err(`nginx: ${fileWords[e.code]}\n`)
        return 1
      }
    },
  },
}
