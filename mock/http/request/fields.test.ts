import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { many, listQuery } from '#src/contract/lib/crud.ts'
import { sized } from '#src/contract/lib/text.ts'
import { tool } from '#src/contract/library/tool.ts'
import { ToolBody } from '#src/contract/library/tool.schema.ts'
import { Register } from '#src/contract/session/session.schema.ts'
import early from '#src/i18n/en-US/problem.ts'
import refusals from '#src/i18n/en-US/refusal.ts'
import { resources } from '#src/contract/resources.ts'
import { fieldProblems } from './fields.ts'

const broken = (schema: z.ZodType, value: unknown) => {
  const r = schema.safeParse(value)
  return r.success ? [] : fieldProblems(r.error, value)
}

const words = { ...early, ...refusals }

describe('broken rules', () => {
  it('tell a missing field from one of the wrong kind', () => {
    const s = z.strictObject({ a: z.string(), b: z.enum(['x', 'y']), c: z.object({ d: z.number() }) })
    expect(broken(s, { a: 1, b: 'z', c: {} })).toEqual([
      { path: 'a', rule: 'type' },
      { path: 'b', rule: 'one_of', params: { options: 'x, y' } },
      { path: 'c.d', rule: 'required' },
    ])
    expect(broken(s, {}).map((p) => p.rule)).toEqual(['required', 'required', 'required'])
  })

  it('tell a day that no calendar has from what is written as none', () => {
    const rules = ['2026-13-45', '2026-02-30', '31.4.2026', 'tomorrow', '03/04/2026'].map(
      (day) => broken(z.object({ day: z.iso.date() }), { day })[0]?.rule,
    )
    expect(rules).toEqual(['no_such_day', 'no_such_day', 'no_such_day', 'day', 'day'])
  })

  it('name each unknown field by its path', () => {
    const s = z.strictObject({ list: z.array(z.strictObject({ a: z.string() })) })
    expect(broken(s, { list: [{ a: '', is_admin: true }], score: 1 })).toEqual([
      { path: 'list.0.is_admin', rule: 'unknown_field' },
      { path: 'score', rule: 'unknown_field' },
    ])
  })

  it('carry the word and the figures of a rule of our own, and never the value', () => {
    const found = broken(z.object({ n: sized(z.string(), 4, 6) }), { n: 'secret-value' })
    expect(found).toEqual([{ path: 'n', rule: 'length', params: { min: 4, max: 6, at: 12 } }])
    expect(
      JSON.stringify(broken(Register, { username: 'a b', name: '\n', password: 'hunter two', phone: '1' })),
    ).not.toContain('hunter')
  })

  it('say which element of a list is wrong when a lone value would do as well', () => {
    expect(broken(z.strictObject({ a: many(z.enum(['x', 'y'])) }), { a: ['x', 'q'] })).toEqual([
      { path: 'a.1', rule: 'one_of', params: { options: 'x, y' } },
    ])
  })

  it('are limited in number', () => {
    expect(broken(z.array(z.number()), Array(500).fill('x'))).toHaveLength(100)
  })

  it('have a sentence for every word that the schemas of the contract can produce', () => {
    const rules = new Set<string>()
    const wrong = [
      undefined,
      null,
      0,
      -1,
      1.5,
      true,
      '',
      ' ',
      'x',
      'x'.repeat(3000),
      [],
      {},
      ['x'.repeat(3000)],
      { is_admin: 1 },
    ]
    for (const { line, schema } of Object.values(resources)) {
      const names = Object.keys((schema.body as z.ZodObject).shape)
      for (const name of names)
        for (const v of wrong)
          for (const p of broken((schema.body as z.ZodObject).strict(), { [name]: v })) rules.add(p.rule)
      for (const v of wrong)
        for (const p of broken(listQuery(line), { page: v, sort: v, q: v, other: v })) rules.add(p.rule)
    }
    for (const v of wrong)
      for (const p of broken(Register, { username: v, name: v, password: v, phone: v })) rules.add(p.rule)
    for (const v of wrong) for (const p of broken(ToolBody, v)) rules.add(p.rule)
    for (const p of broken(z.strictObject({ page: listQuery(tool) }), { page: { page_size: '900' } })) rules.add(p.rule)
    expect([...rules].filter((r) => !(`rule.${r}` in words))).toEqual([])
    expect(rules.size).toBeGreaterThan(8)
  })
})
