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
import { remoteCommands } from './commands/remote.ts'
import { terminalCommands } from './commands/terminal.ts'
import { webCommands } from './commands/web.ts'
import { shellCommands } from './commands/shell.ts'
import { systemCommands } from './commands/system.ts'
import { testCommands } from './commands/test.ts'
import { textCommands } from './commands/text.ts'

const help: Programs = {
  help: {
    about: 'this list',
    use: 'help',
    run(c) {
      const names = Object.keys(programs).sort()
      for (const n of names) c.out(`${n.padEnd(12)} ${programs[n]?.about}\n`)
      return 0
    },
  },
  man: {
    about: 'what a command does',
    use: 'man command',
    run(c) {
      const p = Object.hasOwn(programs, c.args[0] ?? '') ? programs[c.args[0] ?? ''] : undefined
      if (!p) {
        c.err(`No manual entry for ${c.args[0] ?? ''}\n`)
        return 16
      }
      c.out(`NAME\n    ${c.args[0]} - ${p.about}\n\nSYNOPSIS\n    ${p.use}\n`)
      if (p.more !== undefined) c.out(`\nOPTIONS\n${p.more.replace(/^(?=.)/gm, '    ')}`)
      return 0
    },
  },
}

export const programs: Programs = {
  ...fileCommands,
  ...findCommands,
  ...textCommands,
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
  bash: { about: 'a shell inside this one', use: 'bash [-p] [-c line] [file]', run: () => 0 },
  sh: { about: 'a shell inside this one', use: 'sh [-c line] [file]', run: () => 0 },
  ...help,
  shutdown: { about: 'switch this node off', use: 'shutdown [-r] now', run: () => 0 },
  reboot: { about: 'switch this node off and on', use: 'reboot', run: () => 0 },
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
