import { expect, it } from 'vitest'
import { toneOf } from './tone.ts'

it.each([
  ['running', 'ok'],
  ['to-audit', 'warn'],
  ['to audit', 'warn'],
  ['Abnormal', 'bad'],
  ['in queue', 'info'],
  ['finished', 'idle'],
  ['not-started', 'info'],
  ['planned', 'info'],
  ['applied', 'ok'],
  ['a word nobody knows', 'idle'],
] as const)('shows %s as %s', (word, tone) => {
  expect(toneOf(word)).toBe(tone)
})
