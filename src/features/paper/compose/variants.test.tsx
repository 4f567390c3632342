import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import type { ControlProps } from '../../../kit/form/declare.ts'
import { stage, words } from '../../../kit/resource/testing/stage.tsx'
import { VariantsControl } from './VariantsControl.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['paper', 'bank'] as const).map(loadMessages))
})
afterEach(cleanup)

const item = (n: number, score: number) => ({
  id: `i${n}`,
  bank: 'theory',
  question_id: `q${n}`,
  question_version: 1,
  score,
  rule: null,
})
const fact = (n: number, type: string, rubric: number | null) => ({
  question_id: `q${n}`,
  question_version: 1,
  newest: 1,
  question: { type, title: `Question ${n}`, difficulty: 'primary' },
  key: {},
  rubric,
  shuffle: false,
})
const items = [item(1, 10), item(2, 10), item(3, 2)]
const facts = { 'POST /papers/items': { items: [fact(1, 'short', 12), fact(2, 'short', 10), fact(3, 'single', null)] } }
const paper = (mode: string) =>
  stage(
    <VariantsControl
      {...({
        id: 'variants',
        value: [{ id: 'v', sections: [{ id: 's', title: 'One', instructions: '', items }] }],
        form: { values: { mode, rules: [] } },
        problems: [],
        disabled: false,
        onChange: () => undefined,
      } as unknown as ControlProps)}
    />,
    facts,
  )

it('says what a person marks, and of which question the rubric is scaled to the points the paper gives', async () => {
  paper('hand')
  expect(await screen.findByText(/^2 questions are marked by a person/)).toBeTruthy()
  expect(screen.getAllByText(/rubric of/).map((e) => e.textContent)).toEqual([
    expect.stringContaining('rubric of 12 is scaled to 10'),
  ])
})

it('leaves adding sections of a drawn paper to its rules', async () => {
  paper('hand')
  expect(await screen.findByRole('button', { name: 'Add a section' })).toBeTruthy()
  cleanup()
  paper('rules')
  expect(await screen.findByText('Question 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a section' })).toBeNull()
})
