/** The whole command line, made from a list of commands; used by the binary and by the tests. */
import { Command, CommanderError } from 'commander'
import { handleBackups } from './commands/backup.ts'
import { build } from './commands/build.ts'
import { certificates } from './commands/certificate.ts'
import { completion } from './commands/completion.ts'
import { contests } from './commands/contest.ts'
import { courseCommands } from './commands/course.ts'
import { handleConfig } from './commands/config.ts'
import { importZips } from './commands/import.ts'
import { handleImports } from './commands/imports.ts'
import { licenses } from './commands/license.ts'
import { login, logout } from './commands/login.ts'
import { auditPermissions } from './commands/permissions-audit.ts'
import { validatePermissions } from './commands/permissions-validate.ts'
import { resourceCommands } from './commands/resource.ts'
import { setup } from './commands/setup.ts'
import { topologyCommands } from './commands/topology.ts'
import { listScreens } from './commands/screens.ts'
import { whoami } from './commands/whoami.ts'
import type { Io } from './context.ts'
import { CliError, exits } from './errors.ts'
import { type HelpHeading, helpHeadings } from './groups.ts'
import { targets } from './import/tell.ts'
import { helpWidth, type CommandOutput, print } from './output.ts'
import { ownVersion } from './project.ts'

/** Adds a command to its parent; `run` returns data and prints nothing. */
export type RegisterCommand = (
  parent: Command,
  run: <A extends unknown[]>(work: (...a: A) => Promise<CommandOutput>) => (...a: A) => Promise<void>,
  io: Io,
) => void

/** Commands in the order of the help. Those of a resource say their group themselves. */
const commands: readonly [HelpHeading, readonly RegisterCommand[]][] = [
  [helpHeadings.session, [setup, login, logout, whoami]],
  [
    helpHeadings.content,
    [importZips, handleImports, ...resourceCommands, topologyCommands, courseCommands, contests, certificates],
  ],
  [helpHeadings.system, [handleBackups, handleConfig, licenses]],
  [helpHeadings.project, [build, listScreens, completion]],
]

const help = ['help [command]', 'display help for command'] as const

function programOf(io: Io, { json, wide }: { json: boolean; wide: boolean }, done: (exit: number) => void): Command {
  const program = new Command('range')
    .description('Operators’ tool of the cyber range.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .option('--json', 'print data and errors as JSON')
    .option('--wide', 'do not shorten tables to the width of the terminal')
    .addHelpText(
      'after',
      `
Begin with:
  range login --api http://127.0.0.1:8080 --username admin_demo
  range whoami                    who is signed in, and in which role
  range tool list --q nmap
An account does here what its role may do in the app. Of the demonstration,
admin_demo keeps people and content; backups and settings take who has the
system configuration: super_demo. A new installation begins with range setup.

Options may stand before the command, too: range --json tool list.
Every command explains itself: range <command> --help

Problems and reasons are said in the language of LC_ALL, LC_MESSAGES or LANG,
English or Chinese; the tool's own words (help, headings, usage) in English.

Exit codes: 0 done, 1 failed or found something, 2 usage, or a field that the
server refuses, 3 not signed in, 4 no right, 5 not there, 6 conflict,
7 unreachable, 8 rows of an import were refused, 9 something was left out of a
file, 130 interrupted`,
    )
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      // programs read the mistake from the one place where they read everything
      writeErr: (text) => (json ? undefined : io.err(text)),
      // a word that is half another one is no slip of the hand
      outputError: (text, write) => write(withHint(withoutFar(text))),
      getOutHelpWidth: () => helpWidth,
      getErrHelpWidth: () => helpWidth,
    })
    .showHelpAfterError('(add --help for the options)')
  const run =
    <A extends unknown[]>(work: (...a: A) => Promise<CommandOutput>) =>
    async (...a: A): Promise<void> => {
      const outcome = await work(...a)
      print(io, outcome, json, wide)
      done(outcome.exit ?? exits.ok)
    }
  for (const [group, all] of commands) {
    program.commandsGroup(group)
    for (const c of all) c(program, run, io)
  }
  program.helpCommand(...help)
  const permissions = program.command('permissions').description('permission trees and what roles reach')
  permissions.helpGroup(helpHeadings.system)
  validatePermissions(permissions, run, io)
  auditPermissions(permissions, run, io)
  inherit(program)
  // the program itself takes `--json`, wherever it stands: a command that is silent for it would not hear of it
  if (json) program.hook('preAction', (_, action) => void action.setOptionValue('json', true))
  return program
}

export function makeProgram(io: Io) {
  return {
    /** @param argv words after the program's name @returns the exit code */
    async run(argv: readonly string[]): Promise<number> {
      let exit: number = exits.ok
      // what stands behind `--` is no option
      const options = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined)
      const json = options.includes('--json')
      const wide = options.includes('--wide')
      const told = (code: string, message: string, details?: unknown): void => {
        const error = { code, message, ...(details ? { details } : {}) }
        if (json) io.out(`${JSON.stringify({ error }, null, 2)}\n`)
        else io.err(`${message}\n`)
      }
      const program = programOf(io, { json, wide }, (code) => (exit = code))
      try {
        await program.parseAsync(withoutHelp(program, withOptionsBehind(program, argv)), { from: 'user' })
      } catch (e) {
        if (e instanceof CommanderError) {
          if (e.exitCode === 0) return exits.ok
          // for people commander has said it already, with where the help is
          if (json)
            told(
              'usage',
              e.code === 'commander.help'
                ? commandsOf(program, argv)
                : withHint(withoutFar(e.message))
                    .replace(/^error: /, '')
                    .trimEnd(),
            )
          return exits.usage
        }
        const known = e instanceof CliError
        told(known ? e.code : 'failed', e instanceof Error ? e.message : String(e), known ? e.details : undefined)
        return known ? e.exit : exits.failed
      }
      return exit
    },
  }
}

