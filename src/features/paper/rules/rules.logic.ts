/** Rules of a paper as they are edited. */
import type { Paper, PaperRule } from '../../../contract/bank/paper.schema.ts'
import { typesOf } from '../../../contract/bank/question.ts'
import { cents } from '../../../contract/exam/score.ts'

export type RuleSection = Paper['rules'][number]
export const blankRule = (id: string): PaperRule => ({
  id,
  bank: 'theory',
  types: [],
  difficulties: [],
  knowledge: [],
  set_ids: [],
  count: 5,
  score: 2,
})
export const blankSection = (newId: () => string, title: string): RuleSection => ({
  id: newId(),
  title,
  instructions: '',
  rules: [blankRule(newId())],
})
/** Another bank has other kinds of questions and other types. */
export const inBank = (rule: PaperRule, bank: PaperRule['bank']): PaperRule => ({
  ...rule,
  bank,
  types: rule.types.filter((t) => (typesOf[bank] as readonly string[]).includes(t)),
  set_ids: [],
})
/** What the rules are about, without what does not change which questions fit: a check stands until this changes. */
export const rulesFingerprintOf = (sections: readonly RuleSection[]): string =>
  JSON.stringify(sections.flatMap((s) => s.rules.map(({ score: _score, ...r }) => r)))

const figure = (x: unknown): number => (typeof x === 'number' ? x : 0)
export const wantedIn = (sections: readonly RuleSection[]): number =>
  sections.reduce((n, s) => n + s.rules.reduce((m, r) => m + figure(r.count), 0), 0)
export const pointsOfRules = (sections: readonly RuleSection[]): number =>
  cents(sections.reduce((n, s) => n + s.rules.reduce((m, r) => m + figure(r.count) * figure(r.score), 0), 0))
