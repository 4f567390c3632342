/** What ends a command: a word, a sentence for people, and the exit code scripts read. */
import type { Problem } from '#src/contract/problems.ts'
import type { Words } from './words.ts'

export const exits = {
  ok: 0,
  failed: 1,
  usage: 2,
  unauthenticated: 3,
  forbidden: 4,
  notFound: 5,
  conflict: 6,
  unreachable: 7,
  /** Rows of an import were refused, some of them or all. */
  partly: 8,
  /** A file is whole but for what its format has no form for. */
  leftOut: 9,
  /** Ctrl-C, as shells count it. */
  interrupted: 130,
} as const
export type Exit = (typeof exits)[keyof typeof exits]

export class CliError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly exit: Exit = exits.failed,
    readonly details?: unknown,
  ) {
    super(message)
    this.name = 'CliError'
  }
}
export const usageError = (message: string): CliError => new CliError('usage', message, exits.usage)

const exitOf = (status: number): Exit =>
  status === 401
    ? exits.unauthenticated
    : status === 403
      ? exits.forbidden
      : status === 404
        ? exits.notFound
        : status === 409
          ? exits.conflict
          : exits.failed

/**
 * The sentence of a problem, the fields that broke a rule, and for the server's own failures the number its log knows the call by.
 * @param session of whom the call was, where it needed one
 */
export function problemError(
  { code, details, request_id }: Pick<Problem, 'code' | 'details' | 'request_id'>,
  status: number,
  words: Words,
  session?: { api: string; begun: boolean },
): CliError {
  const state = typeof details?.['state'] === 'string' ? ` (${details['state']})` : ''
  const login = `Sign in with: range login${session ? ` --api ${session.api}` : ''}`
  // a session that never was has not ended
  if (code === 'unauthenticated' && session && !session.begun)
    return new CliError(code, `Nobody is signed in to ${session.api}. ${login}`, exits.unauthenticated, details)
  const lines = [words.problem(code, details) + state, ...(details?.fields ?? []).map((f) => `  ${words.rule(f)}`)]
  if (code === 'unauthenticated') lines.push(login)
  if (code === 'no_operation_permission') lines.push('Who is signed in, and in which role: range whoami')
  if (status >= 500 && request_id) lines.push(`Request ${request_id}`)
  // a rule that a value breaks is found by the tool or by the server: for scripts it is the same mistake
  return new CliError(code, lines.join('\n'), code === 'validation' ? exits.usage : exitOf(status), details)
}
