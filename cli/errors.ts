/** What ends a command: a word, a sentence for people, and the exit code scripts read. */
import en from '#src/i18n/en-US/problem.ts'
import zh from '#src/i18n/zh-CN/problem.ts'
import type { Problem } from '#src/contract/problems.ts'

export const exits = {
  ok: 0,
  failed: 1,
  usage: 2,
  unauthenticated: 3,
  forbidden: 4,
  notFound: 5,
  conflict: 6,
  unreachable: 7,
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

const exitOf = (status: number): Exit =>
  status === 401
    ? exits.unauthenticated
    : status === 403
      ? exits.forbidden
      : status === 404
        ? exits.notFound
        : status === 409
          ? exits.conflict
          : status === 0
            ? exits.unreachable
            : exits.failed

/** The sentence of a problem in the operator's language, with the fields that broke a rule. */
export function problemError(
  problem: Pick<Problem, 'code' | 'details'>,
  status: number,
  language: 'en-US' | 'zh-CN',
): CliError {
  const words: Record<string, string> = language === 'zh-CN' ? zh : en
  const fill = (text: string, params: Record<string, unknown> = {}) =>
    text.replace(/\{(\w+)[^{}]*\}/g, (_, n: string) => String(params[n] ?? ''))
  const lines = [words[`problem.${problem.code}`] ?? problem.code]
  for (const f of problem.details?.fields ?? [])
    lines.push(`  ${f.path}: ${fill(words[`rule.${f.rule}`] ?? f.rule, f.params)}`)
  return new CliError(problem.code, lines.join('\n'), exitOf(status), problem.details)
}
