/** The command line of a Windows node, as far as a stand-in needs it: files over the same disk, names of drives and slashes turned round. */
import path from 'node:path'
import { netCommands } from './commands/net.ts'
import { portCommands } from './commands/ports.ts'
import { remoteCommands } from './commands/remote.ts'
import { webCommands } from './commands/web.ts'
import { processesOf } from './processes.ts'
import type { Dialect, Ends } from './dialect.ts'
import { borrowing } from './borrow.ts'
import { bytesOf, FileError, diskText } from './disk.ts'
import { gatewaysOf } from './image.ts'
import type { Shell } from './program.ts'
import { facesOf } from './reach.ts'

/** `C:\Users\x` → `/Users/x`. */
const inside = (shell: Shell, name: string): string =>
  path.posix.resolve(shell.cwd, name.replace(/^[cC]:/, '').replaceAll('\\', '/') || '/')
const outside = (file: string): string => `C:${file.replaceAll('/', '\\')}`

export function windows(shell: Shell, ends: Ends): Dialect {
  const { host, disk } = shell
  let power = false
  const out = (t: string) => ends.out(t)
  const borrowed = borrowing(shell, ends)

  function dir(name = '.'): number {
    const file = inside(shell, name)
    if (!disk.stat(file)) {
      out('File Not Found\n')
      return 1
    }
    out(` Volume in drive C has no label.\n Directory of ${outside(file)}\n\n`)
    let n = 0
    for (const e of disk.stat(file)?.kind === 'folder' ? disk.list(file) : []) {
      const s = disk.stat(path.posix.join(file, e))
      if (!s) continue
      n++
      const at = s.changed.toISOString()
      out(
        `${at.slice(0, 10)}  ${at.slice(11, 16)}    ${s.kind === 'folder' ? '<DIR>         ' : String(s.size).padStart(14)} ${e}\n`,
      )
    }
    out(`               ${n} item(s)\n`)
    return 0
  }
  function ipconfig(): void {
    out('\nWindows IP Configuration\n')
    for (const f of facesOf(host.ground).filter((x) => x.node.id === host.node.id))
      out(
        `\nEthernet adapter ${f.name}:\n\n   IPv4 Address. . . . . . . . . . . : ${f.address}\n   Default Gateway . . . . . . . . . : ${gatewaysOf(host)[0] ?? ''}\n`,
      )
  }
  const files: Record<string, (args: string[]) => number | Promise<number>> = {
    dir: ([a]) => dir(a),
    ls: ([a]) => dir(a),
    cd([a]) {
      if (a === undefined) {
        out(`${outside(shell.cwd)}\n`)
        return 0
      }
      const file = inside(shell, a)
      if (disk.stat(file)?.kind !== 'folder') {
        out('The system cannot find the path specified.\n')
        return 1
      }
      shell.cwd = file
      return 0
    },
    type([a = '']) {
      out(diskText(disk.read(inside(shell, a), shell.user)))
      return 0
    },
    mkdir: ([a = '']) => (disk.folder(inside(shell, a), shell.user), 0),
    del: ([a = '']) => (disk.remove(inside(shell, a), shell.user), 0),
    copy([a = '', b = '']) {
      disk.write(inside(shell, b), disk.read(inside(shell, a), shell.user), shell.user)
      out('        1 file(s) copied.\n')
      return 0
    },
    echo(args) {
      const cut = args.indexOf('>')
      if (cut < 0) out(`${args.join(' ')}\n`)
      else disk.write(inside(shell, args[cut + 1] ?? ''), bytesOf(`${args.slice(0, cut).join(' ')}\r\n`), shell.user)
      return 0
    },
  }
  const others: Record<string, (args: string[]) => number | Promise<number>> = {
    ipconfig: () => (ipconfig(), 0),
    ping: (args) =>
      borrowed('ping', netCommands.ping, [
        '-c',
        args.includes('-n') ? (args[args.indexOf('-n') + 1] ?? '4') : '4',
        ...args.filter((a) => !a.startsWith('-') && args[args.indexOf(a) - 1] !== '-n'),
      ]),
    tracert: (args) => borrowed('traceroute', netCommands.traceroute, args),
    nslookup: (args) => borrowed('nslookup', remoteCommands.nslookup, args),
    curl: (args) => borrowed('curl', webCommands.curl, args),
    arp: (args) => borrowed('arp', netCommands.arp, args),
    netstat: (args) => borrowed('netstat', portCommands.netstat, args),
    whoami: () => (out(`${host.node.name.toLowerCase()}\\${shell.user.toLowerCase()}\n`), 0),
    hostname: () => (out(`${host.node.name}\n`), 0),
    ver: () => (out(`\nMicrosoft Windows [Version 10.0.17763.5329]\n`), 0),
    tasklist() {
      out('Image Name                     PID   Mem Usage\n')
      for (const p of processesOf(shell))
        out(
          `${(p.command.split(/[ /:]/).findLast((w) => /^[a-z-]{3,}$/.test(w)) ?? 'svchost').concat('.exe').padEnd(28)} ${String(p.pid).padStart(6)} ${String(p.memory).padStart(8)} K\n`,
        )
      return 0
    },
    systeminfo: () => (
      out(
        `Host Name:  ${host.node.name}\nOS Name:    ${host.image}\nProcessors: ${host.node.cpu}\nMemory:     ${host.node.memory} MB\n`,
      ),
      0
    ),
    cls: () => (out('\x1b[H\x1b[2J'), 0),
    powershell: () => ((power = true), 0),
    cmd: () => ((power = false), 0),
    exit: () => (power ? (power = false) : ends.leave(), 0),
    help: () => (out(`${[...Object.keys(files), ...Object.keys(others)].sort().join('  ')}\n`), 0),
    async shutdown(args) {
      await ends.shutdown(args.includes('/r'))
      ends.leave()
      return 0
    },
  }
  const alias: Record<string, string> = {
    'get-childitem': 'dir',
    'get-content': 'type',
    cat: 'type',
    'set-location': 'cd',
    'get-process': 'tasklist',
    'get-netipaddress': 'ipconfig',
    'test-connection': 'ping',
    clear: 'cls',
    md: 'mkdir',
    'remove-item': 'del',
    rm: 'del',
    'write-output': 'echo',
  }
  const all = { ...files, ...others }
  return {
    prompt: () => `${power ? 'PS ' : ''}${outside(shell.cwd)}> `,
    history: shell.history,
    async run(line) {
      const [verb = '', ...args] = (line.match(/"[^"]*"|\S+/g) ?? []).map((w) => w.replace(/^"|"$/g, ''))
      if (verb === '') return 0
      const name = verb.toLowerCase().replace(/\.exe$/, '')
      const known = alias[name] ?? name
      if (!Object.hasOwn(all, known)) {
        out(`'${verb}' is not recognized as an internal or external command,\noperable program or batch file.\n`)
        return 1
      }
      try {
        return (await all[known]?.(args)) ?? 1
      } catch (e) {
        if (!(e instanceof FileError)) throw e
        out(e.code === 'EACCES' ? 'Access is denied.\n' : 'The system cannot find the file specified.\n')
        return 1
      }
    },
    complete(before) {
      const word = /\S*$/.exec(before)?.[0] ?? ''
      return word === before
        ? Object.keys(all).filter((n) => n.startsWith(word.toLowerCase()))
        : disk.list(shell.cwd).filter((n) => n.toLowerCase().startsWith(word.toLowerCase()))
    },
  }
}
