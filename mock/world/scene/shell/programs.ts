/** Everything that can be run on a Linux node, by name. */
import type { Programs } from './program.ts'
import { editorCommands } from './commands/editors.ts'
import { fileCommands } from './commands/files.ts'
import { findCommands } from './commands/find.ts'
import { attackCommands } from './commands/attack.ts'
import { byteCommands } from './commands/bytes.ts'
import { captureCommands } from './commands/capture.ts'
import { clientCommands } from './commands/clients.ts'
import { accountCommands } from './commands/accounts.ts'
import { filterCommands } from './commands/filters.ts'
import { keyCommands } from './commands/keys.ts'
import { logCommands } from './commands/logs.ts'
import { netCommands } from './commands/net.ts'
import { netcatCommands } from './commands/netcat.ts'
import { scanCommands } from './commands/nmap.ts'
import { portCommands } from './commands/ports.ts'
import { processCommands } from './commands/processes.ts'
import { pagerCommands } from './commands/pager.ts'
import { probeCommands } from './commands/probe.ts'
import { remoteCommands } from './commands/remote.ts'
import { terminalCommands } from './commands/terminal.ts'
import { webCommands } from './commands/web.ts'
import { shellCommands } from './commands/shell.ts'
import { systemCommands } from './commands/system.ts'
import { testCommands } from './commands/test.ts'
import { textCommands } from './commands/text.ts'

/** Of all programs those that somebody looks for who tests a system. */
export const toolKinds: Readonly<Record<string, readonly string[]>> = {
  'Looking around': ['nmap', 'ping', 'traceroute', 'dig', 'host', 'arp', 'nc', 'telnet'],
  Web: ['curl', 'wget', 'gobuster', 'ffuf', 'sqlmap'],
  Passwords: ['hydra', 'john'],
  'Files, services, sign-in': ['ssh', 'scp', 'ftp', 'smbclient', 'redis-cli', 'mysql'],
  'Listening on the wire': ['tcpdump'],
  'Bytes and texts': [
    'xxd',
    'hexdump',
    'strings',
    'file',
    'base64',
    'openssl',
    'md5sum',
    'grep',
    'sed',
    'awk',
    'tar',
    'unzip',
  ],
}

const help: Programs = {
  help: {
    about: 'this list',
    use: 'help',
    knows: '',
    run(c) {
      const names = Object.keys(programs).sort()
      for (const n of names) c.out(`${n.padEnd(12)} ${programs[n]?.about}\n`)
      return 0
    },
  },
  tools: {
    about: 'the tools for tests of security on this machine, and what there is no use looking for',
    use: 'tools',
    knows: '',
    run(c) {
      for (const [kind, names] of Object.entries(toolKinds)) {
        c.out(`${kind}\n`)
        for (const n of names) c.out(`  ${n.padEnd(14)} ${programs[n]?.about}\n`)
      }
      const lists = c.shell.disk.list('/usr/share/wordlists')
      c.out(lists.length ? `Lists in /usr/share/wordlists\n${lists.map((l) => `  ${l}\n`).join('')}` : '')
      c.out(
        'help lists everything else, man NAME says how it is used. There are no interpreters (python3, perl, ruby), so no python3 -m http.server either, and no metasploit.\n',
      )
      return 0
    },
  },
  man: {
    about: 'what a command does',
    use: 'man command | -k word',
    knows: 'k',
    run(c) {
      const [name = ''] = c.o.rest
      if (c.o.has('k')) {
        const found = Object.entries(programs).filter(([n, p]) => `${n} ${p.about}`.includes(name))
        for (const [n, p] of found.sort()) c.out(`${n.padEnd(20)} - ${p.about}\n`)
        if (!found.length) c.err(`${name}: nothing appropriate.\n`)
        return found.length ? 0 : 16
      }
      const p = Object.hasOwn(programs, name) ? programs[name] : undefined
      if (!p) {
        c.err(`No manual entry for ${name}\n`)
        return 16
      }
      c.out(`NAME\n    ${name} - ${p.about}\n\nSYNOPSIS\n    ${p.use}\n`)
      if (p.more !== undefined) c.out(`\nOPTIONS\n${p.more.replace(/^(?=.)/gm, '    ')}`)
      return 0
    },
  },
}

export const programs: Programs = {
  ...fileCommands,
  ...findCommands,
  ...textCommands,
  ...pagerCommands,
  ...editorCommands,
  ...systemCommands,
  ...shellCommands,
  ...testCommands,
  ...filterCommands,
  ...processCommands,
  ...accountCommands,
  ...terminalCommands,
  ...netCommands,
  ...portCommands,
  ...netcatCommands,
  ...scanCommands,
  ...webCommands,
  ...remoteCommands,
  ...keyCommands,
  ...logCommands,
  ...byteCommands,
  ...captureCommands,
  ...clientCommands,
  ...attackCommands,
  ...probeCommands,
  bash: { about: 'a shell inside this one', use: 'bash [-p] [-c line] [file]', knows: undefined, run: () => 0 },
  sh: { about: 'a shell inside this one', use: 'sh [-c line] [file]', knows: undefined, run: () => 0 },
  ...help,
  shutdown: { about: 'switch this node off', use: 'shutdown [-r] now', knows: undefined, run: () => 0 },
  reboot: { about: 'switch this node off and on', use: 'reboot', knows: undefined, run: () => 0 },
}
/** What the shell does itself. */
export const builtins: ReadonlySet<string> = new Set([
  'cd',
  'exit',
  'logout',
  'export',
  'unset',
  'history',
  'help',
  'alias',
  'unalias',
  'read',
  'type',
  '[[',
  'jobs',
  'wait',
  'break',
  'continue',
  'return',
  'shift',
  'set',
  'local',
  'declare',
  'readonly',
  'let',
  'eval',
  '.',
  'source',
  ':',
])
/** Names of programs that lie on the disk. */
export const programNames = Object.keys(programs).filter((n) => !builtins.has(n))
