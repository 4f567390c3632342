/** The whole command line, made from a list of commands; used by the binary and by the tests. */
import { Command, CommanderError } from 'commander'
import { handleBackups } from './commands/backup.ts'
import { build } from './commands/build.ts'
import { handleConfig } from './commands/config.ts'
import { importZips } from './commands/import.ts'
import { handleImports } from './commands/imports.ts'
import { licenses } from './commands/license.ts'
import { login, logout } from './commands/login.ts'
import { auditPermissions } from './commands/permissions-audit.ts'
import { validatePermissions } from './commands/permissions-validate.ts'
import { resourceCommands } from './commands/resource.ts'
import { topologyFiles } from './commands/topology.ts'
import { listScreens } from './commands/screens.ts'
import type { Io } from './context.ts'
import { CliError, exits } from './errors.ts'
import { type Outcome, print } from './output.ts'
import { ownVersion } from './project.ts'

/** Adds a command to its parent; `run` returns data and prints nothing. */
export type Register = (
  parent: Command,
  run: <A extends unknown[]>(work: (...a: A) => Promise<Outcome>) => (...a: A) => Promise<void>,
  io: Io,
) => void

export function makeProgram(io: Io) {
  return {
    /** @param argv words after the program's name @returns the exit code */
    async run(argv: readonly string[]): Promise<number> {
      let exit: number = exits.ok
      const json = argv.includes('--json')
      const program = new Command('range')
        .description(
          'Operators’ tool of the cyber range: builds, checks permissions, imports resources, reads and changes them over the API.',
        )
        .version(ownVersion(), '-V, --version', 'print the version')
        .option('--json', 'print data as JSON')
        .addHelpText(
          'after',
          `
Begin with:
  range login --api http://localhost:8080 --username admin_demo
  range tool list --q nmap
Exit codes: 0 done, 1 failed or found something, 2 usage, 3 not signed in, 4 no right, 5 not there, 6 conflict, 7 unreachable,
130 interrupted`,
        )
        .exitOverride()
        .configureOutput({ writeOut: io.out, writeErr: io.err })
        .showHelpAfterError('(add --help for the options)')
      const run =
        <A extends unknown[]>(work: (...a: A) => Promise<Outcome>) =>
        async (...a: A): Promise<void> => {
          const outcome = await work(...a)
          print(io, outcome, json)
          exit = outcome.exit ?? exits.ok
        }
      const permissions = program.command('permissions').description('permission trees and what roles reach')
      const commands: Register[] = [
        build,
        login,
        logout,
        importZips,
        handleImports,
        licenses,
        handleConfig,
        handleBackups,
        listScreens,
        ...resourceCommands,
        topologyFiles,
      ]
      for (const c of commands) c(program, run, io)
      validatePermissions(permissions, run, io)
      auditPermissions(permissions, run, io)
      inherit(program)
      try {
        await program.parseAsync([...argv], { from: 'user' })
      } catch (e) {
        if (e instanceof CommanderError) return e.exitCode === 0 ? exits.ok : exits.usage
        const known = e instanceof CliError
        const code = known ? e.code : 'failed'
        const message = e instanceof Error ? e.message : String(e)
        if (json)
          io.out(
            `${JSON.stringify({ error: { code, message, ...(known && e.details ? { details: e.details } : {}) } }, null, 2)}\n`,
          )
        else io.err(`${message}\n`)
        return known ? e.exit : exits.failed
      }
      return exit
    },
  }
}

/** Every command knows `--json` and fails the same way. */
function inherit(command: Command): void {
  for (const c of command.commands) {
    c.exitOverride()
    c.copyInheritedSettings(command)
    if (!c.options.some((o) => o.long === '--json')) c.option('--json', 'print data as JSON')
    inherit(c)
  }
}
