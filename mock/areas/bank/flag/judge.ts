/**
 * Whether a text is the flag of a question. It may take as long as a pattern may: never inside a transaction.
 */
import type { FlagRule } from '#src/contract/bank/question.schema.ts'
import { equalsFlag } from './compare.ts'
import { madeFlag } from './make.ts'
import { wholeMatch } from './pattern.ts'
import type { FlagKeys } from './seal.ts'

export interface SubmittedFlag {
  question: string
  /** Person or team, as the rule says, that answers; in exams the sheet. */
  owner: string
  text: string
}

/** Texts of an answer to a list of which all are wanted: by lines, or in one line by spaces and commas. */
function parts(text: string): string[] {
  const lines = text
    .split(/\r?\n/)
    .map((l) => l.trim())
    .filter(Boolean)
  return lines.length > 1 ? lines : text.split(/[\s,，;；、]+/).filter(Boolean)
}

/** All of a list, in whatever order, and nothing else. Every pair is compared, so that the time tells nothing. */
function allOf({ values }: Extract<FlagRule, { kind: 'list' }>, text: string, keys: FlagKeys): boolean {
  const given = parts(text).slice(0, 100)
  const table = given.map((g) => values.map((v) => equalsFlag(v.value, g, v.ignore_case, keys)))
  const everyGiven = table.every((row) => row.some(Boolean))
  const everyWanted = values.every((_v, n) => table.some((row) => row[n]))
  return given.length > 0 && everyGiven && everyWanted
}

/** Which of several flags are among the texts of an answer, by their places; no more texts are looked at than there are flags. */
export function flagsFound({ values }: Extract<FlagRule, { kind: 'list' }>, text: string, keys: FlagKeys): number[] {
  const given = parts(text).slice(0, values.length)
  const table = values.map((v) => given.map((g) => equalsFlag(v.value, g, v.ignore_case, keys)))
  return table.flatMap((row, n) => (row.some(Boolean) ? [n] : []))
}

export async function judgeFlag(
  rule: FlagRule,
  asked: SubmittedFlag,
  keys: FlagKeys,
): Promise<{ right: boolean; slow: boolean }> {
  const { text } = asked
  if (text.trim() === '') return { right: false, slow: false }
  switch (rule.kind) {
    case 'static':
      return { right: equalsFlag(rule.value, text, rule.ignore_case, keys), slow: false }
    case 'regex': {
      const found = await wholeMatch(keys.threads, rule.pattern, text, rule.ignore_case)
      return { right: found === true, slow: found === 'slow' }
    }
    case 'list': {
      if (rule.need === 'all') return { right: allOf(rule, text, keys), slow: false }
      const each = rule.values.map((v) => equalsFlag(v.value, text, v.ignore_case, keys))
      return { right: each.some(Boolean), slow: false }
    }
    case 'dynamic':
      return { right: equalsFlag(madeFlag(rule, asked.question, asked.owner, keys), text, false, keys), slow: false }
  }
}
