import type { RuleBreak } from '../../contract/rules.ts'
import { t, tOr } from '../../i18n/index.ts'

/** The sentence of a broken rule. */
export const ruleBreakText = (b: RuleBreak): string => tOr([`rule.${b.rule}`], t('rule.format'), b.params)

/** The first sentence of several, which is what a field has room for. */
export const firstRule = (breaks: readonly RuleBreak[] | undefined): string | undefined =>
  breaks?.[0] && ruleBreakText(breaks[0])