const secrets = 'On a command line others could see it, and the shell would keep it in its history.'
/** Options that people expect, and what there is in their place. */
const expected: Readonly<Record<string, string>> = {
  '--passphrase': `A passphrase cannot be given as an option. ${secrets}\nbackup create --encrypt asks for one, and so does whatever opens an encrypted backup;\nwithout a terminal set RANGE_PASSPHRASE.`,
  '--password': `A password cannot be given as an option. ${secrets}\nIt is asked for; without a terminal set RANGE_PASSWORD.`,
  '--token': `A token cannot be given as an option. ${secrets}\nSet RANGE_TOKEN instead.`,
}
const importing = `Files come in with: range import FILE --into ${Object.keys(targets).join('|')}`
/** A mistake with what there is in the place of an option, or of a verb, that people expect. */
function withHint(text: string): string {
  const [, typed = ''] = /unknown option '([^'=]*)/.exec(text) ?? []
  const hint = /unknown command 'import'/.test(text)
    ? importing
    : (expected[typed] ?? (slips(typed, '--api') === 1 ? '(Did you mean --api?)' : undefined))
  return hint ? `${text.replace(/\n?\(Did you mean .*\?\)/, '').trimEnd()}\n${hint}\n` : text
}

/** A mistake without suggestions that are not near what was typed. */
function withoutFar(text: string): string {
  const [, typed = ''] = /unknown (?:command|option) '([^']*)'/.exec(text) ?? []
  return text.replace(/\n?\(Did you mean (?:one of )?(.*?)\?\)/, (whole, names: string) =>
    names.split(', ').some(
      (name) =>
        slips(typed, name) <= Math.max(1, Math.floor(typed.length / 3)) ||
        // the longer word for an option, or its beginning
        (typed.startsWith('--') && (typed.startsWith(name) || name.startsWith(typed))),
    )
      ? whole
      : '',
  )
}
/** Letters that have to be put in, taken out or changed, and pairs of them that changed places. */
function slips(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (const [i, letter] of [...a].entries()) {
    const now = [i + 1]
    for (let j = 1; j <= b.length; j++) {
      const turned = i > 0 && j > 1 && letter === b[j - 2] && a[i - 1] === b[j - 1]
      now.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (now[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1),
          turned ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = now
  }
  return last[b.length] ?? 0
}

/**
 * Options said before the verb go behind it: it is the verb that knows them. A word after one that names no command is its value. Where there
 * is no verb all stays as it was typed, but for the server, which is no mistake there.
 */
function withOptionsBehind(program: Command, argv: readonly string[]): string[] {
  const kept: string[] = []
  const moved: string[] = []
  let at = program
  let i = 0
  for (; at.commands.length && i < argv.length && argv[i] !== '--'; i++) {
    const word = argv[i] ?? ''
    const verb = at.commands.find((c) => c.name() === word || c.aliases().includes(word))
    const value = !word.startsWith('-') && !verb && i > 0 && moved.at(-1) === argv[i - 1]
    if (word === '--api') moved.push(word, ...argv.slice(++i, i + 1))
    else if (value || (word.startsWith('-') && !knows(at, word))) moved.push(word)
    else kept.push(word)
    at = verb ?? at
  }
  const rest = argv.slice(i)
  if (at.commands.length) return /^--api(=|$)/.test(moved[0] ?? '--api') ? [...kept, ...rest] : [...argv]
  const end = rest.includes('--') ? rest.indexOf('--') : rest.length
  return [...kept, ...rest.slice(0, end), ...moved, ...rest.slice(end)]
}
const knows = (command: Command, word: string): boolean =>
  ['-h', '--help'].includes(word) || command.options.some((o) => o.short === word || o.long === word)

/** Where a command is missing, or help is asked of one that is not there: those that there are. */
function commandsOf(program: Command, argv: readonly string[]): string {
  let at = program
  for (const word of argv) at = at.commands.find((c) => c.name() === word || c.aliases().includes(word)) ?? at
  const names = at
    .createHelp()
    .visibleCommands(at)
    .map((c) => c.name())
  return `Name a command: ${names.join(', ')}.`
}

/** A word that names no command is a mistake, also where help is asked for it; commander would show the help of another. */
function withoutHelp(program: Command, argv: readonly string[]): string[] {
  let at = program
  for (const word of argv) {
    if (word.startsWith('-')) continue
    const next = at.commands.find((c) => c.name() === word || c.aliases().includes(word))
    if (!next && at.commands.length && word !== 'help') return argv.filter((w) => w !== '--help' && w !== '-h')
    if (!next) break
    at = next
  }
  return [...argv]
}

/** Every command knows `--json` and `--wide` and fails the same way. */
function inherit(command: Command): void {
  for (const c of command.commands) {
    c.exitOverride()
    c.copyInheritedSettings(command)
    // one of its own: that of the program stands under the program's last heading
    if (c.commands.length) c.helpCommand(...help)
    if (!c.options.some((o) => o.long === '--json')) c.option('--json', 'print data and errors as JSON')
    if (!c.options.some((o) => o.long === '--wide'))
      c.option('--wide', 'do not shorten tables to the width of the terminal')
    inherit(c)
  }
}
