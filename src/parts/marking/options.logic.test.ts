import { beforeAll, expect, it } from 'vitest'
import { loadMessages, setLocale } from '../../i18n/index.ts'
import { shownOptionsOf } from './options.logic.ts'

beforeAll(async () => {
  await setLocale('en-US')
  await loadMessages('bank')
})

it('options are called by letters, as their candidate and the paper call them, in the order he had them', () => {
  const options = ['UDP', 'TCP', 'ICMP'].map((text, n) => ({ id: `o${n}`, text }))
  const answer = { type: 'single' as const, chosen: ['o2'] }
  const shown = shownOptionsOf({ type: 'single', options: options.toReversed() }, answer, { correct: ['o1'] })
  expect(shown.map((o) => `${o.letter} ${o.text}`)).toEqual(['A ICMP', 'B TCP', 'C UDP'])
  expect(shown.map((o) => [o.chosen, o.right])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
  expect(shownOptionsOf({ type: 'true-false', options: [] }, null, { truth: true }).map((o) => o.letter)).toEqual([
    '',
    '',
  ])
})
