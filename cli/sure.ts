/** The question before something is taken from somebody: a slip of the fingers must not do it, and a script says that it is meant. */
import { Option } from 'commander'
import type { Io } from './context.ts'
import { CliError, exits, usageError } from './errors.ts'

export const yesOption = (): Option => new Option('--yes', 'do not ask for confirmation; required without a terminal')

export const nobodyThere = (): CliError => usageError('There is no terminal to ask for confirmation: add --yes.')

/** @throws CliError usage where nobody can be asked, cancelled where they say no */
export async function sure(io: Io, yes: boolean | undefined, question: () => Promise<string> | string): Promise<void> {
  if (yes) return
  if (!io.interactive) throw nobodyThere()
  if (!/^y(es)?$/i.test((await io.ask(`${await question()} [y/N] `)).trim()))
    throw new CliError('cancelled', 'Nothing was changed.', exits.interrupted)
}
