/** The lists of flag practice: the desk shows its sets until something is looked for, and a record turns its pages in the address. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../../i18n/index.ts'
import { pageOf, stage, words } from '../../../kit/resource/testing/stage.tsx'
import FlagDesk from './FlagDesk.tsx'
import FlagRecord from './FlagRecord.tsx'

beforeAll(async () => {
  await words()
  await Promise.all((['flag', 'keep', 'bank'] as const).map(loadMessages))
})
afterEach(cleanup)

const levels = { primary: 1, intermediate: 0, advanced: 0 }
const set = {
  id: 's1',
  name: 'Web',
  description: '',
  above: [],
  challenges: 1,
  solved: 0,
  tried: 0,
  earned: 0,
  points: 10,
  levels,
  last_at: null,
}
const desk = {
  mine: { points: 0, solved: 0, challenges: 1, streak: 0, hints: 0 },
  suggested: null,
  most_solved: [],
  sets: [set],
  keywords: ['tls'],
  knowledge: [],
  cve_ids: [],
}
const showDesk = (at: string) =>
  stage(<FlagDesk />, { 'GET /practice-flags/desk': desk, 'GET /practice-flags': pageOf([]) }, { at })
const asked = (s: ReturnType<typeof stage>, route: string) => s.of(route).map((a) => a.args.query)

it('the desk asks for challenges when something is looked for, in an order, and shows its sets again when that is cleared', async () => {
  const s = showDesk('/desk')
  await screen.findByRole('link', { name: 'Web' })
  expect(asked(s, 'GET /practice-flags')).toEqual([])
  fireEvent.change(screen.getByRole('combobox', { name: 'Keyword' }), { target: { value: 'tls' } })
  expect(await screen.findByText('Nothing matches')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Web' })).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: 'Order' }), { target: { value: '-solves' } })
  await expect.poll(() => s.address()).toBe('/desk?keywords=tls&sort=-solves')
  await expect
    .poll(() => asked(s, 'GET /practice-flags').at(-1))
    .toEqual({ page: 1, page_size: 24, keywords: 'tls', sort: '-solves' })
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(await screen.findByRole('link', { name: 'Web' })).toBeTruthy()
  expect(s.address()).toBe('/desk?sort=-solves')
})

it('a record turns its answers in the address, below what counts all of them', async () => {
  const tried = { id: 't1', at: '2026-11-01T08:00:00Z', right: false, masked: 'fl••}', points: null }
  const s = stage(
    <FlagRecord />,
    {
      'GET /practice-flags/sets/:id/record': {
        ...pageOf([{ ...tried, question_id: 'c1', title: 'Second helping' }], 45),
        set,
        days: [],
        hints: [],
      },
    },
    { at: '/record/s1?page=2', path: '/record/:id' },
  )
  await screen.findByRole('link', { name: 'Second helping' })
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await expect.poll(() => s.address()).toBe('/record/s1?page=3')
  expect(asked(s, 'GET /practice-flags/sets/:id/record').at(-1)).toEqual({ page: 3, page_size: 20 })
})

it('a record of nothing says so', async () => {
  const nothing = { ...pageOf([]), set, days: [], hints: [] }
  stage(<FlagRecord />, { 'GET /practice-flags/sets/:id/record': nothing }, { at: '/record/s1', path: '/record/:id' })
  expect(await screen.findByText('Every answer you hand in appears here.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
