/** What a script of a POSIX shell says, as far as people type it (POSIX.1-2017, XCU 2): words with their quotes, and commands made of them. */
export type WordPart =
  | { is: 'text'; text: string; quoted: boolean }
  /** `$name`, `${name}`, `${#name}`, `${name:-word}`, `${name%pattern}` … */
  | { is: 'variable'; name: string; op: string; operand: Word; quoted: boolean }
  /** `$(list)` and backquotes. */
  | { is: 'output'; list: List; quoted: boolean }
  /** `$((expression))`, itself with variables. */
  | { is: 'sum'; expression: Word; quoted: boolean }
export type Word = readonly WordPart[]

export interface Redirect {
  /** Which stream; 3 stands for both that are written. */
  from: number
  way: '>' | '>>' | '<' | 'dup' | 'text'
  to: Word
}
export type ParsedCommand = { to: readonly Redirect[] } & (
  | { is: 'simple'; sets: readonly { name: string; value: Word }[]; words: readonly Word[] }
  | { is: 'if'; arms: readonly { when: List; body: List }[]; otherwise: List | undefined }
  | { is: 'loop'; until: boolean; when: List; body: List }
  | { is: 'for'; name: string; words: readonly Word[] | undefined; body: List }
  | { is: 'case'; of: Word; arms: readonly { patterns: readonly Word[]; body: List }[] }
  /** `own`: in parentheses, whose variables and folder are its own. */
  | { is: 'group'; own: boolean; body: List }
  | { is: 'sum'; expression: Word }
  | { is: 'function'; name: string; body: ParsedCommand }
)
export interface Pipeline {
  not: boolean
  steps: readonly ParsedCommand[]
}
export interface ShellListItem {
  /** Runs always, or by how the one before ended. */
  when: ';' | '&&' | '||'
  line: Pipeline
  /** `&` */
  behind: boolean
}
export type List = readonly ShellListItem[]

export class ShellError extends Error {}
/** A quote, a loop or a text that ends in a later line. */
export class Unfinished extends ShellError {}
