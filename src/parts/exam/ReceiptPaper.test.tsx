/** What is printed of a receipt says who, what, when and with which digest, as the screen does. */
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { stage, words } from '../../kit/resource/testing/stage.tsx'
import { ReceiptView } from './ReceiptView.tsx'

beforeAll(async () => {
  await words()
  await loadMessages('exam')
})
afterEach(cleanup)

const receipt = {
  attempt: 'a1',
  exam: 'Finals',
  candidate: 'Grace Hopper',
  n: 1,
  handed_at: '2026-05-01T10:00:05Z',
  handed_by: 'candidate' as const,
  items: 12,
  answered: 9,
  partly: 2,
  saves: 40,
  digest: 'd'.repeat(64),
  chain: 'c'.repeat(64),
  signature: 'f'.repeat(64),
}

it('is printed with account, exam, instants, answers and digest', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  stage(<ReceiptView receipt={receipt} exam="e1" />, {
    'GET /my-exams/:id': { mine: [{ id: 'a1', began_at: '2026-05-01T09:00:00Z' }] },
  })
  const paper = () => document.querySelector('.receipt-paper')?.textContent ?? ''
  await vi.waitFor(() => expect(paper()).toContain('2026-05-01T09:00:00Z'))
  for (const said of [
    'Finals',
    'Grace Hopper',
    'grace',
    '2026-05-01T10:00:05Z',
    'Of 12 questions: 9 answered, 2 partly answered, 1 empty',
    receipt.digest,
  ])
    expect(paper()).toContain(said)
  screen.getByRole('button', { name: 'Print receipt' }).click()
  expect(print).toHaveBeenCalled()
})

it.each([
  ['candidate', undefined, undefined],
  ['time', undefined, /^Handed in when the time was up/],
  ['invigilator', null, /^Handed in by an invigilator/],
  ['invigilator', 'Grace Holloway', /^Handed in by the invigilator Grace Holloway/],
] as const)('says who ended it: %s %s', async (handed_by, handed_by_name, said) => {
  const more = handed_by_name === undefined ? {} : { handed_by_name }
  stage(<ReceiptView receipt={{ ...receipt, handed_by, ...more } as never} exam="e1" />, {
    'GET /my-exams/:id': { mine: [] },
  })
  const paper = () => document.querySelector('.receipt-paper')
  await vi.waitFor(() => expect(paper()?.textContent).toContain('Finals'))
  const notes = [...(paper()?.querySelectorAll('p') ?? [])].map((p) => p.textContent ?? '')
  expect(notes.filter((n) => n.startsWith('Handed in'))).toEqual(said ? [expect.stringMatching(said)] : [])
})
