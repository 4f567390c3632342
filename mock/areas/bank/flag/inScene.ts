/** The flag that whoever is in a scene is to find there. */
import type { FlagRule } from '#src/contract/bank/question.schema.ts'
import { madeFlag } from './make.ts'
import { type FlagKeys, openRule, type SealedRule } from './seal.ts'

export const flagRuleOf = (flag: FlagRule | SealedRule | undefined, keys: FlagKeys): FlagRule => {
  if (!flag) throw new Error('a challenge has no flag')
  return 'sealed' in flag ? openRule(flag, keys) : flag
}

/** `{flag}` in a text, as it is or written in one of these ways. */
const writings: Readonly<Record<string, (flag: string) => string>> = {
  '': (flag) => flag,
  hex: (flag) => Buffer.from(flag).toString('hex'),
  base64: (flag) => Buffer.from(flag).toString('base64'),
  rot13: (flag) =>
    flag.replace(/[a-z]/gi, (l) => {
      const first = l <= 'Z' ? 65 : 97
      return String.fromCharCode(((l.charCodeAt(0) - first + 13) % 26) + first)
    }),
}
const flagMark = /\{flag(?:\|(hex|base64|rot13))?\}/g

/** Whether a text says where the flag goes. */
export const namesFlag = (text: string): boolean => text.search(flagMark) >= 0

/** A challenge whose text names the flag that is made for whoever reads it: with it where the text says `{flag}`. */
export function withMadeFlag<T extends { stem: string; connection: string }>(
  shown: T,
  rule: FlagRule,
  { question, owner }: { question: string; owner: string },
  keys: FlagKeys,
): T {
  if (rule.kind !== 'dynamic') return shown
  const flag = madeFlag(rule, question, owner, keys)
  const put = (text: string) =>
    text.replace(flagMark, (_mark, as: string | undefined) => writings[as ?? '']?.(flag) ?? flag)
  return { ...shown, stem: put(shown.stem), connection: put(shown.connection) }
}

/** What a learner finds in his scene; undefined where the rule names no text. */
export function flagInScene(rule: FlagRule, question: string, owner: string, keys: FlagKeys): string | undefined {
  switch (rule.kind) {
    case 'static':
      return rule.value
    case 'list':
      return rule.need === 'all' ? rule.values.map((v) => v.value).join('\n') : rule.values[0]?.value
    case 'dynamic':
      return madeFlag(rule, question, owner, keys)
    case 'regex':
      return undefined
  }
}
