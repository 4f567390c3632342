import { describe, expect, it } from 'vitest'
import { fieldProblems as serverReads } from '#mock/http/request/fields.ts'
import early from '#src/i18n/en-US/problem.ts'
import refusals from '#src/i18n/en-US/refusal.ts'
import { issueCases } from './issues.cases.ts'
import { problemsOfIssues } from './issues.ts'

const words = { ...early, ...refusals }
const broken = issueCases.flatMap(({ name, schema, input }) => {
  const r = schema.safeParse(input)
  return r.success ? [] : [{ name, input, error: r.error }]
})

describe('the form and the server', () => {
  it('read the same breaks out of the same value', () => {
    expect(broken.length).toBeGreaterThan(200)
    for (const { name, input, error } of broken)
      expect({ name, fields: problemsOfIssues(error.issues, input) }).toEqual({
        name,
        fields: serverReads(error, input),
      })
  })

  it('have a sentence for every rule they find', () => {
    const rules = new Set(
      broken.flatMap(({ input, error }) => problemsOfIssues(error.issues, input).map((p) => p.rule)),
    )
    expect([...rules].filter((rule) => !(`rule.${rule}` in words))).toEqual([])
    expect(rules.size).toBeGreaterThan(6)
  })
})
