import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { defaultPolicy, type PasswordPolicy, passwordBreaks } from '../../contract/rules.ts'
import { passwordChecklist } from './checklist.logic.ts'

const policy = fc.record<PasswordPolicy>({
  min: fc.integer({ min: 4, max: 10 }),
  max: fc.integer({ min: 11, max: 24 }),
  kinds: fc.integer({ min: 1, max: 3 }),
  strict: fc.boolean(),
  expires_days: fc.constant(0),
  history: fc.constant(3),
})
const password = fc.oneof(
  fc.string({ minLength: 1, maxLength: 26 }),
  fc.string({ unit: fc.constantFrom(...'aB3# 密lin_we'), minLength: 1, maxLength: 26 }),
  fc.constantFrom('lin_wei2024', 'LIN_WEI#1', 'Range#2024', 'aaaaaaaa'),
)
const about = fc.constantFrom<string[][]>([], ['lin_wei'], ['li'])

describe('the password checklist', () => {
  it('agrees with the rule: everything is met exactly when nothing is broken', () => {
    fc.assert(
      fc.property(password, policy, about, (word, rules, names) => {
        const list = passwordChecklist(word, rules, names)
        const broken = passwordBreaks(word, { policy: rules, about: names })
        expect(list.every((item) => item.state === 'met')).toBe(broken.length === 0)
      }),
      { numRuns: env.whole ? 5000 : 400 },
    )
  })

  it('has a line that is not met for every broken rule', () => {
    fc.assert(
      fc.property(password, policy, about, (word, rules, names) => {
        const unmet = passwordChecklist(word, rules, names)
          .filter((item) => item.state !== 'met')
          .map((item) => item.says.rule)
        for (const { rule } of passwordBreaks(word, { policy: rules, about: names }))
          expect(unmet).toContain(rule === 'no_spaces' ? 'password_characters' : rule)
      }),
      { numRuns: env.whole ? 5000 : 400 },
    )
  })

  it('judges nothing before anything was typed', () => {
    expect(new Set(passwordChecklist('', defaultPolicy, ['lin_wei']).map((i) => i.state))).toEqual(new Set(['open']))
  })

  it('tells what more typing mends from what must be taken back', () => {
    const state = (word: string, rule: string) =>
      passwordChecklist(word, defaultPolicy, ['lin_wei']).find((i) => i.says.rule === rule)?.state
    expect(state('ab', 'password_length')).toBe('open')
    expect(state('a b', 'password_characters')).toBe('broken')
    expect(state('lin_wei-77', 'password_about')).toBe('broken')
  })
})
