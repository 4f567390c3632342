/** The app's own sentences for what went wrong, in the operator's language. */
import { readingProblem } from '#src/contract/import/reading.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import enImport from '#src/i18n/en-US/import.ts'
import en from '#src/i18n/en-US/problem.ts'
import zhImport from '#src/i18n/zh-CN/import.ts'
import zh from '#src/i18n/zh-CN/problem.ts'

export type Language = 'en-US' | 'zh-CN'
export type Words = ReturnType<typeof wordsOf>

const books: Record<Language, Record<string, string>> = {
  'en-US': { ...en, ...enImport },
  'zh-CN': { ...zh, ...zhImport },
}
const mebi = 1024 * 1024
const size = (bytes: number): string =>
  bytes < mebi ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.floor(bytes / mebi)} MiB`

export function wordsOf(language: Language) {
  const book = books[language]
  const say = (key: string, values: Record<string, unknown> = {}): string | undefined =>
    book[key]?.replace(/\{(\w+)[^{}]*\}/g, (_, name: string) => String(values[name] ?? ''))
  return {
    problem: (code: string, details?: Record<string, unknown>): string => say(`problem.${code}`, details) ?? code,
    /** A broken rule with the choices there are. */
    rule({ path, rule, params }: FieldProblem): string {
      const sentence = say(`rule.${rule}`, params) ?? rule
      return `${path ? `${path}: ` : ''}${sentence}${params?.['options'] ? ` (${params['options']})` : ''}`
    },
    /** What is wrong with a file or a zip, with the word for it that scripts and searches know. */
    reading: (code: string, details: Record<string, unknown> = {}): string =>
      `${readingProblem(code, details, { say, size })} (${code})`,
  }
}
