/** Between a terminal and what speaks at it: bash, the Windows prompt, the console of a router. */
import type { Cmd, Terminal } from './program.ts'

/** What a shell needs of the terminal it is at. */
export interface Ends {
  out: (text: string) => void
  sleep: (ms: number) => Promise<boolean>
  /** Gives others a turn; false once ^C was pressed since the line began. */
  tick: () => Promise<boolean>
  ask: (prompt: string, hidden?: boolean) => Promise<string | undefined>
  /** Undefined where there is none. */
  terminal?: Terminal | undefined
  enter: Cmd['enter']
  leave: () => void
  find: Cmd['find']
  diskOf: Cmd['diskOf']
  on: Cmd['on']
  keep: Cmd['keep']
  hosts: Cmd['hosts']
  wire: Cmd['wire']
  /** Switches the node off. */
  shutdown(reboot: boolean): Promise<void>
}

/** How a kind of system talks at its terminal. */
export interface Dialect {
  prompt(): string
  run(line: string): Promise<number>
  /** Whether more lines are needed before it can be run. */
  unfinished?(text: string): boolean
  history: string[]
  complete: (before: string) => string[]
}
