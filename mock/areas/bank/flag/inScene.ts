/** The flag that whoever is in a scene is to find there. */
import type { FlagRule } from '#src/contract/bank/question.schema.ts'
import { madeFlag } from './make.ts'
import { type FlagKeys, openRule, type SealedRule } from './seal.ts'

export const flagRuleOf = (flag: FlagRule | SealedRule | undefined, keys: FlagKeys): FlagRule => {
  if (!flag) throw new Error('a challenge has no flag')
  return 'sealed' in flag ? openRule(flag, keys) : flag
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
