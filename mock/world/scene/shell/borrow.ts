/** Programs of a Unix shell that other command lines borrow: what they say, and to whom, is the borrower's. */
import type { Ends } from './dialect.ts'
import { accountsOf } from './image.ts'
import { given } from './options.ts'
import type { Program, Shell } from './program.ts'

/** @returns the program's exit code; 1 for one there is not */
export const borrowing =
  (shell: Shell, ends: Ends) =>
  async (name: string, program: Program | undefined, args: string[]): Promise<number> => {
    if (!program) return 1
    const out = (text: string) => ends.out(text)
    const { sleep, ask, leave, enter, find, diskOf, on, keep, hosts, wire } = ends
    const accounts = () => accountsOf(shell.host)
    const run = async () => 1
    const o = given(name, program, args, { out, err: out })
    if (typeof o === 'number') return o
    const cmd = {
      args,
      o,
      stdin: undefined,
      line: ask,
      tty: true,
      attended: ends.terminal !== undefined,
      shell,
      out,
      err: out,
      run,
      sleep,
      ask,
      leave,
      enter,
      find,
      diskOf,
      on,
      keep,
      hosts,
      wire,
      use: program.use,
      accounts,
    }
    return program.run(cmd)
  }
