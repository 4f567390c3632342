/** Questions to put on a paper: the dialogue keeps what it is narrowed to, and leaves the address of the page alone. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages } from '../../i18n/index.ts'
import { type Asked, pageOf, stage, words } from '../../kit/resource/testing/stage.tsx'
import { PickQuestions } from './PickQuestions.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['paper', 'bank'] as const).map(loadMessages))
})
afterEach(cleanup)

const question = (id: string, bank: unknown) => ({
  bank,
  question_id: id,
  question_version: 1,
  title: `Question ${id}`,
  type: 'single',
  difficulty: 'primary',
  set_name: 'Web',
  score: 2,
})

it('chosen questions stay from page to page and from bank to bank; another bank drops the filters and keeps the search', async () => {
  const onPick = vi.fn()
  const s = stage(
    <PickQuestions taken={new Set()} section="One" onPick={onPick} onClose={() => undefined} />,
    {
      'GET /papers/questions': ({ args: { query = {} } }: Asked) =>
        pageOf([question(`${String(query['bank'])} ${String(query['page'])}`, query['bank'])], 45),
    },
    { at: '/paper/p1?page=7' },
  )
  const asked = () => s.of('GET /papers/questions').at(-1)?.args.query
  const take = async (id: string) => fireEvent.click(await screen.findByRole('checkbox', { name: `Question ${id}` }))
  await take('theory 1')
  expect(asked()).toEqual({ bank: 'theory', page: 1, page_size: 20 })
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await take('theory 2')
  fireEvent.change(screen.getByRole('combobox', { name: 'Difficulty' }), { target: { value: 'primary' } })
  await expect.poll(asked).toEqual({ bank: 'theory', page: 1, page_size: 20, difficulty: 'primary' })
  const search = screen.getByRole('searchbox')
  fireEvent.change(search, { target: { value: 'tls' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  await expect.poll(asked).toEqual({ bank: 'theory', page: 1, page_size: 20, difficulty: 'primary', q: 'tls' })
  fireEvent.click(screen.getByRole('tab', { name: /^Exercises/ }))
  await expect.poll(asked).toEqual({ bank: 'exercise', page: 1, page_size: 20, q: 'tls' })
  await take('exercise 1')
  expect(s.address()).toBe('/paper/p1?page=7')
  fireEvent.click(screen.getByRole('button', { name: 'Add to the paper' }))
  const picked = onPick.mock.calls[0]?.[0] as { question_id: string }[]
  expect(picked.map((q) => q.question_id)).toEqual(['theory 1', 'theory 2', 'exercise 1'])
})
