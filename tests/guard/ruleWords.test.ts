/** Every rule that says what is wrong with a field has a sentence: without one the form says “not in the right format”, which is seldom true. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import early from '#src/i18n/en-US/problem.ts'
import refusal from '#src/i18n/en-US/refusal.ts'

const root = new URL('../../', import.meta.url).pathname
const sources = ['src/contract', 'mock'].flatMap((dir) =>
  readdirSync(path.join(root, dir), { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile() && f.name.endsWith('.ts') && !f.name.endsWith('.test.ts'))
    .map((f) => path.join(f.parentPath, f.name)),
)
/** `{ path: …, rule: 'x' }` of a field, and `params: { rule: 'x' }` of a schema. */
const said = /\bpath\b[^{};]{0,60}?\brule: '(\w+)'|\bparams: \{ rule: '(\w+)'/g

test('the rules of fields have words', () => {
  const found = new Map<string, string>()
  for (const file of sources)
    for (const [, one, other] of readFileSync(file, 'utf8').matchAll(said)) {
      const rule = one ?? other
      if (rule !== undefined && !found.has(rule)) found.set(rule, path.relative(root, file))
    }
  expect(found.size).toBeGreaterThan(60)
  const words = new Set([...Object.keys(early), ...Object.keys(refusal)])
  expect([...found].filter(([rule]) => !words.has(`rule.${rule}`))).toEqual([])
})
