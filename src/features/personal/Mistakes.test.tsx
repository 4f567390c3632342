/** A mistake that is taken off the list by hand can be put back. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { stage, words } from '../../kit/resource/testing/stage.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Mistakes } from './Mistakes.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['personal', 'practice', 'exam', 'bank'] as const).map(loadMessages))
})
afterEach(cleanup)

const mistake = {
  id: 'q1',
  bank: 'theory',
  type: 'true-false',
  title: 'Water is wet',
  difficulty: 'primary',
  set: null,
  wrong: 1,
  partly: 0,
  rights: 0,
  verdict: 'wrong',
  wrong_at: '2026-01-01T00:00:00.000Z',
  answer: null,
  options: [],
  closed: false,
  open: true,
}

it('says what the control does, and offers to undo the removal', async () => {
  const said = vi.spyOn(toast, 'ok')
  const { asked } = stage(<Mistakes />, {
    'GET /practice/mistakes': { items: [mistake], total: 1, page: 1, page_size: 20, sets: [] },
    'POST /practice/mistakes/remove': { done: 1 },
    'POST /practice/mistakes/restore': { done: 1 },
  })
  const remove = await screen.findByRole('button', { name: 'Remove from list' })
  expect(remove.textContent).toBe('Remove from list')
  fireEvent.click(remove)
  await waitFor(() => expect(said).toHaveBeenCalledOnce())
  expect(said.mock.calls[0]).toMatchObject(['Removed from your mistakes.', { label: 'Undo' }])
  said.mock.calls[0]?.[1]?.run()
  await waitFor(() => expect(said.mock.calls[1]?.[0]).toBe('Restored.'))
  const writes = asked.filter((a) => a.route.startsWith('POST'))
  expect(writes.map((a) => [a.route, a.args.body])).toEqual([
    ['POST /practice/mistakes/remove', { ids: ['q1'] }],
    ['POST /practice/mistakes/restore', { ids: ['q1'] }],
  ])
})
