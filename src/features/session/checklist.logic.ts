/** The password rules as a list that fills while somebody types. It asks `passwordBreaks` and knows no rule of its own. */
import { type PasswordPolicy, passwordBreaks, type RuleBreak } from '../../contract/rules.ts'

export interface CheckItem {
  /** What the line says. */
  says: RuleBreak
  state: 'open' | 'met' | 'broken'
}

export function passwordChecklist(password: string, policy: PasswordPolicy, about: readonly string[]): CheckItem[] {
  const broken = new Map(passwordBreaks(password, { policy, about }).map((b) => [b.rule, b]))
  const lines: { says: RuleBreak; rules: string[]; hard?: boolean }[] = [
    { says: { rule: 'password_length', params: { min: policy.min, max: policy.max } }, rules: ['password_length'] },
    { says: { rule: 'password_kinds', params: { kinds: policy.kinds } }, rules: ['password_kinds'] },
    ...(policy.strict ? [{ says: { rule: 'password_strict' }, rules: ['password_strict'] }] : []),
    // a space is one of the characters that are refused, with a rule of its own
    { says: { rule: 'password_characters' }, rules: ['password_characters', 'no_spaces'], hard: true },
    ...about
      .filter((word) => word.length >= 4)
      .slice(0, 1)
      .map((word) => ({ says: { rule: 'password_about', params: { word } }, rules: ['password_about'], hard: true })),
  ]
  return lines.map(({ says, rules, hard }) => {
    const found = rules.map((r) => broken.get(r)).find(Boolean)
    if (password === '') return { says, state: 'open' as const }
    if (!found) return { says, state: 'met' as const }
    // what more typing can still mend is open, what must be taken back is broken
    return {
      says: found.rule === 'password_about' ? found : says,
      state: hard ? ('broken' as const) : ('open' as const),
    }
  })
}
